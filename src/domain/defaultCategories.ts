/** The categories that every new workspace starts with. */

export interface DefaultCategory {
  slug: string
  name: string
  color: string
  description: string
}

const row = (slug: string, name: string, color: string, description: string): DefaultCategory => ({
  slug,
  name,
  color,
  description,
})

export const defaultCategories: readonly DefaultCategory[] = [
  row('revenue', 'Revenue', '#1F8A5B', 'Payments from customers'),
  row('refunds', 'Refunds', '#4BA38A', 'Money that suppliers send back'),
  row('payroll', 'Payroll', '#B4552D', 'Salaries and wages'),
  row('taxes', 'Taxes', '#8C3B3B', 'VAT, corporate and payroll taxes'),
  row('social-charges', 'Social charges', '#A3574B', 'Social security and pension contributions'),
  row('rent', 'Rent', '#7A5C99', 'Offices, storage and parking'),
  row('utilities', 'Utilities', '#5C7A99', 'Electricity, water, heating'),
  row('telecom', 'Telecom', '#4F6BED', 'Telephone and internet'),
  row('software', 'Software', '#3D5AFE', 'Subscriptions and licences'),
  row('hardware', 'Hardware', '#546E7A', 'Computers, devices and machines'),
  row('office-supplies', 'Office supplies', '#90A4AE', 'Paper, furniture, small equipment'),
  row('travel', 'Travel', '#EF8E19', 'Trains, flights, hotels, taxis'),
  row('meals', 'Meals', '#D9A441', 'Restaurants and catering'),
  row('marketing', 'Marketing', '#D6489B', 'Advertising, events, printing'),
  row('professional-services', 'Professional services', '#6D4C41', 'Lawyers, accountants, consultants'),
  row('insurance', 'Insurance', '#33691E', 'Premiums of every kind'),
  row('bank-fees', 'Bank fees', '#616161', 'Account, card and transfer fees'),
  row('loans', 'Loans', '#37474F', 'Repayments and interest'),
  row('internal-transfers', 'Internal transfers', '#78909C', 'Between own accounts'),
  row('other', 'Other', '#9E9E9E', 'Everything else'),
]
