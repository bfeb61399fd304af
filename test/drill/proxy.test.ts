/** What each fault does on the wire, in front of a real service. */
import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { DrillOptions } from '../../src/drill/drill.ts'
import { iban, smallWorkspace } from '../support/builders.ts'
import { drilled, planFor } from '../support/drill/drilled.ts'
import { useService } from '../support/service.ts'
import { plainFetch } from '../support/setup/contractCheck.ts'

// It only speaks HTTP with the service, so one store is enough.
describe('the drill', () => {
  const service = useService('embedded')

  /** A workspace behind a drill, with one function for both sides. */
  const start = async (options: Partial<DrillOptions> = {}) => {
    const file = smallWorkspace()
    await service.current.load(file)
    const key = await service.current.key(file)
    const upstream = `${service.current.url}/v1`
    const writer = options.plan?.includes('change') || options.plan?.includes('resync') ? key : null
    const { drill, time } = await drilled(upstream, { writerKey: writer, ...options })
    const send =
      (base: string) =>
      (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
        plainFetch(`${base}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${key}`, ...init.headers },
        })
    const through = send(drill.api)
    const direct = send(upstream)
    const post = (headers = {}) =>
      through('/payees', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'New', iban: fresh }),
      })
    const fresh = iban()
    const isThere = async () =>
      ((await (await direct('/payees')).json()) as { data: { iban: string }[] }).data.some(
        each => each.iban === fresh,
      )
    return { file, key, drill, time, through, direct, post, isThere }
  }

  const json = async (response: Response | Promise<Response>) =>
    (await (await response).json()) as {
      data: { id: string; object: object | null }[]
      code: string
      nextCursor: string
    }

  describe('passes on unchanged', () => {
    it('status, headers and bytes of any reply, and what a request carries', async () => {
      const { through, direct, file, post, isThere } = await start()
      const foreign = service.current.foreign.payees[0]?.id
      for (const path of [
        '/workspace',
        '/transactions?limit=1',
        '/payees',
        `/payees/${foreign}`,
        '/nothing',
      ]) {
        const [ours, theirs] = [await through(path), await direct(path)]
        expect([ours.status, await ours.text()]).toEqual([theirs.status, await theirs.text()])
        expect(ours.headers.get('etag')).toBe(theirs.headers.get('etag'))
        expect(ours.headers.get('request-id')).toMatch(/^req_/)
      }
      const etag = (await through('/payees')).headers.get('etag') ?? ''
      const unchanged = await through('/payees', { headers: { 'if-none-match': etag } })
      expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
      expect((await post({ 'idempotency-key': 'k' })).status).toBe(201)
      expect((await post({ 'idempotency-key': 'k' })).headers.get('idempotency-replayed')).toBe('true')
      expect(await isThere()).toBe(true)
      const deleted = await through(`/payees/${file.payees[0]?.id}`, { method: 'DELETE' })
      expect([deleted.status, await deleted.text()]).toEqual([204, ''])
      expect((await through('/workspace', { headers: { authorization: 'Bearer no' } })).status).toBe(401)
    })

    it('nothing outside the API, and no body over 1 MiB', async () => {
      const { drill, through } = await start()
      const outside = await plainFetch(`${drill.origin}/console/`)
      expect([outside.status, (await json(outside)).code]).toEqual([404, 'UNKNOWN_PATH'])
      const large = await through('/payees', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
      expect([large.status, (await json(large)).code]).toEqual([413, 'BODY_TOO_LARGE'])
    })
  })

  describe('refuses without doing anything', () => {
    it('with 429 and Retry-After', async () => {
      const { post, isThere } = await start(planFor('429', 'write'))
      const reply = await post()
      expect([reply.status, (await json(reply)).code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(reply.headers.get('retry-after')).toMatch(/^[12]$/)
      expect(await isThere()).toBe(false)
      expect((await post()).status).toBe(201)
    })

    it.each([
      ['with Retry-After, as the service', 0, 'application/json', /^[12]$/],
      ['without, as a load balancer', 1, 'text/html', /^null$/],
    ])('with 503 %s', async (_, form, type, retryAfter) => {
      const plan = planFor('503', 'write', 'x.', below => below('form', 2) === form)
      const { post, isThere } = await start(plan)
      const reply = await post()
      expect([reply.status, reply.headers.get('content-type')]).toEqual([503, type])
      expect(String(reply.headers.get('retry-after'))).toMatch(retryAfter)
      expect(await isThere()).toBe(false)
    })

    it('by resetting the connection', async () => {
      const { post, isThere } = await start(planFor('reset-answer', 'write'))
      await expect(post()).rejects.toThrow('fetch failed')
      expect(await isThere()).toBe(false)
      expect((await post()).status).toBe(201)
    })
  })

  describe('spoils an answer', () => {
    it('by resetting the connection in the middle of the body', async () => {
      const { through, direct } = await start(planFor('reset-body', 'read'))
      const outcome = await through('/transactions').then(
        reply =>
          reply.text().then(
            () => 'whole',
            () => 'torn',
          ),
        () => 'reset',
      )
      expect(outcome).not.toBe('whole')
      expect(await (await through('/transactions')).text()).toBe(await (await direct('/transactions')).text())
    })

    it.each([
      ['with the length of what is left', 1, /^\d+$/],
      ['in chunks', 0, /^null$/],
    ])('by cutting its JSON, %s', async (_, form, length) => {
      const plan = planFor('cut-json', 'read', 'x.', below => below('form', 2) === form)
      const { through, direct } = await start(plan)
      const whole = await (await direct('/transactions')).text()
      const reply = await through('/transactions')
      const text = await reply.text()
      expect(reply.status).toBe(200)
      expect(String(reply.headers.get('content-length'))).toMatch(length)
      expect(text.length).toBeLessThan(whole.length)
      expect(whole.startsWith(text)).toBe(true)
      expect(() => JSON.parse(text)).toThrow()
    })

    it('by a silence, in which a write is done already', async () => {
      const moments = new EventEmitter()
      const silent = once(moments, 'silent')
      const sleep = async (ms: number) => {
        const over = once(moments, 'over')
        moments.emit('silent', ms)
        await over
      }
      const { post, isThere } = await start({ ...planFor('silence', 'write'), sleep })
      let answered = false
      const reply = post().finally(() => {
        answered = true
      })
      expect(await silent).toEqual([20_000])
      expect([await isThere(), answered]).toEqual([true, false])
      moments.emit('over')
      expect((await reply).status).toBe(201)
    })
  })

  describe('does a write and', () => {
    it('answers 500 OUTCOME_UNKNOWN; with its key the write can be repeated', async () => {
      const { post, isThere } = await start(planFor('outcome-unknown', 'write'))
      const reply = await post({ 'idempotency-key': 'k' })
      expect([reply.status, (await json(reply)).code]).toEqual([500, 'OUTCOME_UNKNOWN'])
      expect(await isThere()).toBe(true)
      const again = await post({ 'idempotency-key': 'k' })
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    })

    it('resets the connection', async () => {
      const { post, isThere } = await start(planFor('answer-lost', 'write'))
      await expect(post()).rejects.toThrow('fetch failed')
      expect(await isThere()).toBe(true)
    })

    it('answers as usual if the write was refused', async () => {
      const { post, drill } = await start(planFor('answer-lost', 'write', '.x'))
      expect((await post()).status).toBe(201)
      expect((await post()).status).toBe(409)
      expect(drill.report().faults['answer-lost']).toBe(0)
    })
  })

  describe('changes a payee of its own between two pages', () => {
    it('creates, renames and deletes it in turn, and puts everything back at the end', async () => {
      const { through, direct, drill, file } = await start(planFor('change', 'feed', 'x.x.x.x'))
      const names = async () =>
        ((await (await direct('/payees')).json()) as { data: { name: string }[] }).data.map(each => each.name)
      const own = async () => (await names()).filter(name => name.startsWith('Florin drill'))
      const { nextCursor } = await json(through('/changes'))
      const seen: string[][] = []
      while (seen.length < 6) {
        const page = await json(through(`/changes?cursor=${nextCursor}`))
        // The page was read after the change.
        expect(page.data).toHaveLength(1)
        seen.push(await own())
      }
      const [[first] = [], , [second] = []] = seen
      expect(second).not.toBe(first)
      expect(seen).toEqual([[first], [first], [second], [second], [], []])
      // Once more, so that there is something to put back.
      await through(`/changes?cursor=${nextCursor}`)
      expect(await own()).toHaveLength(1)
      await drill.close()
      expect(await names()).toEqual(file.payees.map(each => each.name))
    })
  })

  describe('requires a resync', () => {
    it('refuses every cursor until the walk starts again, and then leaves out older deletions', async () => {
      const { through, direct, file } = await start(planFor('resync', 'feed', '.x.x'))
      const gone = file.payees[0]?.id
      const { nextCursor } = await json(through('/changes'))
      expect((await json(through(`/changes?cursor=${nextCursor}`))).data).toEqual([])
      await direct(`/payees/${gone}`, { method: 'DELETE' })
      for (let time = 0; time < 3; time += 1) {
        const refused = await through(`/changes?cursor=${nextCursor}`)
        expect([refused.status, (await json(refused)).code]).toEqual([409, 'RESYNC_REQUIRED'])
      }
      expect((await json(direct('/changes'))).data.some(each => each.object === null)).toBe(true)
      const again = await json(through('/changes'))
      expect(again.data.map(each => each.object)).not.toContain(null)
      expect(again.data).not.toEqual([])
    })

    it('loses the payee of the drill, once the client has seen it, and does not tell of it', async () => {
      const { through, direct } = await start(planFor(['change', 'resync'], 'feed', 'x.x.'))
      const payees = async () => (await json(direct('/payees'))).data.map(({ id }) => id)
      const before = await payees()
      const { nextCursor } = await json(through('/changes'))
      const [own] = (await json(through(`/changes?cursor=${nextCursor}`))).data
      expect(await payees()).toEqual(expect.arrayContaining([...before, own?.id]))
      expect((await through(`/changes?cursor=${nextCursor}`)).status).toBe(200)
      expect((await through(`/changes?cursor=${nextCursor}`)).status).toBe(409)
      expect(await payees()).toEqual(before)
      expect((await json(through('/changes'))).data.map(({ id }) => id)).not.toContain(own?.id)
    })

    it('does not refuse other followers, and shows later deletions', async () => {
      const { through, direct, file } = await start(planFor('resync', 'feed', 'x..x'))
      const { nextCursor } = await json(through('/changes'))
      const other = await json(through('/changes?resources=payee'))
      expect((await through(`/changes?cursor=${nextCursor}`)).status).toBe(409)
      expect((await through(`/changes?resources=payee&cursor=${other.nextCursor}`)).status).toBe(200)
      const again = await json(through('/changes'))
      await direct(`/payees/${file.payees[0]?.id}`, { method: 'DELETE' })
      const later = await json(through(`/changes?cursor=${again.nextCursor}`))
      expect(later.data).toMatchObject([{ id: file.payees[0]?.id, object: null }])
      // The walk was complete, so the next resync may come.
      expect((await through(`/changes?cursor=${again.nextCursor}`)).status).toBe(409)
    })
  })

  it('keeps no key: neither the report nor a trouble has it', async () => {
    const { drill, key, through } = await start({ upstream: new URL('http://127.0.0.1:1/v1') })
    const reply = await through(`/payees?cursor=x`)
    const text = await reply.text()
    expect([reply.status, JSON.parse(text).code]).toEqual([502, 'DRILL_UPSTREAM'])
    const report = JSON.stringify(drill.report())
    expect(report).toContain('ECONNREFUSED')
    expect(report + text).not.toContain(key.slice(0, 20))
  })
})
