/** The console's contract: separate from the public one, complete, and checked on every reply in tests. */
import { describe, expect, it } from 'vitest'
import { handlers } from '../../src/api/console/handlers.ts'
import {
  consoleOperations,
  personalOperations,
  workspaceOperations,
} from '../../src/contract/console/operations.ts'
import { consolePaths } from '../../src/contract/console/paths.ts'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { operations } from '../../src/contract/operations.ts'
import { checked } from './wire.ts'

describe('The public OpenAPI document', () => {
  const document = openapiDocument() as { paths: Record<string, Record<string, { operationId: string }>> }

  it('contains every API operation, and no console operation', () => {
    const ids = Object.values(document.paths).flatMap(path =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(ids.sort()).toEqual(Object.keys(operations).sort())
    expect(ids.filter(id => id in consoleOperations)).toEqual([])
  })

  it('contains no console path, and does not mention sessions, cookies or people', () => {
    const paths = new Set<string>(Object.values(consoleOperations).map(({ path }) => path))
    expect(Object.keys(document.paths).filter(path => paths.has(path) || path.includes('console'))).toEqual(
      [],
    )
    expect(JSON.stringify(document)).not.toMatch(/\/console|cookie|session|password|recoveryCode|invite/i)
  })
})

describe('Console operations', () => {
  const all = Object.entries(consoleOperations)

  it('have a handler and a name that no API operation has', () => {
    expect(all.map(([, { id }]) => id)).toEqual(all.map(([name]) => name))
    expect(Object.keys(handlers).sort()).toEqual(all.map(([name]) => name).sort())
    expect(all.filter(([name]) => name in operations)).toEqual([])
  })

  it('have unique paths', () => {
    const places = [personalOperations, workspaceOperations].flatMap((group, index) =>
      Object.values(group).map(({ method, path }) => `${index} ${method} ${path}`),
    )
    expect(new Set(places).size).toBe(all.length)
    // Under a workspace, /v1 is reserved for the API.
    expect(Object.values(workspaceOperations).filter(({ path }) => path.startsWith('/v1'))).toEqual([])
  })

  it('require a role if they belong to a workspace, and otherwise a person or nothing', () => {
    expect(Object.values(workspaceOperations).filter(({ access }) => !Array.isArray(access))).toEqual([])
    const personal = Object.values(personalOperations).map(({ access }) => access)
    expect([...new Set<string>(personal)].sort()).toEqual(['anyone', 'person'])
  })

  it('are open to anyone only for sign-in and links', () => {
    const open = Object.values(personalOperations).filter(({ access }) => access === 'anyone')
    expect(open.map(({ id }) => id).sort()).toEqual(['acceptLink', 'inspectLink', 'signIn'])
  })

  it('have a reply body if and only if the contract has a schema or a file for it', () => {
    const wrong = Object.values(consoleOperations).filter(
      ({ success }) => ('schema' in success || 'form' in success) === (success.status === 204),
    )
    expect(wrong).toEqual([])
  })

  it('reject unknown fields in bodies', () => {
    const open = Object.values(consoleOperations).filter(
      operation => 'body' in operation && operation.body.safeParse({ surprise: 1 }).success,
    )
    expect(open).toEqual([])
    for (const operation of Object.values(consoleOperations)) {
      if (!('body' in operation)) continue
      const { error } = operation.body.safeParse({ surprise: 1 })
      expect(error?.issues.map(({ code }) => code)).toContain('unrecognized_keys')
    }
  })

  it('do not share paths with pages', () => {
    expect(consolePaths.filter(path => path.startsWith('/console') || path.startsWith('/v1'))).toEqual([])
  })
})

describe('The check of replies in these tests', () => {
  const headers = ['Request-Id', 'req_1', 'X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store']
  const json = [...headers, 'Content-Type', 'application/json']
  const user = { id: 'usr_1', email: 'a@b.c', name: 'Ada', secondFactor: false, recoveryCodesLeft: 0 }
  const me = { user, workspaces: [], mayCreateWorkspaces: false }
  const check = (status: number, body: unknown, sent = json, path = '/console/session', method = 'GET') =>
    checked(method, path, status, sent, body === null ? '' : JSON.stringify(body))

  it('accepts a reply that follows the contract', async () => {
    expect((await check(200, me)).body).toEqual(me)
    expect((await check(204, null, headers, '/console/session', 'DELETE')).status).toBe(204)
    const refusal = { defined: false, code: 'X', status: 401, message: 'No.' }
    expect((await check(401, refusal)).body).toEqual(refusal)
  })

  it.each([
    ['an extra field', 200, { ...me, extra: 1 }],
    ['a nested extra field', 200, { ...me, user: { ...user, passwordHash: 'scrypt' } }],
    ['a missing field', 200, { user }],
    ['the wrong type', 200, { ...me, workspaces: null }],
    ['the wrong status', 201, me],
    ['an error of the wrong shape', 401, { error: 'no' }],
    ['an error whose body has another status', 401, { defined: false, code: 'X', status: 403, message: '' }],
  ])('rejects a reply with %s', async (_, status, body) => {
    await expect(check(status, body)).rejects.toThrow()
  })

  it.each([
    ['no Request-Id', json.slice(2)],
    ['a public Cache-Control', json.map(value => (value === 'no-store' ? 'public' : value))],
    ['a CORS header', [...json, 'Access-Control-Allow-Origin', '*']],
    ['the wrong type', json.map(value => (value === 'application/json' ? 'text/html' : value))],
  ])('rejects a reply with %s', async (_, sent) => {
    await expect(check(200, me, sent)).rejects.toThrow()
  })

  it('rejects a reply to a path that is not in the contract', async () => {
    await expect(check(200, me, json, '/console/elsewhere')).rejects.toThrow()
  })
})
