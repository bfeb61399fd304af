import { afterEach, describe, expect, it } from 'vitest'
import type { Payee } from '../../../src/contract/payees.ts'
import { scopes } from '../../../src/contract/scopes.ts'
import { company, iban, payee } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import {
  badRequest,
  duplicateOf,
  exchange,
  expectForeignUnchanged,
  forbidden,
  keyMissing,
  noSuchPayee,
  outcome,
  ownWorkspace,
} from '../replies/exchange.ts'

const nothingGiven = { path: '', message: 'must have at least one of name, iban, defaultReference' }
const withoutWrite = scopes.filter(scope => scope !== 'payees:write')

describeOnBothStores('PATCH /payees/{id}', store => {
  const service = useService(store)
  afterEach(() => expectForeignUnchanged(service.current))

  /** Two companies; the first has the payee under test and another one. */
  async function somePayees() {
    const [one, other] = [company(), company()]
    const saved = payee(one, {
      name: 'Before',
      defaultReference: 'OLD',
      lastUsedAt: '2026-03-04T05:06:07.008Z',
    })
    const neighbour = payee(one, { name: 'Neighbour' })
    const elsewhere = payee(other, { name: 'Other company' })
    const payees = [saved, neighbour, elsewhere]
    const own = await ownWorkspace(service.current, { companies: [one, other], payees })
    const patch = (json: unknown, id = saved.id) => own.send('PATCH', `/v1/payees/${id}`, json)
    return { ...own, saved, neighbour, elsewhere, patch }
  }

  /** The stamps of the next writes while the clock does not move. */
  const stampAfter = (ms: number) => new Date(service.current.nowMs + ms).toISOString()

  describe('200', () => {
    it.each<Partial<Payee>>([
      { name: 'After' },
      { iban: 'NL91ABNA0417164300' },
      { defaultReference: 'NEW' },
      { defaultReference: null },
      { name: 'After', iban: 'NL91ABNA0417164300' },
      { name: 'After', iban: 'NL91ABNA0417164300', defaultReference: null },
    ])('changes only the given fields: %j', async change => {
      const { patch, send, payees, saved, neighbour, elsewhere } = await somePayees()
      const reply = await patch(change)
      const changed = { ...saved, ...change, updatedAt: stampAfter(1) }
      expect(outcome(reply)).toEqual({ status: 200, body: changed })
      expect((await send('GET', `/v1/payees/${saved.id}`)).body).toEqual(changed)
      expect(await payees()).toEqual([changed, neighbour, elsewhere])
    })

    it('clears the default reference with null, and keeps it if it is left out', async () => {
      const { patch, saved } = await somePayees()
      expect((await patch({ name: 'After' })).body).toMatchObject({ defaultReference: 'OLD' })
      expect((await patch({ defaultReference: null })).body).toEqual({
        ...saved,
        name: 'After',
        defaultReference: null,
        updatedAt: stampAfter(2),
      })
    })

    it('advances updatedAt with every change, and keeps createdAt', async () => {
      const { patch, saved } = await somePayees()
      const seen: Payee[] = []
      for (const name of ['B', 'C', 'D']) seen.push((await patch({ name })).body as Payee)
      expect(seen.map(({ createdAt }) => createdAt)).toEqual(Array(3).fill(saved.createdAt))
      expect(seen.map(({ updatedAt }) => updatedAt)).toEqual([1, 2, 3].map(stampAfter))
    })

    it('sorts the payee by its new name', async () => {
      const { patch, payees, saved } = await somePayees()
      await patch({ name: 'zuletzt' })
      expect((await payees()).map(({ name }) => name)).toEqual(['Neighbour', 'Other company', 'zuletzt'])
      expect((await payees()).at(-1)?.id).toBe(saved.id)
    })

    it('keeps updatedAt, the workspace clock and the audit log if nothing changes', async () => {
      const { patch, version, audit, saved } = await somePayees()
      const before = [await version(), await audit()]
      service.current.nowMs += 5_000
      const { name, defaultReference } = saved
      const spaced = saved.iban.toLowerCase().replace(/(.{4})/g, '$1 ')
      for (const same of [
        { name },
        { name: `  ${name} ` },
        { iban: spaced },
        { name, iban: spaced, defaultReference },
      ]) {
        expect(outcome(await patch(same))).toEqual({ status: 200, body: saved })
      }
      expect([await version(), await audit()]).toEqual(before)
    })

    it('uses no stamp for a change that changes nothing', async () => {
      const { patch, saved } = await somePayees()
      expect((await patch({ name: 'B' })).body).toMatchObject({ updatedAt: stampAfter(1) })
      await patch({ name: 'B' })
      await patch({ defaultReference: 'OLD' })
      expect((await patch({ name: 'C' })).body).toEqual({ ...saved, name: 'C', updatedAt: stampAfter(2) })
    })

    it('changes a name if only the Unicode spelling of a letter differs', async () => {
      const { patch, saved } = await somePayees()
      await patch({ name: 'Caf\u00e9' })
      const changed = { ...saved, name: 'Cafe\u0301', updatedAt: stampAfter(2) }
      expect((await patch({ name: 'Cafe\u0301' })).body).toEqual(changed)
    })

    it('accepts an IBAN of another company, or one that another payee no longer has', async () => {
      const { patch, saved, neighbour, elsewhere } = await somePayees()
      expect((await patch({ iban: elsewhere.iban })).status).toBe(200)
      expect((await patch({ iban: iban() }, neighbour.id)).status).toBe(200)
      expect((await patch({ iban: neighbour.iban })).body).toEqual({
        ...saved,
        iban: neighbour.iban,
        updatedAt: stampAfter(3),
      })
    })

    it('leaves an audit record with the old and the new values', async () => {
      const { patch, audit, keyId, saved } = await somePayees()
      service.current.nowMs += 1_000
      await patch({ name: 'After', defaultReference: null })
      expect(await audit()).toEqual([
        {
          at: stampAfter(0),
          actor: { kind: 'key', id: keyId },
          action: 'payee.changed',
          subjectId: saved.id,
          details: {
            before: { name: 'Before', iban: saved.iban, defaultReference: 'OLD' },
            after: { name: 'After', iban: saved.iban, defaultReference: null },
          },
        },
      ])
    })

    it('loses no change if several requests change different fields of one payee at once', async () => {
      const { patch, payees, saved, neighbour, elsewhere } = await somePayees()
      const changes = [
        [{ name: 'A' }, saved.id],
        [{ defaultReference: 'R1' }, saved.id],
        [{ iban: 'NL91ABNA0417164300' }, saved.id],
        [{ name: 'B' }, neighbour.id],
        [{ defaultReference: 'R2' }, neighbour.id],
        [{ name: 'C' }, elsewhere.id],
        [{ defaultReference: 'R3' }, elsewhere.id],
      ] as const
      const replies = await Promise.all(changes.map(([change, id]) => patch(change, id)))
      expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200))
      expect(await payees()).toMatchObject([
        { id: saved.id, name: 'A', defaultReference: 'R1', iban: 'NL91ABNA0417164300' },
        { id: neighbour.id, name: 'B', defaultReference: 'R2', iban: neighbour.iban },
        { id: elsewhere.id, name: 'C', defaultReference: 'R3', iban: elsewhere.iban },
      ])
    })
  })

  describe('400', () => {
    it('refuses an object without any field', async () => {
      const { patch } = await somePayees()
      expect(outcome(await patch({}))).toEqual(badRequest(nothingGiven))
    })

    it.each(['companyId', 'id', 'lastUsedAt', 'createdAt', 'updatedAt', 'nickname', 'constructor'])(
      'refuses the field %s and names it',
      async field => {
        const { patch, send, version, saved } = await somePayees()
        const before = await version()
        const unknown = { path: field, message: 'is not a known field' }
        expect(outcome(await patch({ name: 'After', [field]: 'x' }))).toEqual(badRequest(unknown))
        expect(outcome(await patch({ [field]: 'x' }))).toEqual(badRequest(unknown, nothingGiven))
        expect((await send('GET', `/v1/payees/${saved.id}`)).body).toEqual(saved)
        expect(await version()).toBe(before)
      },
    )

    it('comes before 404', async () => {
      const { patch } = await somePayees()
      expect((await patch({ iban: 'DE88370400440532013000' }, 'pye_nobody')).status).toBe(400)
      expect((await patch({}, 'pye_nobody')).status).toBe(400)
    })

    it('names a bad id and a bad field together', async () => {
      const { patch } = await somePayees()
      expect(outcome(await patch({ name: '' }, '%00'))).toEqual(
        badRequest(
          { path: 'id', message: 'must not contain a NUL or half of a surrogate pair' },
          { path: 'name', message: 'must be 1 to 70 characters long' },
        ),
      )
    })
  })

  describe('401', () => {
    it('needs a key', async () => {
      const path = `/v1/payees/${service.current.foreign.payees[0]?.id}`
      const reply = await exchange(service.current, 'PATCH', path, { json: { name: 'A' } })
      expect(outcome(reply)).toEqual(keyMissing)
    })
  })

  describe('403', () => {
    it('needs payees:write and names it; payees:read is not enough', async () => {
      const secret = await service.current.key(service.current.foreign, { scopes: withoutWrite })
      const path = `/v1/payees/${service.current.foreign.payees[0]?.id}`
      const reply = await exchange(service.current, 'PATCH', path, { secret, json: { name: 'A' } })
      expect(outcome(reply)).toEqual(forbidden('payees:write'))
    })
  })

  describe('404', () => {
    it("is the same for another workspace's payee, which stays unchanged, and for an unknown one", async () => {
      const { patch, version, audit } = await somePayees()
      const before = await version()
      for (const id of [service.current.foreign.payees[0]?.id, 'pye_nobody']) {
        expect(outcome(await patch({ name: 'Taken over' }, id))).toEqual(noSuchPayee)
      }
      expect([await version(), await audit()]).toEqual([before, []])
    })
  })

  describe('409', () => {
    it('refuses the IBAN of another payee of the company, names that payee, and changes nothing', async () => {
      const { patch, payees, version, audit, saved, neighbour, elsewhere } = await somePayees()
      const before = await version()
      const reply = await patch({ name: 'After', iban: neighbour.iban.toLowerCase() })
      expect(outcome(reply)).toEqual(duplicateOf(neighbour.id))
      expect([await payees(), await version(), await audit()]).toEqual([
        [saved, neighbour, elsewhere],
        before,
        [],
      ])
    })

    it('lets exactly one of 10 payees change to the same IBAN at once', async () => {
      const owner = company()
      const many = Array.from({ length: 10 }, () => payee(owner))
      const { send, payees } = await ownWorkspace(service.current, { companies: [owner], payees: many })
      const shared = iban()
      const replies = await Promise.all(
        many.map(({ id }) => send('PATCH', `/v1/payees/${id}`, { iban: shared })),
      )
      const winners = replies.filter(({ status }) => status === 200).map(({ body }) => body as Payee)
      expect(winners).toHaveLength(1)
      expect(replies.filter(({ status }) => status !== 200).map(outcome)).toEqual(
        Array(9).fill(duplicateOf(winners[0]?.id ?? '')),
      )
      expect((await payees()).filter(each => each.iban === shared)).toEqual(winners)
    })
  })
})
