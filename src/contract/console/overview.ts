/** The workspace at a glance. The database calculates exact sums. */
import { z } from 'zod'
import { bill, billStatuses } from '../bills.ts'
import { choice, companyIdParameter, currency, decimalPattern, id, text } from '../primitives.ts'
import { consoleOperation } from './operation.ts'
import { everyone } from './roles.ts'

export const overviewMonths = 12
export const overviewDueBills = 6

/** Not `money`, because a sum may have more digits than a single amount is allowed. */
const sum = z
  .string()
  .regex(decimalPattern)
  .meta({ description: 'An exact sum.', examples: ['1249.90'] })

export const overview = z.object({
  balances: z.array(
    z.object({
      companyId: id('The company.', 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD'),
      companyName: text(),
      currency,
      balance: sum.nullable().meta({ description: 'Null if no account has a known balance.' }),
      accounts: z.int(),
    }),
  ),
  totals: z.array(z.object({ currency, balance: sum.nullable(), accounts: z.int() })),
  months: z.array(z.object({ month: z.string(), currency, moneyIn: sum, moneyOut: sum })).meta({
    description:
      'Booked transactions without transfers between own accounts; oldest first, including empty months.',
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
