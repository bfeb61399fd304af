/** Category rules that people create, order and apply; and people's own choices, which no rule overwrites. */
import { describe, expect, it } from 'vitest'
import { type Rule, rulesMax } from '../../src/contract/console/rules.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { noConditions } from '../../src/domain/categoryRules.ts'
import { listAudit } from '../../src/store/audit.ts'
import {
  account,
  category,
  company,
  smallWorkspace,
  transaction,
  workspaceFile,
} from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { type Home, home, type Person } from './access/people.ts'
import { statusAndCode } from './wire.ts'

describeOnBothStores('Category rules', store => {
  const service = useService(store)

  /** Two categories and two transactions, without the default rules. */
  async function world() {
    const owner = company()
    const on = account(owner)
    const [rent, food] = [category({ name: 'Rent' }), category({ name: 'Food' })]
    const rows = [transaction(on, { reference: 'Miete' }), transaction(on, { reference: 'Kaffee' })]
    const lists = { companies: [owner], accounts: [on], transactions: rows }
    const at = await home(service.current, workspaceFile({ ...lists, categories: [rent, food] }))
    await service.current.store.db.query('delete from category_rules where workspace_id = $1', [
      at.workspaceId,
    ])
    return { at, owner, rent, food, rows, ada: await at.person('owner', { name: 'Ada' }) }
  }

  const create = (by: Person, { at }: Home, given: object) => {
    service.current.nowMs += 1000
    return by.post(at('/rules'), { ...noConditions, name: 'A rule', ...given })
  }
  const made = async (by: Person, at: Home, given: object) => (await create(by, at, given)).body as Rule
  const listed = async (by: Person, { at }: Home) => (await by.get(at('/rules'))).body.data as Rule[]
  const run = async (by: Person, { at }: Home, dryRun = false) =>
    (await by.post(at('/rule-runs'), { dryRun })).body
  const shown = async (by: Person, { at }: Home, { id }: { id: string }) =>
    (await by.get(at(`/v1/transactions/${id}`))).body as Transaction
  const choose = (by: Person, { at }: Home, { id }: { id: string }, categoryId: string | null) =>
    by.patch(at(`/transaction-categories/${id}`), { categoryId })
  const whoGave = async (by: Person, { at }: Home, { id }: { id: string }) =>
    (await by.get(at(`/transaction-categories/${id}`))).body
  const audited = async ({ workspaceId }: Home) =>
    (await listAudit(service.current.store.db, workspaceId))
      .filter(({ action }) => action !== 'workspace.loaded')
      .map(({ action, actor, subjectId, details }) => ({ action, by: actor.id, subjectId, details }))
  const clock = async (by: Person, { at }: Home) =>
    (await by.get(at('/v1/transactions'))).headers.find(([name]) => name === 'etag')

  it('are stored in order with all their conditions and an audit record, and change no data', async () => {
    const { at, owner, rent, ada } = await world()
    const before = await clock(ada, at)
    const given = {
      name: 'Rent of the office',
      categoryId: rent.id,
      companyId: owner.id,
      counterparty: 'Haus & Hof',
      words: 'Miete',
      type: 'SepaCredit',
      side: 'debit',
      amountMin: '10.00',
      amountMax: '500',
      currency: 'EUR',
    }
    const reply = await create(ada, at, given)
    expect(reply.status).toBe(201)
    const rule = reply.body as Rule
    expect(rule).toEqual({ id: rule.id, position: 0, createdAt: rule.createdAt, ...given })
    const second = await made(ada, at, { categoryId: rent.id, side: 'credit' })
    expect(await listed(ada, at)).toEqual([rule, { ...second, position: 1 }])
    expect((await audited(at))[0]).toEqual({
      action: 'rule.created',
      by: ada.id,
      subjectId: rule.id,
      details: { position: 0, ...given },
    })
    expect(await clock(ada, at)).toEqual(before)
  })

  it('are rejected if they are empty, contradictory, or refer to another workspace', async () => {
    const { at, rent, ada } = await world()
    const foreign = service.current.foreign
    const refusals = [
      await create(ada, at, { categoryId: rent.id }),
      await create(ada, at, { categoryId: rent.id, words: '  ' }),
      await create(ada, at, { categoryId: rent.id, amountMin: '10.01', amountMax: '10.00' }),
      await create(ada, at, { categoryId: rent.id, amountMin: '-1' }),
      await create(ada, at, { categoryId: 'cat_unknown', side: 'debit' }),
      await create(ada, at, { categoryId: foreign.categories[0]?.id, side: 'debit' }),
      await create(ada, at, { categoryId: rent.id, companyId: foreign.companies[0]?.id }),
      await create(ada, at, { categoryId: rent.id, companyId: 'com_unknown' }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404, 404, 404, 404])
    expect(refusals[4]?.body).toEqual(refusals[5]?.body)
    expect(refusals[6]?.body).toEqual(refusals[7]?.body)
    expect(refusals[2]?.body.data.issues).toEqual([
      { path: 'amountMax', message: 'must not be less than amountMin' },
    ])
    expect(await listed(ada, at)).toEqual([])
    expect(await audited(at)).toEqual([])
  })

  it(`are limited to ${rulesMax}`, async () => {
    const { at, rent, ada } = await world()
    await service.current.store.db.query(
      `insert into category_rules (workspace_id, id, position, name, category_id, side, created_at)
       select $1, 'rul_' || n, n - 1, 'A rule', $2, 'debit', now() from generate_series(1, $3::int) as n`,
      [at.workspaceId, rent.id, rulesMax - 1],
    )
    expect((await create(ada, at, { categoryId: rent.id, side: 'debit' })).status).toBe(201)
    expect(statusAndCode(await create(ada, at, { categoryId: rent.id, side: 'debit' }))).toEqual([
      409,
      'TOO_MANY_RULES',
    ])
  })

  it('can be changed in part, with an audit record; repeating a change has no effect', async () => {
    const { at, rent, food, ada } = await world()
    const rule = await made(ada, at, { categoryId: rent.id, words: 'Miete', side: 'debit' })
    const change = (body: object) => {
      service.current.nowMs += 1000
      return ada.patch(at.at(`/rules/${rule.id}`), body)
    }
    const reply = await change({ categoryId: food.id, words: null })
    expect(reply.body).toEqual({ ...rule, categoryId: food.id, words: null })
    expect(await listed(ada, at)).toEqual([reply.body])
    expect(statusAndCode(await change({ side: null }))).toEqual([400, 'BAD_REQUEST'])
    expect((await change({ categoryId: food.id })).body).toEqual(reply.body)
    const records = await audited(at)
    expect(records.map(({ action }) => action)).toEqual(['rule.created', 'rule.changed'])
    expect(records[1]?.details).toMatchObject({
      before: { categoryId: rent.id, words: 'Miete' },
      after: { categoryId: food.id, words: null },
    })
  })

  it('can be moved to any position without gaps in the order', async () => {
    const { at, rent, ada } = await world()
    const ids: string[] = []
    for (const words of ['a', 'b', 'c', 'd'])
      ids.push((await made(ada, at, { categoryId: rent.id, words })).id)
    const order = async () => {
      const rules = await listed(ada, at)
      expect(rules.map(({ position }) => position)).toEqual(rules.map((_, index) => index))
      return rules.map(({ words }) => words).join('')
    }
    const move = async (index: number, position: number) => {
      const { body } = await ada.patch(at.at(`/rules/${ids[index]}`), { position })
      return [body.position, await order()]
    }
    expect(await move(3, 0)).toEqual([0, 'dabc'])
    expect(await move(3, 2)).toEqual([2, 'abdc'])
    expect(await move(0, rulesMax)).toEqual([3, 'bdca'])
    expect(await move(0, 3)).toEqual([3, 'bdca'])
    expect((await ada.delete(at.at(`/rules/${ids[3]}`))).status).toBe(204)
    expect(await order()).toBe('bca')
  })

  it('of another workspace are 404', async () => {
    const { at, rent, ada } = await world()
    const other = await home(service.current, smallWorkspace())
    const eve = await other.person('owner')
    const rule = await made(ada, at, { categoryId: rent.id, words: 'Miete' })
    const unknown = await eve.delete(other.at('/rules/rul_unknown'))
    expect(statusAndCode(unknown)).toEqual([404, 'NOT_FOUND'])
    expect((await eve.delete(other.at(`/rules/${rule.id}`))).body).toEqual(unknown.body)
    expect((await eve.patch(other.at(`/rules/${rule.id}`), { name: 'Mine' })).body).toEqual(unknown.body)
    expect(await listed(ada, at)).toEqual([rule])
  })

  it('are counted first and applied on request, once', async () => {
    const { at, rent, rows, ada } = await world()
    const [first, second] = rows as [Transaction, Transaction]
    const rule = await made(ada, at, { categoryId: rent.id, words: 'miete' })
    const outcome = { looked: 2, changed: 1, byRule: { [rule.id]: 1 } }
    expect(await run(ada, at, true)).toEqual(outcome)
    expect(await shown(ada, at, first)).toEqual(first)
    expect(await run(ada, at)).toEqual(outcome)
    const { id, name, slug } = rent
    const now = await shown(ada, at, first)
    expect(now).toEqual({ ...first, category: { id, name, slug }, updatedAt: now.updatedAt })
    expect(now.updatedAt > first.updatedAt).toBe(true)
    expect(await shown(ada, at, second)).toEqual(second)
    expect(await whoGave(ada, at, first)).toEqual({
      transactionId: first.id,
      categoryId: rent.id,
      source: 'rule',
      sourceId: rule.id,
      by: 'A rule',
      at: now.updatedAt,
    })
    expect(await whoGave(ada, at, second)).toMatchObject({ source: 'none', categoryId: null, by: null })
    const before = await clock(ada, at)
    expect(await run(ada, at)).toEqual({ looked: 2, changed: 0, byRule: {} })
    expect(await clock(ada, at)).toEqual(before)
    const records = (await audited(at)).filter(({ action }) => action === 'rules.applied')
    expect(records).toEqual([
      { action: 'rules.applied', by: ada.id, subjectId: at.workspaceId, details: outcome },
    ])
  })

  describe('for transactions that a person has categorized', () => {
    it('keep the chosen category', async () => {
      const { at, rent, food, rows, ada } = await world()
      const [row] = rows as [Transaction]
      const chosen = await choose(ada, at, row, food.id)
      expect(chosen.status).toBe(200)
      expect(chosen.body.category.name).toBe('Food')
      expect(chosen.body.updatedAt > row.updatedAt).toBe(true)
      await made(ada, at, { categoryId: rent.id, words: 'miete' })
      expect((await run(ada, at)).changed).toBe(0)
      expect(await shown(ada, at, row)).toEqual(chosen.body)
      expect(await whoGave(ada, at, row)).toMatchObject({ source: 'person', sourceId: ada.id, by: 'Ada' })
      expect((await audited(at))[0]).toEqual({
        action: 'category.chosen',
        by: ada.id,
        subjectId: row.id,
        details: { before: { category: null }, after: { category: 'Food' } },
      })
    })

    it('keep the choice of no category, even if there was none before', async () => {
      const { at, rent, rows, ada } = await world()
      const [row] = rows as [Transaction]
      const before = await clock(ada, at)
      expect((await choose(ada, at, row, null)).body).toEqual(row)
      expect(await clock(ada, at)).toEqual(before)
      await made(ada, at, { categoryId: rent.id, words: 'miete' })
      expect((await run(ada, at)).changed).toBe(0)
      expect(await whoGave(ada, at, row)).toMatchObject({ source: 'person', categoryId: null })
    })

    it('keep a category that a rule had set and the person confirmed', async () => {
      const { at, rent, rows, ada } = await world()
      const [row] = rows as [Transaction]
      const rule = await made(ada, at, { categoryId: rent.id, words: 'miete' })
      await run(ada, at)
      const given = await shown(ada, at, row)
      const before = await clock(ada, at)
      expect((await choose(ada, at, row, rent.id)).body).toEqual(given)
      expect(await clock(ada, at)).toEqual(before)
      await ada.delete(at.at(`/rules/${rule.id}`))
      expect((await run(ada, at)).changed).toBe(0)
      const records = await audited(at)
      await choose(ada, at, row, rent.id)
      expect(await audited(at)).toEqual(records)
    })
  })

  it('are not recorded as the source of a category from a file', async () => {
    const file = smallWorkspace()
    const at = await home(service.current, file)
    const ada = await at.person('member')
    const [row] = file.transactions as [Transaction]
    expect(await whoGave(ada, at, row)).toMatchObject({
      source: 'file',
      categoryId: row.category?.id,
      at: null,
    })
  })

  it('and choices by people are 404 for transactions and categories of another workspace', async () => {
    const { at, rows, ada } = await world()
    const [row] = rows as [Transaction]
    const { foreign } = service.current
    const foreignRow = foreign.transactions[0] as Transaction
    const unknown = await choose(ada, at, { id: 'txn_unknown' }, null)
    expect(statusAndCode(unknown)).toEqual([404, 'NOT_FOUND'])
    expect((await choose(ada, at, foreignRow, null)).body).toEqual(unknown.body)
    expect((await ada.get(at.at(`/transaction-categories/${foreignRow.id}`))).body).toEqual(unknown.body)
    const unknownCategory = await choose(ada, at, row, 'cat_unknown')
    expect(statusAndCode(unknownCategory)).toEqual([404, 'NOT_FOUND'])
    expect((await choose(ada, at, row, foreign.categories[0]?.id ?? '')).body).toEqual(unknownCategory.body)
    expect(await shown(ada, at, row)).toEqual(row)
  })
})
