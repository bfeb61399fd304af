import * as z from 'zod'
import { operation } from './operation.ts'
import { choice, companyIdParameter, id, instant, listOf, nullableText, text } from './primitives.ts'

export const verificationStatuses = [
  'NotStarted',
  'Pending',
  'Verified',
  'WaitingForInformation',
  'Refused',
] as const

export const company = z
  .object({
    id: id('Opaque id of the company.', 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD'),
    name: text({ min: 1 }).meta({
      description: 'Registered legal name.',
      examples: ['Nordlicht Energie GmbH'],
    }),
    tradingName: nullableText('Name that the company trades under.', 'Nordlicht'),
    registrationNumber: nullableText('Company registry number.', 'HRB 154732'),
    vatNumber: nullableText('VAT number.', 'DE298417203'),
    country: z
      .string('must be a string')
      .regex(/^[A-Z]{2}$/, 'must be a two-letter ISO 3166-1 code such as DE')
      .nullable()
      .meta({ description: 'Country of incorporation, ISO 3166-1 alpha-2.', examples: ['DE'] }),
    verificationStatus: choice(verificationStatuses, 'Verification status of the business.'),
    createdAt: instant('When the company was added.'),
    updatedAt: instant('When the company last changed.'),
  })
  .meta({ id: 'Company', description: 'A legal entity of the workspace.' })

export type Company = z.infer<typeof company>

export const listCompanies = operation({
  id: 'listCompanies',
  method: 'GET',
  path: '/companies',
  tag: 'Companies',
  summary: 'All companies',
  description: 'Unpaged, ordered by name.',
  scopes: ['companies:read'],
  query: z.object({ companyId: companyIdParameter }),
  success: {
    status: 200,
    description: 'Every company of the workspace.',
    schema: listOf(company),
  },
})

export const operations = { listCompanies }
