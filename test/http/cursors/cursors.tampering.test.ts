/** Cursors that were changed or belong to another query are refused. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bill, transaction, workspaceFile } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'
import {
  asker,
  directAsker,
  expectBadRequest,
  type Filters,
  firstCursor,
  useAsk,
  withQuery,
} from '../lists.ts'
import { food, giro, home, north, respelt, runsOverHttp } from './randomRows.ts'

// Two rows of each list that match every filter below, so that each first page has a next one.
const file = workspaceFile({
  ...home,
  transactions: [transaction(giro, { category: food }), transaction(giro, { category: food })],
  bills: [bill(north), bill(north)],
})
const updatedAfter = '1970-01-01T00:00:00.000Z'

type Path = '/transactions' | '/bills'

describeOnBothStores('A cursor', store => {
  const service = useService(store)
  const ask = useAsk(service, file, directAsker)
  const cursorOf = (path: Path, filters?: Filters) => firstCursor(ask, path, filters)

  const malformed = 'is not a cursor from this service'
  const otherQuery = 'belongs to another query'

  describe('400, changed', () => {
    it('is refused if any one character is replaced, removed, added or changes case', async () => {
      const cursor = await cursorOf('/transactions')
      const changed = [...cursor].flatMap((character, index) => {
        const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)]
        const replacements = ['A', '_', other(character)].filter(one => one !== character)
        return [
          ...replacements.map(one => before + one + after),
          before + after,
          `${before}-${character}${after}`,
        ]
      })
      const all = [
        ...new Set([...changed, `${cursor}=`, `${cursor}A`, `${cursor} `, ` ${cursor}`, `${cursor}\n`]),
      ]
      const replies = await Promise.all(all.map(each => ask(withQuery('/transactions', { cursor: each }))))
      const passed = all.filter((_, index) => replies[index]?.status !== 400)
      expect(passed).toEqual([])
      for (const reply of replies) expectBadRequest(reply, 'cursor', malformed)
    })

    /** The letter in the other case, and for a digit the next one. */
    function other(character: string): string {
      const upper = character.toUpperCase()
      if (upper !== character.toLowerCase()) return upper === character ? character.toLowerCase() : upper
      return character === '-' ? '_' : String((Number(character) + 1) % 10)
    }

    it('is refused if it is arbitrary text', async () => {
      const texts = fc.oneof(
        fc.string({ minLength: 1 }),
        fc.string({ unit: anyCodePoint, minLength: 1 }),
        fc
          .uint8Array({ minLength: 1, maxLength: 120 })
          .map(bytes => Buffer.from(bytes).toString('base64url')),
      )
      const property = fc.asyncProperty(texts, async cursor => {
        expectBadRequest(await ask(withQuery('/transactions', { cursor })), 'cursor')
      })
      await fc.assert(property, { ...runsOverHttp, numRuns: 40 })
    })

    it('is refused if it is longer than any cursor', async () => {
      expectBadRequest(
        await ask(`/transactions?cursor=${'A'.repeat(4001)}`),
        'cursor',
        '1 to 4000 characters',
      )
    })
  })

  describe('400, of another query', () => {
    const transactionFilters: Filters = {
      companyId: 'north',
      accountId: 'giro',
      categoryId: 'food',
      status: 'booked',
      side: 'debit',
      dateFrom: '2026-01-01',
      dateTo: '2026-12-31',
      updatedAfter,
    }
    const otherValues: Filters = {
      companyId: 'south',
      accountId: 'till',
      categoryId: 'rent',
      status: 'pending',
      side: 'credit',
      dateFrom: '2026-01-02',
      dateTo: '2026-12-30',
      updatedAfter: '1970-01-01T00:00:00.001Z',
    }
    const names = Object.keys(transactionFilters) as (keyof Filters)[]

    it.each(names)('is refused if %s is added, left out or changed between pages', async name => {
      const { [name]: own, ...without } = transactionFilters
      const [all, less] = await Promise.all([
        cursorOf('/transactions', transactionFilters),
        cursorOf('/transactions', without),
      ])
      const refused = [
        { ...transactionFilters, cursor: less },
        { ...without, cursor: all },
        { ...transactionFilters, [name]: otherValues[name], cursor: all },
        { ...without, [name]: '', cursor: all },
      ]
      for (const filters of refused) {
        expectBadRequest(await ask(withQuery('/transactions', filters)), 'cursor', otherQuery)
      }
      const kept = await ask(withQuery('/transactions', { ...transactionFilters, cursor: all }))
      expect(kept.body).toEqual({ data: file.transactions.slice(1), nextCursor: null })
    })

    it.each(['companyId', 'status', 'updatedAfter'] as const)('is refused for bills: %s', async name => {
      const filters: Filters = { companyId: 'north', status: 'new', updatedAfter }
      const cursor = await cursorOf('/bills', filters)
      const others = { ...otherValues, status: 'paid' }
      const changed = { ...filters, [name]: others[name], cursor }
      expectBadRequest(await ask(withQuery('/bills', changed)), 'cursor', otherQuery)
      expect((await ask(withQuery('/bills', { ...filters, cursor }))).body).toEqual({
        data: file.bills.slice(1),
        nextCursor: null,
      })
    })

    it('is refused for another list', async () => {
      for (const filters of [{}, { companyId: 'north' }, { updatedAfter }]) {
        const [ofTransactions, ofBills] = await Promise.all([
          cursorOf('/transactions', filters),
          cursorOf('/bills', filters),
        ])
        const swapped = [
          withQuery('/bills', { ...filters, cursor: ofTransactions }),
          withQuery('/transactions', { ...filters, cursor: ofBills }),
        ]
        for (const path of swapped) expectBadRequest(await ask(path), 'cursor', otherQuery)
      }
    })

    it('is refused for another workspace', async () => {
      const foreign = asker(service.current, service.current.foreignSecret)
      for (const path of ['/transactions', '/bills'] as const) {
        const cursor = await cursorOf(path)
        expectBadRequest(await foreign(withQuery(path, { cursor })), 'cursor', otherQuery)
      }
    })

    it('does not depend on If-None-Match', async () => {
      const cursor = await cursorOf('/transactions')
      const reply = await service.current.request(`/v1/transactions?side=debit&cursor=${cursor}`, {
        secret: await service.current.key(file),
        headers: { 'If-None-Match': '*' },
      })
      expect(reply.status).toBe(400)
    })
  })

  it('200: accepts another spelling of the same instant, and ignored parameters', async () => {
    for (const index of [0, 1, 2, 3, 4]) {
      const cursor = await cursorOf('/transactions', { updatedAfter: respelt(updatedAfter, index) })
      const next = { updatedAfter: respelt(updatedAfter, index + 1), cursor, side: '', unknown: 'x' }
      expect((await ask(withQuery('/transactions', next))).body.data).toEqual(file.transactions.slice(1))
    }
  })
})
