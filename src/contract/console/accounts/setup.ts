/** Workspaces, companies and accounts that people create and change. */
import * as z from 'zod'
import { account, accountTypes } from '../../accounts.ts'
import { company } from '../../companies.ts'
import { choice, currency, requestedId, text } from '../../primitives.ts'
import { consoleOperation } from '../operation.ts'
import { editors, managers } from '../roles.ts'
import { me } from '../session.ts'

export const nameLengthMax = 140
export const workspacesOfPersonMax = 50
export const companiesMax = 1_000
export const accountsMax = 2_000

const name = text({ min: 1, max: nameLengthMax, trim: true })
const detail = text({ min: 1, max: nameLengthMax, trim: true }).nullable()
/** Any spelling; the service checks and normalises it. */
const iban = text({ min: 1, max: 60, trim: true }).nullable()
const bic = text({ min: 8, max: 11, trim: true })
  .refine(value => /^[A-Za-z0-9]+$/.test(value), 'must be 8 or 11 letters and digits')
  .nullable()

export const createWorkspace = consoleOperation({
  id: 'createWorkspace',
  method: 'POST',
  path: '/new-workspace',
  summary: 'Create a workspace and become its owner',
  access: 'person',
  body: z.strictObject({ name }),
  success: {
    status: 201,
    description: 'The person with the new workspace.',
    schema: z.object({ workspaceId: text(), me }),
  },
})

export const renameWorkspace = consoleOperation({
  id: 'renameWorkspace',
  method: 'PATCH',
  path: '/workspace-name',
  summary: 'Rename the workspace',
  access: managers,
  body: z.strictObject({ name }),
  success: { status: 200, description: 'Renamed.', schema: z.object({ name: text() }) },
})

const companyFields = {
  tradingName: detail.optional(),
  registrationNumber: detail.optional(),
  vatNumber: detail.optional(),
  country: company.shape.country.optional(),
}

export const createCompany = consoleOperation({
  id: 'createCompany',
  method: 'POST',
  path: '/company-details',
  summary: 'Create a company',
  access: editors,
  body: z.strictObject({ name, ...companyFields }),
  success: { status: 201, description: 'The company.', schema: company },
})

export const changeCompany = consoleOperation({
  id: 'changeCompany',
  method: 'PATCH',
  path: '/company-details/{id}',
  summary: 'Rename a company, or change its details',
  access: editors,
  body: z.strictObject({ name: name.optional(), ...companyFields }),
  success: { status: 200, description: 'The company, as changed.', schema: company },
})

export const createAccount = consoleOperation({
  id: 'createAccount',
  method: 'POST',
  path: '/account-details',
  summary: 'Create an account at a bank',
  access: editors,
  body: z.strictObject({
    companyId: requestedId('The company that owns it.'),
    name,
    currency,
    iban: iban.optional(),
    bic: bic.optional(),
    institutionName: detail.optional(),
    type: choice(accountTypes, 'Kind of account.').default('depository'),
  }),
  success: { status: 201, description: 'The account.', schema: account },
})

export const changeAccount = consoleOperation({
  id: 'changeAccount',
  method: 'PATCH',
  path: '/account-details/{id}',
  summary: 'Change the nickname, the IBAN or the bank of an account, or enable or disable it',
  access: editors,
  body: z.strictObject({
    nickname: detail.optional(),
    iban: iban.optional(),
    bic: bic.optional(),
    institutionName: detail.optional(),
    enabled: z.boolean('must be true or false').optional(),
  }),
  success: { status: 200, description: 'The account, as changed.', schema: account },
})
