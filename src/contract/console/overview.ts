/** The workspace at a glance. The database calculates exact sums. */
import * as z from 'zod'
import { bill, billStatuses } from '../bills.ts'
import { choice, companyIdParameter, currency, decimalPattern, id, instant, text } from '../primitives.ts'
import { apartReasons } from './accounts/balances.ts'
import { consoleOperation } from './operation.ts'
import { everyone } from './roles.ts'

export const overviewMonths = 12
export const overviewDueBills = 6
/** Accounts whose balance is not in the totals are named, up to this many. */
export const overviewAccountsApart = 20
/** Not `money`, because a sum may have more digits than a single amount is allowed. */
const sum = z
  .string()
  .regex(decimalPattern)
  .meta({ description: 'An exact sum.', examples: ['1249.90'] })

const companyId = id('The company.', 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD')

/** Enabled accounts with a recent balance. */
const balances = {
  currency,
  balance: sum,
  accounts: z.int(),
  oldestAt: instant('The oldest of these balances is of this instant.'),
  newestAt: instant('The newest of these balances is of this instant.'),
}

export const overview = z.object({
  balances: z.array(z.object({ companyId, companyName: text(), ...balances })),
  totals: z.array(z.object(balances)),
  apart: z
    .object({
      sums: z.array(
        z.object({
          reason: choice(apartReasons, 'Why they are apart.'),
          currency,
          balance: sum.nullable(),
          accounts: z.int(),
        }),
      ),
      accounts: z.array(
        z.object({
          id: id('The account.', 'acc_01JZ7Q4W0G3V8N5K2M9R6T1XYE'),
          name: text().nullable(),
          iban: text().nullable(),
          companyName: text(),
          currency,
          balance: sum.nullable(),
          balanceUpdatedAt: instant('When the bank reported it.').nullable(),
          reason: choice(apartReasons, 'Why it is apart.'),
        }),
      ),
    })
    .meta({ description: 'Balances that are not in the totals. The first accounts by reason and name.' }),
  months: z
    .array(
      z.object({
        month: z.string(),
        currency,
        moneyIn: sum,
        moneyOut: sum,
        ownIn: sum,
        ownOut: sum,
        ownCount: z.int(),
      }),
    )
    .meta({
      description:
        'Booked transactions; oldest first, including empty months. Transfers between own accounts are only in `own…`.',
    }),
  bills: z.array(
    z.object({
      status: choice(billStatuses, 'Status of the bills.'),
      currency: currency.nullable(),
      count: z.int(),
      total: sum.nullable(),
    }),
  ),
  dueNext: z.array(bill).meta({ description: 'Unpaid bills by due date.' }),
})

export type Overview = z.infer<typeof overview>

export const getOverview = consoleOperation({
  id: 'getOverview',
  method: 'GET',
  path: '/overview',
  summary: 'Balances, money in and out, bills',
  access: everyone,
  query: z.object({ companyId: companyIdParameter }),
  success: { status: 200, description: 'The workspace, or one company of it.', schema: overview },
})
