/** The balance of an account over time: known balances as fixed points, and the booked entries between them. */
import * as z from 'zod'
import { currency, date, decimalPattern, id, instant, text } from '../../primitives.ts'
import { checkStates } from '../imports.ts'
import { consoleOperation } from '../operation.ts'
import { everyone } from '../roles.ts'

export const historyDays = 366
export const historyStatementsMax = 200

const sum = z.string().regex(decimalPattern)

export const balanceHistory = z.object({
  currency,
  points: z
    .array(z.object({ day: date('The end of this day.'), balance: sum, isFixed: z.boolean() }))
    .meta({ description: 'By day. Fixed ones are closing balances of statements, and the current balance.' }),
  gaps: z
    .array(z.object({ fromDay: date('After this day.'), toDay: date('Until this day.'), difference: sum }))
    .meta({ description: 'Between two fixed points whose difference is not the sum of the entries.' }),
  statements: z.array(
    z.object({
      id: id('The statement.', 'stm_01JZ7Q4W0G3V8N5K2M9R6T1XYS'),
      importId: text().nullable(),
      number: text().nullable(),
      fromDay: date('Its first day.').nullable(),
      toDay: date('Its last day.').nullable(),
      opening: sum.nullable(),
      closing: sum.nullable(),
      closingAt: instant('When the closing balance was stated.').nullable(),
      entries: z.int(),
      checkState: z.enum(checkStates),
    }),
  ),
})

export type BalanceHistory = z.infer<typeof balanceHistory>

export const getBalanceHistory = consoleOperation({
  id: 'getBalanceHistory',
  method: 'GET',
  path: '/balance-history/{id}',
  summary: 'The balance of an account over the last year, and its statements',
  access: everyone,
  success: { status: 200, description: 'Newest statement first.', schema: balanceHistory },
})
