/** A service on a restored store, from either engine to either: its clients must not notice the difference. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Home, home, homeOf, type Person, Person as PersonAt } from '../console/access/people.ts'
import { imported } from '../console/imports/bankFiles.ts'
import { overHttp } from '../console/wire.ts'
import { pdfWith } from '../import/invoices/written.ts'
import { backupOf, restored } from '../support/backups.ts'
import { takeInvoice } from '../support/bills.ts'
import { account, company, iban, payee, transaction, workspaceFile } from '../support/builders.ts'
import { TestService } from '../support/service.ts'
import { freshStore, storeNames } from '../support/stores.ts'

const directions = storeNames.flatMap(from => storeNames.map(to => [from, to] as const))

describe.each(directions)('A service on a backup from %s, restored to %s', (from, to) => {
  const owner = company()
  const on = account(owner)
  const transactions = Array.from({ length: 7 }, (_, index) =>
    transaction(on, {
      bookingDate: `2026-03-0${index + 1}`,
      description: `"quoted" \\ ${index}\n\t\u{1f600}`,
    }),
  )
  const file = workspaceFile({ companies: [owner], accounts: [on], transactions, payees: [payee(owner)] })
  const newPayee = { companyId: owner.id, name: 'Zoë', iban: iban() }
  let source: TestService
  let target: TestService
  let secret: string
  let importId: string
  let billId: string
  let own: Home
  let person: Person

  beforeAll(async () => {
    source = await TestService.start(from)
    own = await home(source, file)
    secret = await source.key(file)
    person = await own.person('owner')
    importId = await imported(source, file.workspace.id)
    const invoice = await takeInvoice(source.store.db, file, {
      content: await pdfWith({}),
      name: 'scan.pdf',
      nowMs: source.nowMs,
    })
    billId = invoice.billId
    expect((await created(source)).status).toBe(201)
    await source.tidy()
    const store = await freshStore(to)
    await restored(store.db, await backupOf(source.store.db))
    target = await TestService.on(store)
  })

  afterAll(async () => {
    await source?.stop()
    await target?.stop()
  })

  const created = (service: TestService) =>
    service.request('/v1/payees', {
      method: 'POST',
      secret,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
      body: JSON.stringify(newPayee),
    })

  /** What a client sees of a reply. */
  async function seen(service: TestService, path: string, key = secret) {
    const reply = await service.request(path, { secret: key })
    return { status: reply.status, etag: reply.headers.get('etag'), body: await reply.text() }
  }

  const expectSame = async (path: string, key = secret) => {
    const before = await seen(source, path, key)
    expect(before.status).toBe(200)
    expect(await seen(target, path, key)).toEqual(before)
    return JSON.parse(before.body)
  }

  /** The same person at the restored service, in a new browser. */
  const personThere = () => new PersonAt(overHttp(target), person.id, person)

  it('returns every list as before, byte for byte, to the same keys of both workspaces', async () => {
    for (const list of ['companies', 'accounts', 'categories', 'transactions', 'bills', 'payees']) {
      await expectSame(`/v1/${list}`)
      await expectSame(`/v1/${list}`, source.foreignSecret)
    }
    await expectSame(`/v1/transactions/${transactions[0]?.id}`)
  })

  it('accepts cursors from before', async () => {
    const { nextCursor } = await expectSame('/v1/transactions?limit=3')
    await expectSame(`/v1/transactions?limit=3&cursor=${nextCursor}`)
    const sync = '/v1/transactions?limit=3&updatedAfter=2020-01-01T00:00:00.000Z'
    const { nextCursor: synced } = await expectSame(sync)
    await expectSame(`${sync}&cursor=${synced}`)
  })

  it('replays the stored reply to a repeated Idempotency-Key', async () => {
    const [before, after] = [await created(source), await created(target)]
    expect(after.status).toBe(201)
    expect(await after.text()).toBe(await before.text())
  })

  it('has the original files of bills, byte for byte', async () => {
    const there = personThere()
    expect((await there.signIn()).status).toBe(200)
    const details = (await there.get(own.at(`/bill-details/${billId}`))).body
    const path = own.at(`/documents/${details.documents[0].id}`)
    const bytes = async ({ url }: TestService, token: string | null) => {
      const reply = await fetch(`${url}${path}`, { headers: { cookie: `florin_session=${token}` } })
      expect(reply.status).toBe(200)
      return Buffer.from(await reply.arrayBuffer())
    }
    const original = await bytes(source, person.token)
    expect(original.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await bytes(target, there.token)).equals(original)).toBe(true)
  })

  it('lets people sign in with their password, but has ended all sessions', async () => {
    const there = personThere()
    there.token = person.token
    expect((await there.get('/console/session')).status).toBe(401)
    expect((await there.signIn(there.elsewhere())).status).toBe(200)
    const wrong = await there.signIn(there.elsewhere(), { password: 'not the password' })
    expect(wrong.status).toBe(401)
  })

  it('takes an import back, and syncs what that changed from where a client was', async () => {
    const [last] = (await expectSame('/v1/transactions?updatedAfter=2020-01-01T00:00:00.000Z')).data
    expect(last).toBeDefined()
    const there = personThere()
    await there.signIn()
    target.nowMs += 60_000
    const before = new Date(target.nowMs - 1).toISOString()
    expect((await there.delete(homeOf(target, file).at(`/imports/${importId}`))).status).toBe(200)
    const after = JSON.parse((await seen(target, '/v1/transactions')).body)
    expect(after.data).toHaveLength(transactions.length)
    const changed = transaction(on, { ...transactions[0], description: 'changed' })
    await target.load({ ...file, transactions: [changed] })
    const synced = await seen(target, `/v1/transactions?updatedAfter=${before}`)
    expect(JSON.parse(synced.body).data).toMatchObject([{ id: changed.id, description: 'changed' }])
  })
})
