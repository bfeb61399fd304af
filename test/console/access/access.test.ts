/** Access rights: every operation of the contract, tried by every kind of visitor. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleOperation } from '../../../src/contract/console/operation.ts'
import { roles } from '../../../src/contract/console/roles.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { consoleRows, dataRows, pathFor, type Row, type Sample, sentIn } from '../samples.ts'
import { notSignedIn, overHttp, type Sending, seen, statusAndCode } from '../wire.ts'
import { Browser, expectUnchanged, type Home, home, homeOf, type Person, person } from './people.ts'
import { useCheapHashes } from './signIn/scrypt.ts'

type AnyOperation = ConsoleOperation | Operation

const accessOf = (operation: AnyOperation) => ('access' in operation ? operation.access : roles)
const workspaceRows = [...consoleRows, ...dataRows].filter(
  ([, { operation }]) => typeof accessOf(operation) !== 'string',
) as [string, Row<AnyOperation>][]
const personalRows = consoleRows.filter(([, { operation }]) => typeof accessOf(operation) === 'string')

/** Members do not write payees; GET /workspace is only for keys. */
function mayCall(operation: AnyOperation, role: (typeof roles)[number]): boolean {
  if ('access' in operation) return accessOf(operation).includes(role)
  return role !== 'member' || operation.method === 'GET'
}
const onlyForKeys = 'getWorkspace'
/** Operations with an id in their body. */
const namedInBody = [
  ...['createMatch', 'rotateKey', 'runImport', 'createAccount'],
  ...['rotateWebhookSecret', 'testWebhook', 'replayWebhook'],
  ...['moveBill', 'fixBill', 'commentBill'],
]

describeOnBothStores('Access to the console', store => {
  const service = useService(store)
  useCheapHashes()
  let own: Home
  let byRole: Record<(typeof roles)[number], Person>
  let stranger: Person
  let secret: string

  beforeAll(async () => {
    own = await home(service.current)
    byRole = {
      owner: await own.person('owner'),
      admin: await own.person('admin'),
      bookkeeper: await own.person('bookkeeper'),
      member: await own.person('member'),
    }
    // No person is the last one with their role.
    await own.person('owner')
    stranger = await homeOf(service.current, service.current.foreign).person('owner')
    secret = await service.current.key(own.file)
  })

  const prepared = (row: Row, who: Person) => row.prepare({ service: service.current, home: own, who })
  const signedOut = () => new Browser(overHttp(service.current))

  function ask(browser: Browser, row: Row, sample: Sample, workspaceId: string, sending: Sending = {}) {
    const sent = sentIn(sample)
    const headers = { ...sent.headers, ...sending.headers }
    return browser.ask(row.operation.method, pathFor(row, sample, workspaceId), {
      ...sent,
      ...sending,
      headers,
    })
  }

  const withKey = () => ({ headers: { authorization: `Bearer ${secret}` } })

  describe.each(workspaceRows)('%s', (name, row) => {
    const allowed = name === onlyForKeys ? [] : roles.filter(role => mayCall(row.operation, role))
    const refusal = name === onlyForKeys ? [404, 'UNKNOWN_PATH'] : [403, 'ROLE_REQUIRED']

    it('is closed to visitors, keys, people of other workspaces, and roles without the right', async () => {
      const sample = await prepared(row, byRole.owner)
      await expectUnchanged(service.current, async () => {
        const visitor = await ask(signedOut(), row, sample, own.workspaceId)
        expect(statusAndCode(visitor)).toEqual(notSignedIn)
        expect(seen(await ask(signedOut(), row, sample, own.workspaceId, withKey()))).toEqual(seen(visitor))
        expect(seen(await ask(signedOut(), row, sample, 'wsp_nobody'))).toEqual(seen(visitor))

        // An owner of another workspace must not learn whether this one exists.
        const unknown = await ask(stranger, row, sample, 'wsp_nobody')
        expect(statusAndCode(unknown)).toEqual([404, 'NOT_FOUND'])
        expect(seen(await ask(stranger, row, sample, own.workspaceId))).toEqual(seen(unknown))
        expect(seen(await ask(stranger, row, sample, own.workspaceId, withKey()))).toEqual(seen(unknown))

        for (const role of roles.filter(each => !allowed.includes(each))) {
          expect(statusAndCode(await ask(byRole[role], row, sample, own.workspaceId))).toEqual(refusal)
        }
      })
    })

    it('is open to the roles that the contract names', async () => {
      for (const role of allowed) {
        const sample = await prepared(row, byRole[role])
        const reply = await ask(byRole[role], row, sample, own.workspaceId)
        expect([role, reply.status]).toEqual([role, row.operation.success.status])
      }
    })
  })

  describe.each(personalRows.filter(([, { operation }]) => operation.access === 'person'))('%s', (_, row) => {
    it('is open to signed-in people only, not to keys', async () => {
      const who = await person(service.current)
      const sample = await prepared(row, who)
      await expectUnchanged(service.current, async () => {
        const refused = await ask(signedOut(), row, sample, '')
        expect(statusAndCode(refused)).toEqual(notSignedIn)
        expect(seen(await ask(signedOut(), row, sample, '', withKey()))).toEqual(seen(refused))
      })
      expect((await ask(who, row, sample, '')).status).toBe(row.operation.success.status)
    })
  })

  describe.each(personalRows.filter(([, { operation }]) => operation.access === 'anyone'))('%s', (_, row) => {
    it('is open to anyone, and depends only on the body', async () => {
      const sample = await prepared(row, await person(service.current))
      await expectUnchanged(service.current, async () => {
        const refused = await ask(signedOut(), row, { json: {} }, '')
        expect(statusAndCode(refused)).toEqual([400, 'BAD_REQUEST'])
        expect(seen(await ask(signedOut(), row, { json: {} }, '', withKey()))).toEqual(seen(refused))
        expect(seen(await ask(byRole.owner, row, { json: {} }, ''))).toEqual(seen(refused))
      })
      expect((await ask(signedOut(), row, sample, '')).status).toBe(row.operation.success.status)
    })
  })

  it('members cannot change a workspace, nor read the audit log or uploads', () => {
    // Saved views belong to the person, not to the workspace.
    const isOwn = (path: string) => path.startsWith('/views')
    const forMembers = workspaceRows.filter(([, { operation }]) => mayCall(operation, 'member'))
    const refused = workspaceRows.filter(row => !forMembers.includes(row))
    expect(
      forMembers.filter(([, { operation }]) => operation.method !== 'GET' && !isOwn(operation.path)),
    ).toEqual([])
    expect(refused.filter(([, { operation }]) => operation.method === 'GET').map(([id]) => id)).toEqual([
      'listWebhooks',
      'listWebhookAttempts',
      'listAudit',
      'listUploads',
    ])
  })

  it('bookkeepers can do everything except what concerns keys, webhooks, people and the audit log', () => {
    const refused = workspaceRows.filter(([, { operation }]) => !mayCall(operation, 'bookkeeper'))
    const managed = /^\/(workspace-name|keys|rotations|webhooks?|people|invites|audit|settings|settlement)\b/
    const writes = workspaceRows.filter(([, { operation }]) => operation.method !== 'GET')
    const [managing, editing] = [true, false].map(is =>
      writes.filter(([, { operation }]) => managed.test(operation.path) === is).map(([id]) => id),
    )
    const reads = ['listWebhooks', 'listWebhookAttempts', 'listAudit']
    expect(refused.map(([id]) => id).sort()).toEqual([...(managing ?? []), ...reads].sort())
    expect(editing).toEqual(expect.arrayContaining(['runImport', 'createRule', 'createMatch', 'createPayee']))
  })

  describe.each(dataRows)('%s under /v1', (_, { operation }) => {
    it("is open to keys only: an owner's cookie is ignored", async () => {
      const path = `/v1${operation.path.replace('{id}', 'x')}`
      const bare = await overHttp(service.current)(operation.method, path)
      expect(statusAndCode(bare)).toEqual([401, 'UNAUTHORIZED'])
      expect(seen(await byRole.owner.ask(operation.method, path))).toEqual(seen(bare))
    })
  })

  describe('HEAD', () => {
    it('works like GET without a body, for the same people', async () => {
      for (const path of ['/keys', '/audit', '/v1/transactions']) {
        const statusFor = async (browser: Browser) => (await browser.ask('HEAD', own.at(path))).status
        expect([await statusFor(signedOut()), await statusFor(stranger)]).toEqual([401, 404])
        expect(await statusFor(byRole.member)).toBe(path === '/audit' ? 403 : 200)
      }
    })
  })

  describe('unknown paths', () => {
    const paths = ['/nothing', '/keys/', '/keys/a/b', '/v1/', '/v1/nothing', '/v1/workspace', '/v1', '//keys']

    it.each(paths)('are 404 only for people of the workspace: %s', async path => {
      expect(statusAndCode(await signedOut().get(own.at(path)))).toEqual(notSignedIn)
      const unknown = await stranger.get(`/console/workspaces/wsp_nobody${path}`)
      expect(seen(await stranger.get(own.at(path)))).toEqual(seen(unknown))
      expect(statusAndCode(await byRole.owner.get(own.at(path)))).toEqual([404, 'UNKNOWN_PATH'])
    })

    it.each(['/console', '/console/', '/console/nothing', '/console/workspaces', '/console/workspaces/x'])(
      'are 404 only for signed-in people: %s',
      async path => {
        expect(statusAndCode(await signedOut().get(path))).toEqual(notSignedIn)
        expect(statusAndCode(await stranger.get(path))).toEqual([404, 'UNKNOWN_PATH'])
      },
    )

    it.each(['%00', '%ff', '%F0%9F%98%80', '..%2f', ' '.repeat(3).replaceAll(' ', '%20'), 'x'.repeat(5000)])(
      'include workspaces with any id that a URL can contain: %s',
      async name => {
        const unknown = await stranger.get('/console/workspaces/wsp_nobody/keys')
        const { status, body } = await stranger.get(`/console/workspaces/${name}/keys`)
        expect({ status, body }).toEqual({ status: unknown.status, body: unknown.body })
      },
    )

    it('are distinguished from other methods, which get a 405 that names the allowed ones', async () => {
      const reply = await byRole.owner.ask('PATCH', own.at('/keys'), { json: {} })
      expect(statusAndCode(reply)).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(reply.headers).toContainEqual(['allow', 'GET, HEAD, POST'])
    })
  })

  it('an id of another workspace is 404 even for managers of this one', async () => {
    const { foreign } = service.current
    const theirs = homeOf(service.current, foreign)
    const { owner } = byRole
    for (const [name, row] of workspaceRows) {
      const world = { service: service.current, home: theirs, who: stranger }
      const sample = await row.prepare(world)
      if (sample.id === undefined && !namedInBody.includes(name)) continue
      await expectUnchanged(service.current, async () => {
        const reply = await ask(owner, row, sample, own.workspaceId)
        expect([name, ...statusAndCode(reply)]).toEqual([name, 404, 'NOT_FOUND'])
      })
    }
  })
})
