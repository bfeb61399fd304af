import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Payee } from '../../../src/contract/payees.ts'
import { company, iban, payee } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { badRequest, expectForeignUnchanged, outcome, ownWorkspace } from '../replies/exchange.ts'

const german = 'DE89370400440532013000'
const allowed = "ABCXYZabcxyz0189-?.+,/':() "
const refused = [...'_!"#$%&*;<=>@[\\]^`{|}~äéßøñ€—’\u00a0\t\n\r\u007f😀', '\u0301', '\u200b', 'А', '１']

const issue = {
  name: 'must be 1 to 70 characters long',
  iban: 'must be 15 to 42 characters long',
  reference: 'must be 1 to 35 characters long',
  characters: "may contain only ASCII letters, digits, spaces and - ? . + , / ' : ( )",
  string: 'must be a string',
}

/**
 * The rules for fields are the same for POST and PATCH, so each is tested on both. They are checked before any
 * store is used, so one store is enough.
 */
describe('the fields of a payee, on POST and on PATCH', () => {
  const service = useService('postgres')
  afterEach(() => expectForeignUnchanged(service.current))

  /** A workspace with one payee, and functions that send a field with both POST and PATCH. */
  async function both() {
    const owner = company()
    const saved = payee(owner)
    const own = await ownWorkspace(service.current, { companies: [owner], payees: [saved] })
    const post = (fields: object) => own.create({ name: 'A', iban: iban(), ...fields })
    const patch = (fields: object) => own.send('PATCH', `/v1/payees/${saved.id}`, fields)
    return {
      ...own,
      post,
      patch,
      /** Both accept it, and return these fields. */
      async taken(fields: object, shown: Partial<Payee>) {
        const created = await post(fields)
        expect([created.status, created.body]).toEqual([201, expect.objectContaining(shown)])
        await own.send('DELETE', `/v1/payees/${(created.body as Payee).id}`)
        const changed = await patch(fields)
        expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(shown)])
      },
      /** Both refuse it for the same reason, and nothing is written. */
      async refused(fields: object, ...issues: { path: string; message: string }[]) {
        const before = [await own.version(), await own.audit()]
        expect(outcome(await post(fields))).toEqual(badRequest(...issues))
        expect(outcome(await patch(fields))).toEqual(badRequest(...issues))
        expect([await own.version(), await own.audit()]).toEqual(before)
      },
    }
  }

  describe('name', () => {
    it('has 1 to 70 characters', async () => {
      const { taken, refused: refusedBy } = await both()
      await taken({ name: 'x' }, { name: 'x' })
      await taken({ name: 'x'.repeat(70) }, { name: 'x'.repeat(70) })
      await refusedBy({ name: 'x'.repeat(71) }, { path: 'name', message: issue.name })
      await refusedBy({ name: '' }, { path: 'name', message: issue.name })
    })

    it('is counted in Unicode code points: 70 emoji fit, 71 do not', async () => {
      const { taken, refused: refusedBy } = await both()
      await taken({ name: '😀'.repeat(70) }, { name: '😀'.repeat(70) })
      await refusedBy({ name: '😀'.repeat(71) }, { path: 'name', message: issue.name })
    })

    it('is trimmed, then counted', async () => {
      const { taken, refused: refusedBy } = await both()
      await taken({ name: ' \t\n\u00a0\u3000Ada  Lovelace\r\n ' }, { name: 'Ada  Lovelace' })
      await taken({ name: ` ${'y'.repeat(70)} ` }, { name: 'y'.repeat(70) })
      await refusedBy({ name: ` ${'y'.repeat(71)} ` }, { path: 'name', message: issue.name })
    })

    it.each([' ', '\t\n', '\u00a0\u2003\u3000', '\ufeff'])('must not be blank: %j', async name => {
      const { refused: refusedBy } = await both()
      await refusedBy({ name }, { path: 'name', message: issue.name })
    })
  })

  describe('iban', () => {
    it.each([
      'DE89370400440532013000',
      'DE89 3704 0044 0532 0130 00',
      'de89370400440532013000',
      'dE89-3704-0044-0532-0130-00',
      'DE89.3704.0044.0532.0130.00',
      ' DE89\u00a03704\u20090044\t0532\n0130\u300000 ',
    ])('is normalised to upper case without formatting: %j', async written => {
      const { taken } = await both()
      await taken({ iban: written }, { iban: german })
    })

    it('has 15 to 42 characters, counted as sent', async () => {
      const { taken, refused: refusedBy } = await both()
      await taken({ iban: 'NO9386011117947' }, { iban: 'NO9386011117947' })
      await refusedBy({ iban: 'NO938601111794' }, { path: 'iban', message: issue.iban })
      await taken({ iban: german.padEnd(42, ' ') }, { iban: german })
      await refusedBy({ iban: german.padEnd(43, ' ') }, { path: 'iban', message: issue.iban })
      await refusedBy({ iban: ' '.repeat(43) }, { path: 'iban', message: issue.iban })
    })

    it.each([
      [
        'check digits',
        'DE88370400440532013000',
        'The check digits do not match the rest of the IBAN; look for a mistyped or swapped character',
      ],
      [
        'check digits 00',
        'DE00370400440532013000',
        'Characters 3 and 4 of an IBAN are check digits from 02 to 98; this one has "00"',
      ],
      ['country', 'ZZ89370400440532013000', 'No IBAN starts with ZZ: that code is not in the IBAN registry'],
      ['length', 'DE893704004405320130001', 'An IBAN for DE has 22 characters; this one has 23'],
      [
        'structure',
        'DE8937040044053201300A',
        'In an IBAN for DE, character 22 must be a digit; this one has "A"',
      ],
      [
        'beginning',
        '89DE370400440532013000',
        'An IBAN starts with a two-letter country code, such as DE or GB',
      ],
      [
        'character',
        'DE89370400440532О13000',
        'An IBAN contains only the letters A to Z and the digits 0 to 9; this one also contains "О" (U+041E)',
      ],
      ['emptiness', '-'.repeat(15), 'The IBAN is empty'],
    ])('is refused for a wrong %s, with the reason', async (_, written, reason) => {
      const { refused: refusedBy } = await both()
      await refusedBy({ iban: written }, { path: 'iban', message: `is not a valid IBAN: ${reason}` })
    })

    it('is refused if any one digit is mistyped', async () => {
      const { post, payees } = await both()
      const before = await payees()
      const mistyped = fc
        .tuple(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }))
        .map(([at, by]) => german.slice(0, at) + ((Number(german[at]) + by) % 10) + german.slice(at + 1))
      await fc.assert(
        fc.asyncProperty(mistyped, async written => {
          expect((await post({ iban: written })).body).toMatchObject({ data: { issues: [{ path: 'iban' }] } })
        }),
        { numRuns: 25 },
      )
      expect(await payees()).toEqual(before)
    })
  })

  describe('defaultReference', () => {
    it('accepts each allowed character', async () => {
      const { taken, post } = await both()
      const replies = await Promise.all([...allowed].map(character => post({ defaultReference: character })))
      expect(replies.map(({ body }) => (body as Payee).defaultReference)).toEqual([...allowed])
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      for (const all of [letters, letters.toLowerCase(), "0123456789-?.+,/':() "]) {
        await taken({ defaultReference: all }, { defaultReference: all })
      }
    })

    it('refuses every other character', async () => {
      const { post } = await both()
      const expected = badRequest({ path: 'defaultReference', message: issue.characters })
      const replies = await Promise.all(
        refused.map(character => post({ defaultReference: `a${character}b` }).then(outcome)),
      )
      expect(replies).toEqual(refused.map(() => expected))
    })

    it('has 1 to 35 characters, and is not trimmed', async () => {
      const { taken, refused: refusedBy } = await both()
      await taken({ defaultReference: 'x'.repeat(35) }, { defaultReference: 'x'.repeat(35) })
      await taken({ defaultReference: ' a ' }, { defaultReference: ' a ' })
      await refusedBy(
        { defaultReference: 'x'.repeat(36) },
        { path: 'defaultReference', message: issue.reference },
      )
      await refusedBy({ defaultReference: '' }, { path: 'defaultReference', message: issue.reference })
    })

    it('is refused with both reasons if it is too long and has other characters', async () => {
      const { refused: refusedBy } = await both()
      await refusedBy(
        { defaultReference: 'ä'.repeat(36) },
        { path: 'defaultReference', message: issue.reference },
        { path: 'defaultReference', message: issue.characters },
      )
    })

    it('must not be null on POST; only PATCH accepts null', async () => {
      const { post, patch } = await both()
      expect(outcome(await post({ defaultReference: null }))).toEqual(
        badRequest({ path: 'defaultReference', message: issue.string }),
      )
      expect((await patch({ defaultReference: null })).status).toBe(200)
    })
  })
})
