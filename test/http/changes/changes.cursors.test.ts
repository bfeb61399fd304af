/** Cursors of the change feed: changed, borrowed or made by hand, they are refused, and never cause a 500. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeResources } from '../../../src/contract/changes.ts'
import { payloadOf, sealed } from '../../domain/forgedCursor.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'
import { asker, directAsker, expectBadRequest, useAsk } from '../lists.ts'
import { followed } from './following.ts'

const file = smallWorkspace()
const malformed = 'is not a cursor of the change feed; pass nextCursor of the previous page unchanged'

/** Version, fingerprint of the query, epoch, instant, resource and id. */
type Fields = [number, string, string, string, string, string]

describeOnBothStores('Cursors of GET /changes', store => {
  const service = useService(store)
  const ask = useAsk(service, file, directAsker)
  const firstPage = async (search = 'limit=1'): Promise<string> =>
    (await ask(`/changes?${search}`)).body.nextCursor
  const fieldsOf = async () => JSON.parse(payloadOf(await firstPage())) as Fields
  const askWith = (fields: unknown) => ask(`/changes?cursor=${sealed(JSON.stringify(fields))}`)

  it('a cursor made by hand is accepted if it is right, as the other tests assume', async () => {
    const cursor = await firstPage()
    const fields = await fieldsOf()
    expect(fields).toHaveLength(6)
    expect(sealed(JSON.stringify(fields))).toBe(cursor)
    expect((await askWith(fields)).status).toBe(200)
  })

  describe('400', () => {
    it('any one character replaced, removed or added', async () => {
      for (const cursor of [await firstPage(), await firstPage('limit=100'), await firstPage('from=now')]) {
        const changed = [...cursor].flatMap((character, index) => {
          const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)]
          const others = ['A', '_'].filter(each => each !== character)
          return [
            ...others.map(each => before + each + after),
            before + after,
            `${before}-${character}${after}`,
          ]
        })
        const all = [...new Set([...changed, `${cursor}=`, `${cursor} `, ` ${cursor}`, `${cursor}\n`])]
        const replies = await Promise.all(all.map(each => ask(`/changes?cursor=${encodeURIComponent(each)}`)))
        expect(all.filter((_, index) => replies[index]?.status !== 400)).toEqual([])
        for (const reply of replies) expectBadRequest(reply, 'cursor', malformed)
      }
    })

    it('a cursor of another workspace, and one of another list', async () => {
      const foreign = asker(service.current, service.current.foreignSecret)
      const cursor = (await foreign('/changes?limit=1')).body.nextCursor
      expect((await foreign(`/changes?cursor=${cursor}`)).status).toBe(200)
      expectBadRequest(await ask(`/changes?cursor=${cursor}`), 'cursor', 'belongs to other resources')
      const owner = await followed(service.current)
      await owner.load({ transactions: owner.file.transactions.map(row => ({ ...row, id: 'another' })) })
      const page = (await owner.get('/transactions?limit=1')).body.nextCursor
      expectBadRequest(await owner.get(`/changes?cursor=${page}`), 'cursor', malformed)
      const change = (await owner.get('/changes?limit=1')).body.nextCursor
      expect((await owner.get(`/transactions?cursor=${change}`)).status).toBe(400)
    })

    it('a cursor together with from', async () => {
      const cursor = await firstPage()
      expectBadRequest(
        await ask(`/changes?from=now&cursor=${cursor}`),
        'from',
        'must be left out with a cursor',
      )
    })

    it.each(['then', '2026-01-01T00:00:00Z', 'NOW'])('from=%s', async from => {
      expect((await ask(`/changes?from=${from}`)).status).toBe(400)
    })

    it.each(['0', '101', '-1', '1.5', 'ten', '١'])('limit=%s', async limit => {
      expect((await ask(`/changes?limit=${encodeURIComponent(limit)}`)).status).toBe(400)
    })

    it.each(['31', '-1', '0.5', 'long', '1e1'])('wait=%s', async wait => {
      expect((await ask(`/changes?wait=${wait}`)).status).toBe(400)
    })

    it('another version, other fields, and content that is no place in the feed', async () => {
      const [version, query, epoch, at, resource, id] = await fieldsOf()
      const wrong = [
        ...[0, 2, -1, '1', null].map(each => [each, query, epoch, at, resource, id]),
        ...[7, null, [], {}].map(each => [version, query, each, at, resource, id]),
        ...['', 'now', '-infinity', 'infinity', '2026-02-30T00:00:00.000Z', '2026-03-01T00:00:00Z'].map(
          each => [...[version, query, epoch, each, resource, id]],
        ),
        ...['0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', 0, null].map(each => [
          ...[version, query, epoch, each, resource, id],
        ]),
        ...['', 'transactions', '~~', "x' or true", null, 4, ['bill']].map(each => [
          ...[version, query, epoch, at, each, id],
        ]),
        ...['a\0b', '\ud800', 7, null, ['a'], {}].map(each => [version, query, epoch, at, resource, each]),
        [version, query, epoch, at, '~', 'id'],
        [version, query, epoch, at, resource],
        [version, query, epoch, at, resource, id, null],
        ...[[], {}, null, 'text', 1],
      ]
      for (const fields of wrong) expectBadRequest(await askWith(fields), 'cursor', malformed)
    })
  })

  it('never makes the service fail, whatever its fields contain', async () => {
    const own = await fieldsOf()
    const text = fc.oneof(fc.string({ unit: anyCodePoint }), fc.string({ unit: anyCodePoint, size: 'large' }))
    const instant = fc
      .date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31T23:59:59.999Z') })
      .map(date => date.toISOString())
    const any = fc.oneof(text, fc.jsonValue())
    const fields = fc.oneof(
      fc.tuple(fc.constantFrom(2, 3, 4, 5), any).map(([index, value]) => own.with(index, value as string)),
      fc
        .tuple(instant, fc.constantFrom(...changeResources), text)
        .map(([at, resource, id]) => [own[0], own[1], own[2], at, resource, id]),
      instant.map(at => [own[0], own[1], own[2], at, '~', '']),
    )
    const seen = new Set<number>()
    const property = fc.asyncProperty(fields, async content => {
      const { status } = await askWith(content)
      seen.add(status)
      expect([200, 400, 409]).toContain(status)
    })
    await fc.assert(property, { numRuns: 150 })
    expect(seen).toContain(200)
  })
})
