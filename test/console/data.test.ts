/** The API's operations as a person: the same bytes as for a key of the workspace, and shared walks. */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  account,
  bill,
  category,
  company,
  iban,
  payee,
  transaction,
  workspaceFile,
} from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { Browser, type Home, home, type Person, sessionOf } from './access/people.ts'
import { directly, headerOf, overHttp, statusAndCode } from './wire.ts'

describeOnBothStores('Workspace data for a person', store => {
  const service = useService(store)
  let own: Home
  let admin: Person
  let member: Person
  let secret: string

  beforeAll(async () => {
    const owner = company()
    const on = account(owner)
    const label = category()
    const labelled = { id: label.id, name: label.name, slug: label.slug }
    own = await home(
      service.current,
      workspaceFile({
        companies: [owner],
        accounts: [on],
        categories: [label],
        transactions: Array.from({ length: 23 }, (_, index) =>
          transaction(on, {
            category: index % 2 === 0 ? labelled : null,
            description: 'SEPA Überweisung 商店',
          }),
        ),
        bills: Array.from({ length: 7 }, () => bill(owner)),
        payees: [payee(owner)],
      }),
    )
    admin = await own.person('admin')
    member = await own.person('member')
    secret = await service.current.key(own.file)
  })

  const byKey = (path: string, headers: Record<string, string> = {}) =>
    overHttp(service.current)('GET', `/v1${path}`, {
      headers: { authorization: `Bearer ${secret}`, ...headers },
    })
  const byPerson = (path: string, headers: Record<string, string> = {}, who = member) =>
    who.ask('GET', own.at(`/v1${path}`), { headers })

  const paths = () => [
    '/companies',
    '/accounts',
    `/accounts/${own.file.accounts[0]?.id}`,
    '/transactions',
    '/transactions?limit=5',
    '/transactions?status=booked&side=debit&dateFrom=2026-01-01',
    '/transactions?updatedAfter=1970-01-01T00:00:00Z&limit=9',
    `/transactions/${own.file.transactions[3]?.id}`,
    '/categories',
    '/bills?limit=3',
    `/bills/${own.file.bills[0]?.id}`,
    '/payees',
    `/payees/${own.file.payees[0]?.id}`,
  ]

  it('is the same as for a key, byte for byte, with the same ETag', async () => {
    for (const path of paths()) {
      const [key, person] = [await byKey(path), await byPerson(path)]
      expect([path, person.status]).toEqual([path, 200])
      expect(person.text).toBe(key.text)
      expect(headerOf(person, 'etag')).toBe(headerOf(key, 'etag'))
    }
  })

  it('has the same error replies as for a key', async () => {
    for (const path of [
      '/transactions?limit=0',
      '/transactions?cursor=nonsense',
      '/transactions?companyId=com_nobody',
      `/transactions?companyId=${service.current.foreign.companies[0]?.id}`,
      '/transactions/nobody',
      `/transactions/${service.current.foreign.transactions[0]?.id}`,
    ]) {
      const [key, person] = [await byKey(path), await byPerson(path)]
      expect([path, person.status >= 400, person.text]).toEqual([path, true, key.text])
    }
  })

  it('is 304 for an ETag from a key or a person, until something is written', async () => {
    const path = '/payees'
    const [key, person] = [headerOf(await byKey(path), 'etag'), headerOf(await byPerson(path), 'etag')]
    const asks = [
      () => byPerson(path, { 'if-none-match': key ?? '' }),
      () => byKey(path, { 'if-none-match': person ?? '' }),
    ]
    for (const ask of asks) expect((await ask()).status).toBe(304)
    const saved = await admin.post(own.at('/v1/payees'), { name: 'Papier', iban: iban() })
    expect(saved.status).toBe(201)
    for (const ask of asks) {
      const { status, text } = await ask()
      expect([status, text.includes(saved.body.id)]).toEqual([200, true])
    }
  })

  it('is not stored by shared caches, and is revalidated each time', async () => {
    expect(headerOf(await byPerson('/transactions'), 'cache-control')).toBe('private, no-cache')
  })

  it('does not include GET /workspace, which shows the calling key', async () => {
    expect(statusAndCode(await byPerson('/workspace'))).toEqual([404, 'UNKNOWN_PATH'])
  })

  describe('walks', () => {
    /** Reads all pages; the callers take turns. */
    async function walk(path: string, turns: ((path: string) => ReturnType<typeof byKey>)[]) {
      const ids: string[] = []
      let cursor: string | null = null
      for (let page = 0; page === 0 || cursor !== null; page += 1) {
        const ask = turns[page % turns.length] ?? byKey
        const reply = await ask(`${path}&limit=4${cursor === null ? '' : `&cursor=${cursor}`}`)
        expect(reply.status).toBe(200)
        ids.push(...reply.body.data.map(({ id }: { id: string }) => id))
        cursor = reply.body.nextCursor
      }
      return ids
    }

    it.each(['/transactions?', '/transactions?updatedAfter=1970-01-01T00:00:00Z', '/bills?status=new'])(
      'can be started by a key and continued by a person, and vice versa: %s',
      async path => {
        const alone = await walk(path, [byKey])
        expect(alone.length).toBe(path.startsWith('/bills') ? 7 : 23)
        expect(await walk(path, [byPerson])).toEqual(alone)
        expect(await walk(path, [byKey, byPerson])).toEqual(alone)
        expect(await walk(path, [byPerson, byKey])).toEqual(alone)
      },
    )

    it('of a sync keep the state of their first page; later changes come with the next poll', async () => {
      const [on = account(company())] = own.file.accounts
      const first = await byPerson('/transactions?updatedAfter=1970-01-01T00:00:00Z&limit=20')
      const late = transaction(on)
      await service.current.load({ ...own.file, transactions: [late] })
      const cursor = first.body.nextCursor
      const rest = await byPerson(`/transactions?updatedAfter=1970-01-01T00:00:00Z&limit=20&cursor=${cursor}`)
      const all = [...first.body.data, ...rest.body.data] as { id: string; updatedAt: string }[]
      expect(all.map(({ id }) => id)).not.toContain(late.id)
      const newest = all
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .at(-1)
      const poll = await byPerson(`/transactions?updatedAfter=${newest}`)
      expect(poll.body.data.map(({ id }: { id: string }) => id)).toEqual([late.id])
    })

    it('of one workspace cannot be continued in another', async () => {
      const other = await home(service.current)
      const stranger = await other.person('owner')
      const { nextCursor } = (await byPerson('/transactions?limit=2')).body
      const reply = await stranger.get(other.at(`/v1/transactions?limit=2&cursor=${nextCursor}`))
      expect(statusAndCode(reply)).toEqual([400, 'BAD_REQUEST'])
    })
  })

  describe('writes', () => {
    it('can be repeated safely with an Idempotency-Key', async () => {
      const json = { name: 'Once', iban: iban() }
      const post = () =>
        admin.ask('POST', own.at('/v1/payees'), { json, headers: { 'idempotency-key': 'person-1' } })
      const [first, again] = [await post(), await post()]
      expect([first.status, again.text, headerOf(again, 'idempotency-replayed')]).toEqual([
        201,
        first.text,
        'true',
      ])
    })

    it('of a duplicate are rejected with the id of the first', async () => {
      const json = { name: 'Twice', iban: iban() }
      const first = await admin.post(own.at('/v1/payees'), json)
      const second = await admin.post(own.at('/v1/payees'), json)
      expect([...statusAndCode(second), second.body.data]).toEqual([
        409,
        'CONFLICT',
        { payeeId: first.body.id },
      ])
    })
  })

  it('has one rate limit per person, over all sessions and workspaces', async () => {
    const { send } = directly(service.current.store.db, {
      clock: () => service.current.nowMs,
      config: { rate: { perSecond: 1, burst: 3 } },
    })
    const [ada, eve] = [await own.person('member'), await own.person('member')]
    const [laptop, phone] = [
      new Browser(send, ada.token),
      new Browser(send, await sessionOf(service.current, ada.id)),
    ]
    const statuses = [
      (await laptop.get(own.at('/v1/companies'))).status,
      (await phone.get('/console/session')).status,
      (await laptop.get(own.at('/keys'))).status,
    ]
    expect(statuses).toEqual([200, 200, 200])
    const refused = await phone.get(own.at('/v1/companies'))
    expect([...statusAndCode(refused), headerOf(refused, 'retry-after')]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '1',
    ])
    expect((await new Browser(send, eve.token).get(own.at('/v1/companies'))).status).toBe(200)
    service.current.nowMs += 1000
    expect((await phone.get(own.at('/v1/companies'))).status).toBe(200)
  })
})
