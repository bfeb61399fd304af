import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Payee } from '../../../src/contract/payees.ts'
import { company, iban } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import {
  badRequest,
  duplicateOf,
  exchange,
  expectForeignUnchanged,
  noSuchCompany,
  otherError,
  outcome,
  ownWorkspace,
  type Received,
} from './exchange.ts'

const dayMs = 24 * 60 * 60 * 1000
const reused = otherError(
  409,
  'IDEMPOTENCY_KEY_REUSED',
  'This Idempotency-Key was already used with another body. Use a new key for a new request.',
)
const badKey = badRequest({ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' })

/** A reply, and whether it says that it is replayed. */
const replayed = ({ status, headers, body }: Received) => ({
  status,
  body,
  replayed: headers.get('idempotency-replayed'),
})

describeOnBothStores('Idempotency-Key on POST /payees', store => {
  const service = useService(store)
  afterEach(() => expectForeignUnchanged(service.current))

  async function keyed(key: string = randomUUID()) {
    const own = await ownWorkspace(service.current)
    const header = { 'idempotency-key': key }
    return {
      ...own,
      key,
      post: (json: unknown) => own.create(json, header),
      postText: (bytes: string) =>
        exchange(service.current, 'POST', '/v1/payees', {
          secret: own.secret,
          bytes,
          headers: { ...header, 'content-type': 'application/json' },
        }),
    }
  }

  describe('the same key and body', () => {
    it('replays the first reply with Idempotency-Replayed: true, and saves one payee', async () => {
      const { post, payees, audit } = await keyed()
      const sent = { name: 'A', iban: iban() }
      const first = await post(sent)
      expect(first.status).toBe(201)
      expect(replayed(first)).toEqual({ ...outcome(first), replayed: null })
      for (let turn = 0; turn < 3; turn += 1) {
        expect(replayed(await post(sent))).toEqual({ ...outcome(first), replayed: 'true' })
      }
      expect([await payees(), (await audit()).length]).toEqual([[first.body], 1])
    })

    it('does not move the workspace clock when it replays', async () => {
      const { post, version } = await keyed()
      const sent = { name: 'A', iban: iban() }
      await post(sent)
      const before = await version()
      service.current.nowMs += 1_000
      await post(sent)
      expect(await version()).toBe(before)
    })

    it('treats bodies with another order of fields or other white space as the same', async () => {
      const { postText, payees } = await keyed()
      const account = iban()
      const first = await postText(`{"name":"A","iban":"${account}","defaultReference":"R"}`)
      const same = `\n{ "defaultReference" : "\\u0052",\t"iban":"${account}" , "name": "A" }\r\n`
      expect(replayed(await postText(same))).toEqual({ ...outcome(first), replayed: 'true' })
      expect(await payees()).toEqual([first.body])
    })

    it('replays the first reply even after the payee was changed or deleted', async () => {
      const { post, send, payees } = await keyed()
      const sent = { name: 'A', iban: iban() }
      const first = await post(sent)
      const { id } = first.body as Payee
      await send('PATCH', `/v1/payees/${id}`, { name: 'B' })
      expect(replayed(await post(sent))).toEqual({ ...outcome(first), replayed: 'true' })
      await send('DELETE', `/v1/payees/${id}`)
      expect(replayed(await post(sent))).toEqual({ ...outcome(first), replayed: 'true' })
      expect(await payees()).toEqual([])
    })

    it('replays the first reply to another API key of the workspace too', async () => {
      const { post, file, key } = await keyed()
      const sent = { name: 'A', iban: iban() }
      const first = await post(sent)
      const secret = await service.current.key(file)
      const again = await exchange(service.current, 'POST', '/v1/payees', {
        secret,
        json: sent,
        headers: { 'idempotency-key': key },
      })
      expect(replayed(again)).toEqual({ ...outcome(first), replayed: 'true' })
    })

    it('replays refusals: a duplicate stays one even if the first payee is gone', async () => {
      const { create, post, send, payees } = await keyed()
      const sent = { name: 'A', iban: iban() }
      const { id } = (await create(sent)).body as Payee
      expect(replayed(await post(sent))).toEqual({ ...duplicateOf(id), replayed: null })
      await send('DELETE', `/v1/payees/${id}`)
      expect(replayed(await post(sent))).toEqual({ ...duplicateOf(id), replayed: 'true' })
      expect(await payees()).toEqual([])
    })

    it('replays that a company does not exist', async () => {
      const { post } = await keyed()
      const sent = { companyId: 'com_nobody', name: 'A', iban: iban() }
      expect(replayed(await post(sent))).toEqual({ ...noSuchCompany, replayed: null })
      expect(replayed(await post(sent))).toEqual({ ...noSuchCompany, replayed: 'true' })
    })

    it('saves one payee for 20 concurrent requests, and gives all the same reply', async () => {
      const { post, payees, audit } = await keyed()
      const sent = { name: 'A', iban: iban() }
      const replies = await Promise.all(Array.from({ length: 20 }, () => post(sent)))
      const saved = await payees()
      expect(saved).toHaveLength(1)
      expect(replies.map(outcome)).toEqual(Array(20).fill({ status: 201, body: saved[0] }))
      const marks = replies.map(({ headers }) => headers.get('idempotency-replayed'))
      expect(marks.filter(mark => mark === null)).toHaveLength(1)
      expect(marks.filter(mark => mark === 'true')).toHaveLength(19)
      expect(await audit()).toHaveLength(1)
    })
  })

  describe('the same key with another body', () => {
    it.each([{ name: 'B' }, { iban: 'NL91ABNA0417164300' }, { defaultReference: 'R' }])(
      'is 409, an undocumented error, and saves nothing: %j',
      async other => {
        const { post, payees } = await keyed()
        const sent = { name: 'A', iban: iban() }
        const first = await post(sent)
        expect(replayed(await post({ ...sent, ...other }))).toEqual({ ...reused, replayed: null })
        expect(replayed(await post(sent))).toEqual({ ...outcome(first), replayed: 'true' })
        expect(await payees()).toEqual([first.body])
      },
    )

    it('is 409 for all but one of several concurrent requests', async () => {
      const { post, payees } = await keyed()
      const bodies = Array.from({ length: 10 }, (_, index) => ({ name: `A${index}`, iban: iban() }))
      const replies = await Promise.all(bodies.map(post))
      const saved = replies.filter(({ status }) => status === 201)
      expect(saved).toHaveLength(1)
      expect(replies.filter(({ status }) => status !== 201).map(outcome)).toEqual(Array(9).fill(reused))
      expect(await payees()).toEqual(saved.map(({ body }) => body))
    })
  })

  describe('another key', () => {
    it('is another request, so the same body is a duplicate', async () => {
      const { create } = await keyed()
      const sent = { name: 'A', iban: iban() }
      const first = await create(sent, { 'idempotency-key': 'a' })
      const second = await create(sent, { 'idempotency-key': 'A' })
      expect(replayed(second)).toEqual({ ...duplicateOf((first.body as Payee).id), replayed: null })
    })

    it('does not interfere: 20 concurrent requests with different keys all save', async () => {
      const { create, payees } = await keyed()
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          create({ name: 'A', iban: iban() }, { 'idempotency-key': randomUUID() }),
        ),
      )
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(await payees()).toHaveLength(20)
    })
  })

  describe('after 24 hours', () => {
    it('the key can be used again, and not a millisecond before', async () => {
      const { post, send, payees } = await keyed()
      const sent = { name: 'A', iban: iban() }
      const first = await post(sent)
      service.current.nowMs += dayMs - 1
      expect(replayed(await post(sent))).toEqual({ ...outcome(first), replayed: 'true' })
      service.current.nowMs += 1
      expect(replayed(await post(sent))).toEqual({
        ...duplicateOf((first.body as Payee).id),
        replayed: null,
      })
      service.current.nowMs += dayMs
      await send('DELETE', `/v1/payees/${(first.body as Payee).id}`)
      const again = await post({ name: 'B', iban: sent.iban })
      expect(replayed(again)).toEqual({ status: 201, body: again.body, replayed: null })
      expect(await payees()).toEqual([again.body])
    })
  })

  describe('in another workspace', () => {
    it('the same key is independent', async () => {
      const one = await keyed()
      const other = await keyed(one.key)
      const sent = { name: 'A', iban: iban() }
      const [first, second] = [await one.post(sent), await other.post({ ...sent, name: 'B' })]
      expect([replayed(first).replayed, replayed(second).replayed]).toEqual([null, null])
      expect([first.status, second.status]).toEqual([201, 201])
      expect([await one.payees(), await other.payees()]).toEqual([[first.body], [second.body]])
    })
  })

  describe('the form of a key', () => {
    it('is up to 255 printable ASCII characters', async () => {
      const sent = { name: 'A', iban: iban() }
      const longest = await keyed('~'.repeat(255))
      const first = await longest.post(sent)
      expect(replayed(await longest.post(sent))).toEqual({ ...outcome(first), replayed: 'true' })
      expect(outcome(await (await keyed('~'.repeat(256))).post(sent))).toEqual(badKey)
    })

    it.each(['é', 'a\u00a0b', 'a\tb', '\u0080'])('is refused if it is not ASCII: %j', async key => {
      const { post, payees } = await keyed(key)
      expect(outcome(await post({ name: 'A', iban: iban() }))).toEqual(badKey)
      expect(await payees()).toEqual([])
    })

    it.each(['', ' ', '\t'])('is ignored if it is empty: %j', async key => {
      const { post } = await keyed(key)
      const sent = { name: 'A', iban: iban() }
      const first = await post(sent)
      expect(replayed(await post(sent))).toEqual({ ...duplicateOf((first.body as Payee).id), replayed: null })
    })
  })

  describe('a request that fails validation', () => {
    it.each([{ name: '' }, { iban: 'DE89' }, { nickname: 'x' }, { iban: 'DE88370400440532013000' }])(
      'does not use up the key: it can be corrected and sent again: %j',
      async mistake => {
        const { post, payees } = await keyed()
        const sent = { name: 'A', iban: iban() }
        expect((await post({ ...sent, ...mistake })).status).toBe(400)
        const mended = await post(sent)
        expect(replayed(mended)).toEqual({ status: 201, body: mended.body, replayed: null })
        expect(await payees()).toEqual([mended.body])
      },
    )

    it('does not use up the key if companyId is missing', async () => {
      const [one, other] = [company(), company()]
      const { create } = await ownWorkspace(service.current, { companies: [one, other] })
      const header = { 'idempotency-key': 'once' }
      const sent = { name: 'A', iban: iban() }
      expect((await create(sent, header)).status).toBe(400)
      expect((await create({ ...sent, companyId: one.id }, header)).status).toBe(201)
    })
  })

  describe('on another operation', () => {
    it('is ignored', async () => {
      const { create, send } = await keyed()
      const { id } = (await create({ name: 'A', iban: iban() })).body as Payee
      const header = { 'idempotency-key': 'x'.repeat(300) }
      expect((await send('PATCH', `/v1/payees/${id}`, { name: 'B' }, header)).body).toMatchObject({
        name: 'B',
      })
      expect((await send('PATCH', `/v1/payees/${id}`, { name: 'C' }, header)).body).toMatchObject({
        name: 'C',
      })
      expect((await send('DELETE', `/v1/payees/${id}`, undefined, header)).status).toBe(204)
    })
  })
})
