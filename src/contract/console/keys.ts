/** API keys of a workspace. */
import * as z from 'zod'
import { choice, id, instant, listOf, requestedId, text } from '../primitives.ts'
import { scopes } from '../scopes.ts'
import { consoleOperation } from './operation.ts'
import { everyone, managers } from './roles.ts'

export const keyNameLengthMax = 100
export const expiryDayOptions = [30, 90, 365] as const
export type ExpiryDays = (typeof expiryDayOptions)[number]
export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyLifeState = (typeof keyStates)[number]

export const keyName = text({ min: 1, max: keyNameLengthMax, trim: true })

const scopeList = z
  .array(z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` }))
  .transform(given => scopes.filter(scope => given.includes(scope)))

const expiresInDays = z
  .union(
    expiryDayOptions.map(days => z.literal(days)),
    { error: `must be ${expiryDayOptions.join(', ')}, or null for never` },
  )
  .nullable()

export const keyNetworksMax = 50
/** Longer than any network. */
const networkLengthMax = 100

/** The contract checks only number and length; the service checks that they are valid networks. */
export const keyNetworks = z
  .array(
    text({ min: 1, max: networkLengthMax, trim: true }),
    'must be a list of networks, or null for every network',
  )
  .min(1, 'must have at least one network, or be null for every network')
  .max(keyNetworksMax, `must have at most ${keyNetworksMax} entries`)
  .nullable()

export const apiKey = z.object({
  id: id('Opaque id of the key.', 'key_01JZ7Q4W0G3V8N5K2M9R6T1XYM'),
  name: text(),
  visibleStart: z.string().meta({ description: 'The first characters of the secret.' }),
  scopes: z.array(z.enum(scopes)),
  createdBy: z.string().meta({ description: 'The name of the person, or the command.' }),
  createdAt: instant('When the key was created.'),
  expiresAt: instant('When it stops working; null for never.').nullable(),
  revokedAt: instant('When it was revoked.').nullable(),
  lastUsedAt: instant('When it was last used, with a delay of some seconds.').nullable(),
  state: choice(keyStates, 'Whether it works.'),
  successorOf: id('The key that this one replaces.', 'key_01JZ7Q4W0G3V8N5K2M9R6T1XYM').nullable(),
  networks: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Addresses and networks it may be used from; null for anywhere.' }),
})

export type ApiKey = z.infer<typeof apiKey>

const created = {
  status: 201,
  description: 'The key and its secret, which is shown only once.',
  schema: z.object({ key: apiKey, secret: z.string() }),
} as const

export const listKeys = consoleOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  summary: 'The keys of the workspace',
  access: everyone,
  success: { status: 200, description: 'Newest first.', schema: listOf(apiKey) },
})

export const createKey = consoleOperation({
  id: 'createKey',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key',
  access: managers,
  body: z.strictObject({
    name: keyName,
    scopes: scopeList,
    expiresInDays,
    successorOf: requestedId(
      'The key that this one replaces, for example because it has too many scopes.',
    ).optional(),
    networks: keyNetworks.optional(),
  }),
  success: created,
})

export const rotateKey = consoleOperation({
  id: 'rotateKey',
  method: 'POST',
  path: '/rotations',
  summary:
    'Create a successor with the same name, scopes and networks; both work until the old one is revoked',
  access: managers,
  body: z.strictObject({ keyId: requestedId('The key to replace.'), expiresInDays }),
  success: created,
})

export const changeKeyNetworks = consoleOperation({
  id: 'changeKeyNetworks',
  method: 'PATCH',
  path: '/keys/{id}',
  summary: 'Change the networks that a key may be used from; takes effect with its next request',
  access: managers,
  body: z.strictObject({ networks: keyNetworks }),
  success: { status: 200, description: 'The key, as changed.', schema: apiKey },
})

export const revokeKey = consoleOperation({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/keys/{id}',
  summary: 'Revoke a key; its next request fails',
  access: managers,
  success: { status: 200, description: 'The key, as revoked.', schema: apiKey },
})
