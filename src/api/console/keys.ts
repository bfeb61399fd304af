/** The workspace's API keys. */
import { changeNetworks, readNetworks } from '../../actions/keyNetworks.ts'
import { createKeyIn, type KeyRequest, revoke } from '../../actions/keys.ts'
import type { ApiKey } from '../../contract/console/keys.ts'
import { lifeStateOf } from '../../domain/access/apiKey.ts'
import { countActiveKeys, findNamedKey, listNamedKeys, type StoredKey } from '../../store/keys/apiKeys.ts'
import { lockMemberships } from '../../store/people/memberships.ts'
import { badRequest, conflict, notFound } from '../errors.ts'
import type { Handler, WorkspaceCall } from './call.ts'

const activeKeysMax = 200

export const listKeys: Handler<'listKeys'> = async ({ db, workspaceId, nowMs }) => ({
  data: (await listNamedKeys(db, workspaceId, new Date(nowMs).toISOString())).map(key => shown(key, nowMs)),
})

export const createKey: Handler<'createKey'> = async (call, { body: { successorOf, networks, ...rest } }) => {
  const request = { ...rest, networks: parsedNetworks(networks) }
  if (successorOf === undefined) return await created(call, request)
  const { id } = await replaceable(call, successorOf)
  return await created(call, { ...request, successorOf: id })
}

export const rotateKey: Handler<'rotateKey'> = async (call, { body }) => {
  const { name, scopes, networks, id: successorOf } = await replaceable(call, body.keyId)
  return await created(call, { name, scopes, networks, expiresInDays: body.expiresInDays, successorOf })
}

export const changeKeyNetworks: Handler<'changeKeyNetworks'> = async (call, { id, body }) => {
  const { db, workspaceId, actor, nowMs } = call
  const networks = parsedNetworks(body.networks)
  const change = await changeNetworks(db, { keyId: id, networks, within: workspaceId }, actor, nowMs)
  const key = change.found ? await findNamedKey(db, workspaceId, id) : null
  if (key === null) throw noSuchKey()
  if (change.found && change.revoked)
    throw conflict('KEY_REVOKED', 'This key was revoked, so its networks no longer matter. Create a new key.')
  return shown(key, nowMs)
}

export const revokeKey: Handler<'revokeKey'> = async ({ db, workspaceId, actor, nowMs }, { id }) => {
  const revocation = await revoke(db, id, actor, nowMs, workspaceId)
  const key = revocation.found ? await findNamedKey(db, workspaceId, id) : null
  if (key === null) throw noSuchKey()
  return shown(key, nowMs)
}

function parsedNetworks(entries: readonly string[] | null | undefined): readonly string[] | null {
  const read = readNetworks(entries ?? null)
  if ('mistake' in read) throw badRequest([{ path: 'networks', message: read.mistake }])
  return read.networks
}

async function replaceable({ db, workspaceId }: WorkspaceCall, keyId: string): Promise<StoredKey> {
  const key = await findNamedKey(db, workspaceId, keyId)
  if (key === null) throw noSuchKey()
  if (key.revokedAt === null) return key
  throw conflict('KEY_REVOKED', 'This key was revoked and cannot be replaced. Create a new key.')
}

async function created(call: WorkspaceCall, request: Omit<KeyRequest, 'workspaceId'>) {
  const { db, workspaceId, actor, nowMs, person } = call
  const { key, secret } = await db.transaction(async connection => {
    await lockMemberships(connection, workspaceId)
    if ((await countActiveKeys(connection, workspaceId, new Date(nowMs).toISOString())) >= activeKeysMax) {
      throw conflict(
        'TOO_MANY_KEYS',
        `The workspace already has ${activeKeysMax} active keys, which is the limit. Revoke some first.`,
      )
    }
    return await createKeyIn(connection, { workspaceId, ...request }, actor, nowMs)
  })
  return {
    key: shown({ ...key, createdBy: person.name, revokedAt: null, lastUsedAt: null }, nowMs),
    secret,
  }
}

const shown = ({ workspaceId: _, ...key }: StoredKey, nowMs: number): ApiKey => ({
  ...key,
  state: lifeStateOf(key, nowMs),
})

const noSuchKey = () => notFound('There is no key with this id in the workspace.')
