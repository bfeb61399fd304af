import * as z from 'zod'
import { operation } from './operation.ts'
import {
  choice,
  companyIdParameter,
  currency,
  id,
  instant,
  listOf,
  money,
  nullableText,
} from './primitives.ts'

export const accountTypes = ['depository', 'credit', 'other'] as const
export const accountProviders = ['paygoro', 'connected'] as const

export const account = z
  .object({
    id: id('Opaque id of the account.', 'acc_01JZ7Q4W0G3V8N5K2M9R6T1XYE'),
    companyId: id('The company that owns the account.', 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD'),
    name: nullableText('Name reported by the bank.', 'Geschäftskonto'),
    nickname: nullableText('Display name chosen by a person.', 'Operations EUR'),
    iban: nullableText('IBAN, if the account has one.', 'DE89370400440532013000'),
    bic: nullableText('BIC of the bank.', 'COBADEFFXXX'),
    currency,
    balance: money('Booked balance; null until the bank reports one.', '18420.55').nullable(),
    availableBalance: money('Available balance; null until the bank reports one.', '17920.55').nullable(),
    balanceUpdatedAt: instant('When the bank last reported the balances.').nullable(),
    type: choice(accountTypes, 'Kind of account.'),
    provider: choice(
      accountProviders,
      '`paygoro` for an account held with the service, `connected` for one at another bank.',
    ),
    institutionName: nullableText('Name of the bank that holds the account.', 'Commerzbank'),
    enabled: z.boolean('must be true or false').meta({ description: 'False when hidden from views.' }),
    createdAt: instant('When the account was added.'),
  })
  .meta({
    id: 'Account',
    description: 'A bank account, held with the service or connected from another bank.',
  })

export type Account = z.infer<typeof account>

export const listAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  tag: 'Accounts',
  summary: 'All accounts with their balances',
  description: 'Unpaged, ordered by nickname, else name; accounts with neither come last.',
  scopes: ['accounts:read'],
  query: z.object({ companyId: companyIdParameter }),
  success: {
    status: 200,
    description: 'Every account of the workspace, or of one company.',
    schema: listOf(account),
  },
})

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/accounts/{id}',
  tag: 'Accounts',
  summary: 'One account',
  description: 'With its balances as the bank last reported them. Disabled accounts are found too.',
  scopes: ['accounts:read'],
  success: { status: 200, description: 'The account.', schema: account },
})

export const operations = { listAccounts, getAccount }
