/** What needs a person, counted in one place. */
import * as z from 'zod'
import { consoleOperation } from '../operation.ts'
import { everyone } from '../roles.ts'

/** Larger counts are reported as this number: nobody needs to know how many more. */
export const countMax = 1_000
/** Bills count from this many days before they are due. */
export const dueWithinDays = 7
/** Keys count from this many days before they expire. */
export const expiringWithinDays = 14

const count = z.int().min(0).max(countMax)

export const toDecide = z.object({
  matches: count.meta({ description: 'Suggested payments to confirm or decline.' }),
  approvals: count.meta({ description: 'Bills that wait for their approval.' }),
  unread: count.meta({ description: 'Bills whose document could not be read.' }),
  overdue: count.meta({ description: 'Unpaid bills whose due date has passed.' }),
  due: count.meta({ description: `Unpaid bills that are due within ${dueWithinDays} days.` }),
  uploads: count.meta({ description: 'Your own uploads that were not imported.' }),
  keys: count.meta({ description: `Keys that expire within ${expiringWithinDays} days.` }),
  total: z.int(),
})

export type ToDecide = z.infer<typeof toDecide>

export const getToDecide = consoleOperation({
  id: 'getToDecide',
  method: 'GET',
  path: '/to-decide',
  summary: 'How much needs a person: matches, approvals, unreadable and due bills, uploads, keys',
  access: everyone,
  success: { status: 200, description: 'The counts.', schema: toDecide },
})
