/** A furniture maker, its French workshop and its online shop: three companies in two countries. */
import { complete, type Given } from '../contract/blank.ts'
import { type Company, company as companySchema } from '../contract/companies.ts'
import { demoId } from './ids.ts'
import { randomStream } from './random.ts'

export type CompanyKey = 'furniture' | 'workshop' | 'digital'

type CompanyPlan = Given<Omit<Company, 'id'>>

const completeCompany = complete(companySchema)

// The numbers are well-formed but belong to nobody: a check digit is wrong, or no number that high was ever
// issued.
const plans: Record<CompanyKey, CompanyPlan> = {
  furniture: {
    name: 'Quellmond Möbelwerk GmbH',
    tradingName: 'Quellmond',
    registrationNumber: 'HRB 918407 B',
    vatNumber: 'DE347120986',
    country: 'DE',
    verificationStatus: 'Verified',
    createdAt: '2025-04-07T08:12:41.318Z',
    updatedAt: '2025-04-11T13:40:09.752Z',
  },
  workshop: {
    name: 'Ébénisterie Lunesource SAS',
    tradingName: 'Lunesource',
    registrationNumber: '914 206 385 R.C.S. Lyon',
    vatNumber: 'FR39914206385',
    country: 'FR',
    verificationStatus: 'WaitingForInformation',
    createdAt: '2025-04-09T07:55:20.006Z',
    updatedAt: '2026-10-12T15:21:33.480Z',
  },
  digital: {
    name: 'Quellmond Digital UG (haftungsbeschränkt)',
    tradingName: null,
    registrationNumber: 'HRB 951936 B',
    vatNumber: null,
    country: 'DE',
    verificationStatus: 'Pending',
    createdAt: '2025-04-22T09:03:57.941Z',
    updatedAt: '2025-04-22T09:03:57.941Z',
  },
}

export const companyNames: Record<CompanyKey, string> = {
  furniture: plans.furniture.name,
  workshop: plans.workshop.name,
  digital: plans.digital.name,
}

export function demoCompanies(): Record<CompanyKey, Company> {
  const random = randomStream('company ids')
  const company = (plan: CompanyPlan): Company =>
    completeCompany({ id: demoId('com', Date.parse(plan.createdAt), random), ...plan })
  return {
    furniture: company(plans.furniture),
    workshop: company(plans.workshop),
    digital: company(plans.digital),
  }
}
