import type { Preset } from './preset.ts'

/** Wallets, card processors and aggregators. */
export const walletPresets: Preset[] = [
  {
    id: 'revolut',
    name: 'Revolut',
    names: [
      'Type',
      'Product',
      'Started Date',
      'Completed Date',
      'Description',
      'Amount',
      'Fee',
      'State',
      'Balance',
    ],
    settings: { sign: 'written', fees: 'deducted' },
  },
  {
    id: 'wise',
    name: 'Wise',
    names: ['TransferWise ID', 'Date', 'Amount', 'Currency', 'Running Balance', 'Total fees'],
    settings: { dateFormat: 'DD-MM-YYYY', sign: 'written', fees: 'included' },
  },
  {
    id: 'paypal',
    name: 'PayPal',
    names: [
      'Date',
      'TimeZone',
      'Name',
      'Type',
      'Status',
      'Currency',
      'Gross',
      'Fee',
      'Net',
      'Transaction ID',
    ],
    settings: { sign: 'written', fees: 'added' },
  },
  {
    id: 'paypal-de',
    name: 'PayPal (German)',
    names: ['Datum', 'Zeitzone', 'Währung', 'Brutto', 'Netto', 'Transaktionscode'],
    settings: { sign: 'written', fees: 'added' },
  },
  {
    id: 'stripe',
    name: 'Stripe balance',
    names: [
      'id',
      'Type',
      'Source',
      'Amount',
      'Fee',
      'Net',
      'Currency',
      'Created (UTC)',
      'Available On (UTC)',
    ],
    settings: { sign: 'written', fees: 'deducted' },
  },
  {
    id: 'stripe-report',
    name: 'Stripe balance report',
    names: ['balance_transaction_id', 'created', 'currency', 'gross', 'fee', 'net', 'reporting_category'],
    settings: { sign: 'written', fees: 'deducted' },
  },
  {
    id: 'plaid',
    name: 'Plaid',
    names: ['date', 'name', 'amount', 'pending', 'account_id', 'transaction_id', 'iso_currency_code'],
    settings: { sign: 'inverted' },
  },
]
