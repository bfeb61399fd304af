/** The change feed and the digest: what a client needs to keep an exact copy of a workspace, and to prove that it is. */
import * as z from 'zod'
import { account } from './accounts.ts'
import { bill } from './bills.ts'
import { category } from './categories.ts'
import { company } from './companies.ts'
import { operation } from './operation.ts'
import { payee } from './payees.ts'
import {
  choice,
  companyIdParameter,
  currency,
  cursorParameter,
  date,
  id,
  instant,
  limitParameter,
  requestedId,
  unsignedMoney,
  wholeNumber,
} from './primitives.ts'
import type { Scope } from './scopes.ts'
import { transaction } from './transactions.ts'

/** In the order in which the feed sorts rows of the same instant. */
export const changeResources = ['account', 'bill', 'category', 'company', 'payee', 'transaction'] as const

export type ChangeResource = (typeof changeResources)[number]

export const readScopes: Readonly<Record<ChangeResource, Scope>> = {
  account: 'accounts:read',
  bill: 'bills:read',
  category: 'categories:read',
  company: 'companies:read',
  payee: 'payees:read',
  transaction: 'transactions:read',
}

const isReadScope = (scope: Scope): boolean => Object.values(readScopes).includes(scope)

/** Unknown names are left out: they are rejected with the other parameters. */
const scopesOf = (names: readonly string[]): Scope[] =>
  changeResources.filter(name => names.some(each => each.trim() === name)).map(name => readScopes[name])

export const waitSecondsMax = 30

const at = instant('The stamp of the last change to the row, or of its deletion.')

const changeOf = <const Name extends ChangeResource, Schema extends z.ZodObject>(
  name: Name,
  schema: Schema,
) => {
  const { id: schemaName } = schema.meta() ?? {}
  const fields = z.object({
    at,
    resource: z.literal(name),
    id: schema.shape.id as z.ZodString,
    companyId: id('The company that the row belongs to.', 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD')
      .nullable()
      .meta({ description: 'The company that the row belongs to; null for categories.' }),
    accountId: id('The account of a transaction.', 'acc_01JZ7Q4W0G3V8N5K2M9R6T1XYE')
      .nullable()
      .meta({ description: 'The account of a transaction; null for all other rows.' }),
    object: schema.nullable().meta({ description: 'The row as it is now. Null if it has been deleted.' }),
  })
  return fields.meta({ id: `Changed${schemaName}` })
}

export const change = z
  .discriminatedUnion('resource', [
    changeOf('account', account),
    changeOf('bill', bill),
    changeOf('category', category),
    changeOf('company', company),
    changeOf('payee', payee),
    changeOf('transaction', transaction),
  ])
  .meta({ id: 'Change', description: 'A row that was created, changed or deleted, in its newest version.' })

export type Change = z.infer<typeof change>

const namesOf = (text: string): string[] => [...new Set(text.split(',').map(name => name.trim()))].sort()
const isResource = (name: string): boolean => (changeResources as readonly string[]).includes(name)
const resourcesMessage = `must name some of ${changeResources.join(', ')}, separated by commas`

const resourcesParameter = z
  .string()
  .max(200, { error: resourcesMessage, abort: true })
  .refine(text => namesOf(text).every(isResource), { error: resourcesMessage, abort: true })
  .transform(namesOf)
  .pipe(z.array(z.enum(changeResources)))
  .optional()
  .meta({
    description:
      'Only these resources, separated by commas. Without it, every resource that the key may read. ' +
      'Each one needs its read scope.',
  })

export const listChanges = operation({
  id: 'listChanges',
  method: 'GET',
  path: '/changes',
  tag: 'Changes',
  summary: 'What changed, including deletions',
  description:
    'Every row once, in its newest version, ordered by the instant of its last change; a deleted row has no `object`. ' +
    'Start without a cursor to get everything, apply each element to your copy (`object` replaces, null deletes), ' +
    'store `nextCursor` together with them, and go on from there. A cursor never expires. When `upToDate` is true, ' +
    'the copy equals the workspace at `clock`. `from=now` returns a cursor and no rows. ' +
    'After the service was restored from a backup, an old cursor gets 409 `RESYNC_REQUIRED`: start again without one.',
  scopes: [],
  conflict: 'The workspace was restored from a backup (`RESYNC_REQUIRED`). Start again without a cursor.',
  scopesFor: (given, granted) => {
    const asked = given.get('resources') || null
    return asked === null ? granted.filter(isReadScope) : scopesOf(asked.split(','))
  },
  query: z.object({
    cursor: cursorParameter,
    from: choice(['now'], 'Start here, without the rows that exist already.').optional(),
    resources: resourcesParameter,
    companyId: requestedId(
      'Only rows of this company, and the categories, which all companies share.',
    ).optional(),
    limit: limitParameter,
    wait: wholeNumber(0, waitSecondsMax)
      .default(0)
      .meta({
        description: `Wait up to this many seconds, at most ${waitSecondsMax}, if nothing has changed yet.`,
      }),
  }),
  success: {
    status: 200,
    description: 'A page of changes.',
    schema: z.object({
      data: z.array(change),
      nextCursor: z
        .string()
        .min(1)
        .meta({
          description: 'Where to go on. Store it with the changes.',
          examples: ['Zk9vYmFyMTJbMSwiUXhQN2pK'],
        }),
      upToDate: z.boolean().meta({ description: 'False if there are more changes to read now.' }),
      clock: instant('The stamp of the last change to the workspace when this page was read.'),
    }),
  },
})

export const digestRange = z
  .object({
    range: z
      .string()
      .meta({ examples: ['2026-10'] })
      .nullable()
      .meta({
        description:
          'The month (`2026-10`) or day (`2026-10-31`): of the booking date for transactions, of `createdAt` in UTC ' +
          'for other resources. Null for transactions without a booking date.',
      }),
    rows: z.int().meta({ description: 'Number of rows.', examples: [412] }),
    sums: z
      .array(
        z.object({
          currency,
          credit: unsignedMoney('Sum of the amounts of all credits.', '12300.00'),
          debit: unsignedMoney('Sum of the amounts of all debits.', '9201.44'),
        }),
      )
      .meta({ description: 'Of transactions, by currency. Empty for other resources.' }),
    digest: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .meta({
        description:
          'The sum, modulo 2^128, of the first 16 bytes of SHA-256 of `<id>\\n<at>` over all rows. Order does not ' +
          'matter, so a client can keep it up to date by adding and subtracting.',
        examples: ['6f1ed002ab5595859014ebf0951522d9'],
      }),
  })
  .meta({ id: 'DigestRange' })

export type DigestRange = z.infer<typeof digestRange>

export const getDigest = operation({
  id: 'getDigest',
  method: 'GET',
  path: '/digest',
  tag: 'Changes',
  summary: 'Checksums to compare a copy with',
  description:
    'One checksum for each month or day. Compare months, then the days of a month that differs, then the rows of that ' +
    'day: any difference is found in three steps. `at` is the stamp that the change feed shows: `updatedAt` where ' +
    'the row has one. Needs the read scope of the resource.',
  scopes: [],
  scopesFor: given => scopesOf([given.get('resource') || 'transaction']),
  query: z.object({
    resource: choice(changeResources, 'The resource to compare.').default('transaction'),
    companyId: companyIdParameter,
    accountId: requestedId('Only transactions of this account.').optional(),
    dateFrom: date('From this day on.').optional(),
    dateTo: date('Up to and including this day.').optional(),
    by: choice(['month', 'day'], 'The length of a range.').default('month'),
  }),
  success: {
    status: 200,
    description: 'The ranges that have rows, oldest first.',
    schema: z.object({
      clock: instant('The stamp of the last change to the workspace when this was computed.'),
      data: z.array(digestRange),
    }),
  },
})

export const operations = { listChanges, getDigest }
