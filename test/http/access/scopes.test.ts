import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../src/contract/operation.ts'
import { operations } from '../../../src/contract/operations.ts'
import { type Scope, scopes } from '../../../src/contract/scopes.ts'
import { listNames, type WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { iban, payee, smallWorkspace } from '../../support/builders.ts'
import { exampleBody } from '../../support/exampleBody.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'

interface Row {
  method: string
  path: string
  scope: Scope | null
  success: number
  body?: () => object
  /** The scope depends on the parameters, so the document has none. */
  isByParameters?: boolean
}

/** Every operation, written by hand: the scope it needs, and its status with that scope. */
const specified: Row[] = [
  { method: 'GET', path: '/workspace', scope: null, success: 200 },
  { method: 'GET', path: '/companies', scope: 'companies:read', success: 200 },
  { method: 'GET', path: '/accounts', scope: 'accounts:read', success: 200 },
  { method: 'GET', path: '/accounts/{id}', scope: 'accounts:read', success: 200 },
  { method: 'GET', path: '/transactions', scope: 'transactions:read', success: 200 },
  { method: 'GET', path: '/transactions/{id}', scope: 'transactions:read', success: 200 },
  { method: 'GET', path: '/categories', scope: 'categories:read', success: 200 },
  { method: 'GET', path: '/bills', scope: 'bills:read', success: 200 },
  { method: 'GET', path: '/bills/{id}', scope: 'bills:read', success: 200 },
  { method: 'GET', path: '/payees', scope: 'payees:read', success: 200 },
  { method: 'GET', path: '/payees/{id}', scope: 'payees:read', success: 200 },
  {
    method: 'POST',
    path: '/payees',
    scope: 'payees:write',
    success: 201,
    body: () => ({ name: 'New', iban: iban() }),
  },
  {
    method: 'PATCH',
    path: '/payees/{id}',
    scope: 'payees:write',
    success: 200,
    body: () => ({ name: 'Changed' }),
  },
  { method: 'DELETE', path: '/payees/{id}', scope: 'payees:write', success: 204 },
]

/** Operations that only Florin has, as its contract has them. */
const others: Row[] = Object.values<Operation>(operations)
  .filter(({ method, path }) => !specified.some(row => row.method === method && row.path === path))
  .map(operation => {
    const { method, path, scopes: fixed, scopesFor, success, body } = operation
    const needed = scopesFor?.(new URLSearchParams(), []) ?? fixed
    const scope = needed[0] ?? null
    const row = { method, path, scope, success: success.status, isByParameters: scopesFor !== undefined }
    return body === undefined ? row : { ...row, body: () => exampleBody(operation) ?? {} }
  })

const table = [...specified, ...others]

const allScopes: Scope[] = [
  'companies:read',
  'accounts:read',
  'transactions:read',
  'categories:read',
  'bills:read',
  'payees:read',
  'payees:write',
]

describeOnBothStores('Scopes', store => {
  const service = useService(store)
  let file: WorkspaceFile
  /** One key for each single scope, and one without any. */
  const secrets = new Map<Scope | null, string>()

  beforeAll(async () => {
    file = smallWorkspace()
    await service.current.load(file)
    for (const scope of [null, ...allScopes]) {
      secrets.set(scope, await service.current.key(file, { scopes: scope === null ? [] : [scope] }))
    }
  })

  function idFor(path: string): string {
    const list = listNames.find(name => path.startsWith(`/${name}`))
    return list === undefined ? '' : (file[list][0]?.id ?? '')
  }

  function ask({ method, path, body }: Row, secret: string, id = idFor(path)) {
    return service.current.request(`/v1${path.replace('{id}', id)}`, {
      method,
      secret,
      ...(body && { body: JSON.stringify(body()), headers: { 'content-type': 'application/json' } }),
    })
  }

  /** A new payee for each delete, so that no other row of the table loses its payee. */
  async function spareId({ method, path }: Row): Promise<string> {
    if (method !== 'DELETE') return idFor(path)
    const spare = payee(file.companies[0] ?? { id: '' })
    await service.current.load({ ...file, payees: [spare] })
    return spare.id
  }

  function forbidden(scope: Scope) {
    const message = expect.stringContaining(scope)
    return { defined: true, code: 'FORBIDDEN', status: 403, message, data: { requiredScopes: [scope] } }
  }

  const named = table.map(row => [`${row.method} ${row.path}`, row.scope ?? 'no scope at all', row] as const)

  it.each(named)('%s needs a key with %s', async (_, __, row) => {
    const id = await spareId(row)
    for (const [granted, secret] of secrets) {
      const reply = await ask(row, secret, id)
      if (row.scope === null || granted === row.scope) {
        expect(reply.status, `with ${granted}`).toBe(row.success)
      } else {
        expect(reply.status, `with ${granted}`).toBe(403)
        expect(await reply.json(), `with ${granted}`).toEqual(forbidden(row.scope))
      }
    }
  })

  it('a key with all scopes but one may do everything except what needs that one', async () => {
    for (const lacking of allScopes) {
      const secret = await service.current.key(file, { scopes: scopes.filter(scope => scope !== lacking) })
      const refused = []
      for (const row of table.filter(({ method }) => method === 'GET')) {
        if ((await ask(row, secret)).status === 403) refused.push(row.path)
      }
      expect(refused).toEqual(
        table.filter(({ method, scope }) => method === 'GET' && scope === lacking).map(({ path }) => path),
      )
    }
  })

  it('payees:write does not include payees:read, nor vice versa', async () => {
    const [list, create] = [table[9], table[11]] as [Row, Row]
    expect((await ask(list, secrets.get('payees:write') ?? '')).status).toBe(403)
    expect((await ask(create, secrets.get('payees:read') ?? '')).status).toBe(403)
  })

  describe('403 comes before 400 and 404', () => {
    it.each([
      ['GET', '/transactions?limit=0', 'transactions:read'],
      ['GET', '/bills?cursor=nonsense', 'bills:read'],
      ['GET', '/accounts?companyId=nobody', 'accounts:read'],
      ['GET', '/accounts/nobody', 'accounts:read'],
      ['GET', `/accounts/${'x'.repeat(256)}`, 'accounts:read'],
      ['POST', '/payees', 'payees:write'],
      ['PATCH', '/payees/nobody', 'payees:write'],
      ['DELETE', '/payees/nobody', 'payees:write'],
    ] as const)('%s %s', async (method, path, scope) => {
      const reply = await service.current.request(`/v1${path}`, { method, secret: secrets.get(null) ?? '' })
      expect(reply.status).toBe(403)
      expect(await reply.json()).toEqual(forbidden(scope))
    })
  })

  it('x-required-scopes of each operation is the scope that the service requires; empty if there is none or it depends on the parameters', async () => {
    const document = (await (await service.current.request('/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, { 'x-required-scopes': string[] }>>
    }
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation['x-required-scopes'],
      ]),
    )
    const expected = table.map(({ method, path, scope, isByParameters }) => [
      `${method} ${path}`,
      scope === null || isByParameters ? [] : [scope],
    ])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(expected))
    expect(documented).toHaveLength(table.length)
  })

  it('there are exactly these seven scopes', () => {
    expect(scopes).toEqual(allScopes)
  })
})
