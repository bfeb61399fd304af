import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { scopes } from '../../../src/contract/scopes.ts'
import { company, payee } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import {
  badRequest,
  exchange,
  expectForeignUnchanged,
  forbidden,
  keyMissing,
  noSuchCompany,
  noSuchPayee,
  outcome,
  ownWorkspace,
} from '../replies/exchange.ts'

const withoutRead = scopes.filter(scope => scope !== 'payees:read')

describeOnBothStores('reading payees', store => {
  const service = useService(store)
  afterEach(() => expectForeignUnchanged(service.current))

  describe('GET /payees', () => {
    /** Two companies, with payees that are not in list order. */
    async function twoCompanies() {
      const [one, other, empty] = [company(), company(), company()]
      const [c, a, b] = [payee(one, { name: 'C' }), payee(one, { name: 'A' }), payee(other, { name: 'B' })]
      const own = await ownWorkspace(service.current, { companies: [one, other, empty], payees: [c, a, b] })
      return { ...own, one, other, empty, a, b, c }
    }

    /** The list of payees with these ids and names. */
    async function namesInOrder(named: [id: string, name: string][]) {
      const owner = company()
      const payees = named.map(([id, name]) => payee(owner, { id, name }))
      const own = await ownWorkspace(service.current, { companies: [owner], payees })
      return (await own.payees()).map(({ id, name }) => [id, name])
    }

    describe('200', () => {
      it('returns every payee of the workspace, of any company, and none of another workspace', async () => {
        const { send, a, b, c } = await twoCompanies()
        const reply = await send('GET', '/v1/payees')
        expect(outcome(reply)).toEqual({ status: 200, body: { data: [a, b, c] } })
      })

      it('returns an empty list if there is no payee', async () => {
        const { send } = await ownWorkspace(service.current)
        expect((await send('GET', '/v1/payees')).body).toEqual({ data: [] })
      })

      it('restricts to one company by companyId', async () => {
        const { send, one, other, empty, a, b, c } = await twoCompanies()
        const listed = async (id: string) => (await send('GET', `/v1/payees?companyId=${id}`)).body
        expect(await listed(one.id)).toEqual({ data: [a, c] })
        expect(await listed(other.id)).toEqual({ data: [b] })
        expect(await listed(empty.id)).toEqual({ data: [] })
      })

      it('ignores an empty companyId and unknown parameters', async () => {
        const { send, a, b, c } = await twoCompanies()
        for (const query of ['companyId=', 'companyId', 'limit=1', 'unknown=%00', 'companyid=x']) {
          expect((await send('GET', `/v1/payees?${query}`)).body).toEqual({ data: [a, b, c] })
        }
      })

      it('sorts by name as a person would: accents and case do not matter at first level', async () => {
        const names = [
          'Zebra',
          'zebu',
          'Éclair',
          'apple',
          'Ähre',
          'eclair',
          'Apple',
          'Eclair',
          'éclairs',
          'Zoë',
          'zoe',
        ]
        expect(
          (await namesInOrder(names.map((name, index) => [`p${index}`, name]))).map(([, name]) => name),
        ).toEqual([
          'Ähre',
          'apple',
          'Apple',
          'eclair',
          'Eclair',
          'Éclair',
          'éclairs',
          'Zebra',
          'zebu',
          'zoe',
          'Zoë',
        ])
      })

      it('sorts digits before letters, and a name before longer ones that begin with it', async () => {
        const names = ['Müller & Sohn', 'Muller', '3M', 'Müller', '1&1', 'Mull']
        expect(
          (await namesInOrder(names.map((name, index) => [`p${index}`, name]))).map(([, name]) => name),
        ).toEqual(['1&1', '3M', 'Mull', 'Muller', 'Müller', 'Müller & Sohn'])
      })

      it('sorts equal names by id, byte by byte', async () => {
        const ids = ['pye_b', 'pye_B', 'pye_é', 'pye_10', 'pye_9', 'pye_z']
        expect(await namesInOrder(ids.map(id => [id, 'Same']))).toEqual(
          ['pye_10', 'pye_9', 'pye_B', 'pye_b', 'pye_z', 'pye_é'].map(id => [id, 'Same']),
        )
      })

      it('treats two Unicode spellings of a letter as equal, so that the id decides, and returns each as loaded', async () => {
        const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301']
        const expected = [
          ['p1', decomposed],
          ['p2', composed],
          ['p3', decomposed],
          ['p4', composed],
        ]
        expect(
          await namesInOrder([
            ['p4', composed],
            ['p3', decomposed],
            ['p2', composed],
            ['p1', decomposed],
          ]),
        ).toEqual(expected)
      })

      it('sorts any names in the Unicode root collation, then by id', async () => {
        const letters = fc.constantFrom(...'aAäÄbBcCçÇdDeEéÉèêzZßøØñÑ019 -&.,ΑαΩωЖжЯя')
        const name = fc
          .string({ unit: letters, minLength: 1, maxLength: 6 })
          .filter(text => text.trim() === text)
        const names = fc.array(
          name.filter(text => text !== ''),
          { minLength: 2, maxLength: 40 },
        )
        const { compare } = new Intl.Collator('en')
        await fc.assert(
          fc.asyncProperty(names, async given => {
            const named = given.map((text, index): [string, string] => [`p${1000 + index}`, text])
            const expected = named.toSorted(
              ([a, left], [b, right]) => compare(left, right) || (a < b ? -1 : 1),
            )
            expect(await namesInOrder(named)).toEqual(expected)
          }),
          { numRuns: 15 },
        )
      })
    })

    describe('400', () => {
      it('refuses a companyId that is repeated or has a NUL', async () => {
        const { send, one } = await twoCompanies()
        const refusal = async (query: string) => outcome(await send('GET', `/v1/payees?${query}`))
        expect(await refusal(`companyId=${one.id}&companyId=${one.id}`)).toEqual(
          badRequest({ path: 'companyId', message: 'is given more than once' }),
        )
        expect(await refusal('companyId=a%00b')).toEqual(
          badRequest({ path: 'companyId', message: 'must not contain a NUL or half of a surrogate pair' }),
        )
      })
    })

    describe('401', () => {
      it('needs a key', async () => {
        expect(outcome(await exchange(service.current, 'GET', '/v1/payees'))).toEqual(keyMissing)
      })
    })

    describe('403', () => {
      it('needs payees:read and names it', async () => {
        const secret = await service.current.key(service.current.foreign, { scopes: withoutRead })
        expect(outcome(await exchange(service.current, 'GET', '/v1/payees', { secret }))).toEqual(
          forbidden('payees:read'),
        )
      })
    })

    describe('404', () => {
      it('is the same for a companyId of another workspace and for an unknown one', async () => {
        const { send } = await twoCompanies()
        for (const id of [service.current.foreign.companies[0]?.id, 'com_nobody', 'é😀', '%2F', "'--"]) {
          expect(outcome(await send('GET', `/v1/payees?companyId=${id}`))).toEqual(noSuchCompany)
        }
      })
    })
  })

  describe('GET /payees/{id}', () => {
    describe('200', () => {
      it('returns the payee itself with every field', async () => {
        const owner = company()
        const saved = payee(owner, {
          defaultReference: "Invoice (A-1): 7/8, 50+5? It's.",
          lastUsedAt: '2026-02-03T04:05:06.789Z',
          updatedAt: '2026-02-03T04:05:06.790Z',
        })
        const { send } = await ownWorkspace(service.current, {
          companies: [owner],
          payees: [saved, payee(owner)],
        })
        expect(outcome(await send('GET', `/v1/payees/${saved.id}`))).toEqual({ status: 200, body: saved })
      })

      it('finds ids of any form that a workspace file may have', async () => {
        const owner = company()
        const ids = [
          'a b',
          'a/b',
          '100%',
          '%41',
          'ümlaut',
          '😀'.repeat(255),
          "'; drop table payees; --",
          'x?y#z',
          '~',
        ]
        const payees = ids.map(id => payee(owner, { id }))
        const { send } = await ownWorkspace(service.current, { companies: [owner], payees })
        for (const saved of payees) {
          const reply = await send('GET', `/v1/payees/${encodeURIComponent(saved.id)}`)
          expect(outcome(reply)).toEqual({ status: 200, body: saved })
        }
      })
    })

    describe('400', () => {
      it('refuses an id with a NUL, and does not find an overlong one', async () => {
        const { send } = await ownWorkspace(service.current)
        const refusal = async (id: string) =>
          outcome(await send('GET', `/v1/payees/${encodeURIComponent(id)}`))
        expect(await refusal('pye_\0')).toEqual(
          badRequest({ path: 'id', message: 'must not contain a NUL or half of a surrogate pair' }),
        )
        expect(await refusal('😀'.repeat(256))).toEqual(noSuchPayee)
      })
    })

    describe('401', () => {
      it('needs a key', async () => {
        expect(outcome(await exchange(service.current, 'GET', '/v1/payees/x'))).toEqual(keyMissing)
      })
    })

    describe('403', () => {
      it('needs payees:read and names it', async () => {
        const secret = await service.current.key(service.current.foreign, { scopes: withoutRead })
        expect(outcome(await exchange(service.current, 'GET', '/v1/payees/x', { secret }))).toEqual(
          forbidden('payees:read'),
        )
      })
    })

    describe('404', () => {
      it("is the same for another workspace's payee and for an unknown one", async () => {
        const { send, file } = await ownWorkspace(service.current)
        const ids = [service.current.foreign.payees[0]?.id, 'pye_nobody', file.companies[0]?.id, '%ff', "'"]
        for (const id of ids) expect(outcome(await send('GET', `/v1/payees/${id}`))).toEqual(noSuchPayee)
      })
    })
  })
})
