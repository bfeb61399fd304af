/** Requests that wait for a change: what ends a wait, what is checked then, and what they cost meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeNetworks } from '../../../src/actions/keyNetworks.ts'
import { revoke } from '../../../src/actions/keys.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { clocksOf } from '../../../src/store/workspaceClock.ts'
import { category, company, iban, smallWorkspace } from '../../support/builders.ts'
import { actor, TestService } from '../../support/service.ts'
import { describeOnBothStores, freshStore } from '../../support/stores.ts'
import { watchedThroughout } from '../../support/watched.ts'
import { Followed } from './following.ts'

/** The service, with one connection to the database, and the queries that it has sent. */
class Watched {
  readonly queries: string[] = []
  service = undefined as unknown as TestService
  /** Queries that match wait until the test lets go. */
  held: { matches(sql: string): boolean; until: Promise<void> } | null = null

  /** Waits until the service has asked that many times more for the clocks of waiting workspaces. */
  async ticks(count: number): Promise<void> {
    const before = this.#asked
    await expect.poll(() => this.#asked, { interval: 20 }).toBeGreaterThanOrEqual(before + count)
  }

  get #asked(): number {
    return this.queries.filter(sql => sql === clocksSql).length
  }
}

let clocksSql = ''

describeOnBothStores('Waiting for changes', store => {
  const watch = new Watched()

  beforeAll(async () => {
    const fresh = await freshStore(store)
    // As many requests as possible must share one connection.
    const url = fresh.databaseUrl
    const single = url === null ? fresh.db : await openPostgres({ url, connections: 1 })
    await clocksOf(
      watchedThroughout(single, sql => {
        clocksSql = sql
      }),
      [],
    )
    const db = watchedThroughout(single, async sql => {
      watch.queries.push(sql)
      if (watch.held?.matches(sql)) await watch.held.until
    })
    const remove = async () => {
      if (single !== fresh.db) await single.close()
      await fresh.remove()
    }
    watch.service = await TestService.on({ ...fresh, db, remove })
  })
  afterAll(async () => await watch.service?.stop())

  /** A workspace, and the cursor of a follower that has read everything. */
  async function waiting(search = '') {
    const { service } = watch
    const file = smallWorkspace()
    await service.load(file)
    const { key, secret } = await service.createKey(file, {})
    const own = new Followed(service, file, secret)
    const { body } = await own.get(`/changes?${search}`)
    const path = `/changes?cursor=${body.nextCursor}${search && `&${search}`}`
    const wait = (seconds: number) => own.get(`${path}&wait=${seconds}`)
    return { own, key, path, wait, cursor: body.nextCursor as string }
  }

  /** False while the request waits. */
  function settled(request: Promise<unknown>): () => boolean {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    request.then(settle, settle)
    return () => isSettled
  }

  it('ends with a change of the own workspace, and not with one of another', async () => {
    const { own, wait } = await waiting()
    const foreign = await waiting()
    const reply = wait(30)
    const isOver = settled(reply)
    await watch.ticks(1)
    await foreign.own.load({ companies: [company()] })
    await watch.ticks(2)
    expect(isOver()).toBe(false)
    const added = category()
    await own.load({ categories: [added] })
    const { status, body } = await reply
    expect([status, body.upToDate, body.data.map(({ id }: { id: string }) => id)]).toEqual([
      200,
      true,
      [added.id],
    ])
    expect((await own.get(`/changes?cursor=${body.nextCursor}`)).body.data).toEqual([])
  })

  it('goes on when the change is not for it: another resource, or another company', async () => {
    const { own, wait } = await waiting('resources=payee')
    const { body } = await own.get(`/changes?companyId=${own.file.companies[0]?.id}`)
    const ofCompany = `/changes?companyId=${own.file.companies[0]?.id}&cursor=${body.nextCursor}&wait=30`
    const replies = [wait(30), own.get(ofCompany)]
    const areOver = replies.map(settled)
    await watch.ticks(2)
    await own.load({ companies: [company()] })
    await watch.ticks(2)
    expect(areOver.map(isOver => isOver())).toEqual([false, false])
    await own.send('DELETE', `/v1/payees/${own.file.payees[0]?.id}`)
    for (const reply of replies) {
      expect((await reply).body.data).toMatchObject([{ id: own.file.payees[0]?.id, object: null }])
    }
  })

  it('ends after the time that was asked for, with an empty page', async () => {
    const { wait, cursor } = await waiting()
    const startMs = performance.now()
    const { status, body } = await wait(1)
    expect(performance.now() - startMs).toBeGreaterThan(950)
    expect([status, body.data, body.upToDate, body.nextCursor]).toEqual([200, [], true, cursor])
  })

  it('does not wait if there is something already, or without a cursor', async () => {
    const { own, path } = await waiting()
    const asked = watch.queries.length
    expect((await own.get('/changes?wait=30')).body.data.length).toBeGreaterThan(0)
    await own.send('PATCH', `/v1/payees/${own.file.payees[0]?.id}`, { name: 'Renamed' })
    expect((await own.get(`${path}&wait=30`)).body.data).toHaveLength(1)
    expect(watch.queries.slice(asked)).not.toContain(clocksSql)
  })

  it('a key that was revoked meanwhile gets 401, whether something changed or the time is over', async () => {
    for (const seconds of [30, 1]) {
      const { own, key, wait } = await waiting()
      const reply = wait(seconds)
      await watch.ticks(1)
      await revoke(watch.service.store.db, key.id, actor, watch.service.nowMs)
      if (seconds === 30) await own.load({ categories: [category()] })
      const { status, body } = await reply
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED'])
      expect(body.message).toContain('revoked')
    }
  })

  it('a key that expired meanwhile gets 401', async () => {
    const { service } = watch
    const { own, path } = await waiting()
    const secret = await service.key(own.file, { expiresInDays: 30 })
    const reply = new Followed(service, own.file, secret).get(`${path}&wait=30`)
    await watch.ticks(1)
    service.nowMs += 31 * 24 * 60 * 60 * 1000
    await own.load({ categories: [category()] })
    expect((await reply).status).toBe(401)
  })

  it('a key that may no longer be used from the address gets 403', async () => {
    const { own, key, wait } = await waiting()
    const reply = wait(30)
    await watch.ticks(1)
    const networks = ['203.0.113.0/24']
    await changeNetworks(watch.service.store.db, { keyId: key.id, networks }, actor, watch.service.nowMs)
    await own.load({ categories: [category()] })
    expect(await reply).toMatchObject({ status: 403, body: { code: 'NETWORK_NOT_ALLOWED' } })
  })

  describe('a fifth request of a key', () => {
    it('gets 429 while four wait; other keys and requests that do not wait are served', async () => {
      const { own, path, wait } = await waiting()
      const four = [wait(30), wait(30), wait(30), wait(30)]
      await watch.ticks(2)
      const fifth = await watch.service.request(`/v1${path}&wait=30`, { secret: own.secret })
      expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '1'])
      expect(((await fifth.json()) as { message: string }).message).toContain('4 requests with this key')
      expect((await own.get(path)).status).toBe(200)
      const other = new Followed(watch.service, own.file, await watch.service.key(own.file))
      const another = other.get(`${path}&wait=30`)
      await watch.ticks(1)
      await own.load({ categories: [category()] })
      for (const { status, body } of await Promise.all([...four, another])) {
        expect([status, body.data.length]).toEqual([200, 1])
      }
      // Their places are free again.
      expect((await Promise.all([wait(1), wait(1), wait(1), wait(1)])).map(({ status }) => status)).toEqual(
        Array(4).fill(200),
      )
    })

    it('gets no place while the four look whether a change is for them', async () => {
      const { own, wait, cursor } = await waiting('resources=payee')
      const four = [wait(30), wait(30), wait(30), wait(30)]
      await watch.ticks(2)
      let letGo: () => void = () => undefined
      const until = new Promise<void>(settle => {
        letGo = settle
      })
      watch.held = { matches: sql => sql.includes("select 'payee'"), until }
      await own.load({ categories: [category()] })
      await expect.poll(() => watch.queries.at(-1)).toContain("select 'payee'")
      const elsewhere = (await own.get('/changes?resources=company')).body.nextCursor
      const fifth = await own.get(`/changes?resources=company&cursor=${elsewhere}&wait=30`)
      expect(fifth.status).toBe(429)
      watch.held = null
      letGo()
      await own.send('POST', '/v1/payees', { name: 'New', iban: iban() })
      for (const { status, body } of await Promise.all(four))
        expect([status, body.data.length]).toEqual([200, 1])
      expect(cursor).not.toBe('')
    })

    it('gets a place when a client has disconnected', async () => {
      const { own, path, wait } = await waiting()
      const leaving = new AbortController()
      const options = { secret: own.secret, signal: leaving.signal }
      const gone = watch.service.request(`/v1${path}&wait=30`, options).catch(() => 'gone')
      const three = [wait(30), wait(30), wait(30)]
      await watch.ticks(2)
      expect((await wait(30)).status).toBe(429)
      leaving.abort()
      expect(await gone).toBe('gone')
      let fifth = wait(30)
      for (let attempt = 0; attempt < 100 && (await isRefused(fifth)); attempt += 1) fifth = wait(30)
      await own.load({ categories: [category()] })
      const replies = await Promise.all([...three, fifth])
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })

    /** Refused requests are answered at once; the others wait at least until the next question for the clocks. */
    async function isRefused(request: Promise<{ status: number }>): Promise<boolean> {
      const isWaiting = watch.ticks(1).then(() => null)
      return (await Promise.race([request, isWaiting]))?.status === 429
    }
  })

  it('many waiting requests hold no connection, and cost one query each time the clocks are asked', async () => {
    const groups = await Promise.all([waiting(), waiting(), waiting()])
    const requests = groups.flatMap(({ wait }) => [wait(30), wait(30), wait(30), wait(30)])
    await watch.ticks(3)
    const from = watch.queries.length
    await watch.ticks(3)
    expect(new Set(watch.queries.slice(from))).toEqual(new Set([clocksSql]))
    // The only connection is free for others.
    for (const { own } of groups) {
      expect((await own.get('/companies')).status).toBe(200)
      await own.load({ categories: [category()] })
    }
    for (const { status, body } of await Promise.all(requests))
      expect([status, body.data.length]).toEqual([200, 1])
  })
})
