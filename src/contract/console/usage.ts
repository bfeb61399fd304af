/** How the keys of a workspace are used. */
import * as z from 'zod'
import { date, id, instant, requestedId } from '../primitives.ts'
import { scopes } from '../scopes.ts'
import { consoleOperation } from './operation.ts'
import { everyone } from './roles.ts'

export const usageDays = 30

const keyId = id('The key.', 'key_01JZ7Q4W0G3V8N5K2M9R6T1XYM')

export const usage = z.object({
  from: date('The first day, UTC.'),
  to: date('The last day, which is today, UTC.'),
  requests: z.array(
    z.object({
      keyId,
      day: date('UTC.'),
      status: z.int().meta({ description: 'HTTP status.' }),
      count: z.int(),
    }),
  ),
  keys: z.array(
    z.object({
      keyId,
      scopesUsed: z.array(z.object({ scope: z.enum(scopes), lastUsedAt: instant('When it was last used.') })),
      lastAddress: z.string().nullable(),
      lastClient: z.string().nullable().meta({ description: 'User-Agent of the last request.' }),
    }),
  ),
})

export type Usage = z.infer<typeof usage>

export const getUsage = consoleOperation({
  id: 'getUsage',
  method: 'GET',
  path: '/usage',
  summary: `Requests by key, day and status over ${usageDays} days, and the scopes that were used`,
  access: everyone,
  query: z.object({ keyId: requestedId('Only this key.').optional() }),
  success: {
    status: 200,
    description: 'Counts, with a delay of some seconds. Days without requests are left out.',
    schema: usage,
  },
})
