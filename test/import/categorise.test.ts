import { describe, expect, it } from 'vitest'
import type { Rule } from '../../src/contract/console/rules.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { noConditions } from '../../src/domain/categoryRules.ts'
import { newId } from '../../src/domain/ids.ts'
import { type Applied, applyRules, categoriser } from '../../src/import/categorise.ts'
import { findAssignment, insertAssignments } from '../../src/store/rules/categoryAssignments.ts'
import { deleteRule, insertRule, listRules, moveRule } from '../../src/store/rules/categoryRules.ts'
import { writeWorkspace } from '../../src/store/workspaceClock.ts'
import { account, category, company, transaction, workspaceFile } from '../support/builders.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { later, startOfTime, useLoader } from './workspace/loader.ts'

describeOnBothStores('rules applied to stored transactions', store => {
  const loader = useLoader(store)

  /** A workspace with three custom categories and the given transactions, but no rules yet. */
  async function world(...given: Partial<Transaction>[]) {
    const owner = company()
    const on = account(owner)
    const [rent, food, other] = [category(), category(), category()]
    const rows = given.map(each => transaction(on, each))
    const file = workspaceFile({
      companies: [owner],
      accounts: [on],
      categories: [rent, food, other],
      transactions: rows,
    })
    await loader.current.load(file)
    const { db } = loader.current.store
    const workspaceId = file.workspace.id
    for (const rule of await listRules(db, workspaceId))
      await deleteRule(db, workspaceId, { ...rule, position: 0 })
    let applied = 0
    return {
      db,
      file,
      workspaceId,
      rent,
      food,
      other,
      rows,
      rule: (categoryId: string, conditions: Partial<Rule>) =>
        insertRule(db, workspaceId, {
          ...noConditions,
          id: newId('rul', 0),
          name: 'A rule',
          categoryId,
          createdAt: startOfTime,
          ...conditions,
        }),
      apply: (dryRun = false, rowsPerPage = 100): Promise<Applied> => {
        applied += 1
        return writeWorkspace(
          db,
          workspaceId,
          Date.parse(later(applied * 1000)),
          async (connection, stamp) => {
            const result = await applyRules(connection, { workspaceId, stamp, dryRun, rowsPerPage })
            return { result, changed: !dryRun && result.changed > 0 }
          },
        )
      },
      /** By position in `rows`: the category's id and the timestamp. */
      state: async () => {
        const { transactions } = await loader.current.exported(file)
        return rows.map(({ id }) => {
          const { category: of, updatedAt } = transactions.find(each => each.id === id) as Transaction
          return [of?.id ?? null, updatedAt]
        })
      },
      assignment: (row: number) => findAssignment(db, workspaceId, rows[row]?.id ?? ''),
    }
  }

  type World = Awaited<ReturnType<typeof world>>
  const created = '2026-01-01T08:00:00.000Z'

  it('assign a category to those without one, stamp only these, and record the rule', async () => {
    const { rule, apply, state, assignment, rent } = await world(
      { reference: 'Miete Mai' },
      { reference: 'Kaffee' },
    )
    const { id } = await rule(rent.id, { words: 'miete' })
    expect(await apply()).toEqual({ looked: 2, changed: 1, byRule: { [id]: 1 } })
    expect(await state()).toEqual([
      [rent.id, later(1000)],
      [null, created],
    ])
    expect(await assignment(0)).toMatchObject({
      source: 'rule',
      sourceId: id,
      categoryId: rent.id,
      at: later(1000),
    })
    expect(await assignment(1)).toBeNull()
  })

  it('change nothing a second time, and leave the clock unchanged', async () => {
    const { rule, apply, rent, file } = await world({ reference: 'Miete' })
    await rule(rent.id, { words: 'miete' })
    await apply()
    const before = await loader.current.everything(file)
    expect(await apply()).toEqual({ looked: 1, changed: 0, byRule: {} })
    expect(await loader.current.everything(file)).toEqual(before)
  })

  it('only count in a dry run', async () => {
    const { rule, apply, rent, file, assignment } = await world({ reference: 'Miete' })
    const { id } = await rule(rent.id, { words: 'miete' })
    const before = await loader.current.everything(file)
    expect(await apply(true)).toEqual({ looked: 1, changed: 1, byRule: { [id]: 1 } })
    expect(await loader.current.everything(file)).toEqual(before)
    expect(await assignment(0)).toBeNull()
  })

  it('never change a category from a file', async () => {
    const { rent, food, file, rows, rule, apply, state } = await world({ reference: 'Miete' })
    const { id, name, slug } = food
    const withFood = { ...file, transactions: rows.map(row => ({ ...row, category: { id, name, slug } })) }
    await loader.current.load(withFood, 500)
    await rule(rent.id, { words: 'miete' })
    expect((await apply()).changed).toBe(0)
    expect(await state()).toEqual([[food.id, later(500)]])
  })

  it('never change a category from a file that replaced one from a rule', async () => {
    const { rent, food, file, rows, rule, apply, state } = await world({ reference: 'Miete' })
    await rule(rent.id, { words: 'miete' })
    await apply()
    const { id, name, slug } = food
    await loader.current.load(
      { ...file, transactions: rows.map(row => ({ ...row, category: { id, name, slug } })) },
      1500,
    )
    expect((await apply()).changed).toBe(0)
    expect(await state()).toEqual([[food.id, later(1500)]])
  })

  describe('never change what a person chose', () => {
    const choose = ({ db, workspaceId, rows }: World, categoryId: string | null) =>
      insertAssignments(db, workspaceId, [
        { transactionId: rows[0]?.id ?? '', source: 'person', sourceId: 'usr_1', categoryId, at: created },
      ])

    it('even if a rule had assigned the same category before', async () => {
      const given = await world({ reference: 'Miete' })
      await given.rule(given.rent.id, { words: 'miete' })
      await given.apply()
      await choose(given, given.rent.id)
      const [only] = await listRules(given.db, given.workspaceId)
      if (only) await deleteRule(given.db, given.workspaceId, only)
      await given.rule(given.food.id, { words: 'miete' })
      expect((await given.apply()).changed).toBe(0)
      expect(await given.state()).toEqual([[given.rent.id, later(1000)]])
    })

    it('even if the choice is no category', async () => {
      const given = await world({ reference: 'Miete' })
      await choose(given, null)
      await given.rule(given.rent.id, { words: 'miete' })
      expect((await given.apply()).changed).toBe(0)
      expect(await given.state()).toEqual([[null, created]])
      expect(await given.assignment(0)).toMatchObject({ source: 'person', categoryId: null })
    })
  })

  describe('update categories assigned by a rule', () => {
    it('to another category if another rule now comes first', async () => {
      const { db, workspaceId, rent, food, rule, apply, state, assignment } = await world({
        reference: 'Miete',
      })
      await rule(rent.id, { words: 'miete' })
      await apply()
      const second = await rule(food.id, { side: 'debit' })
      expect((await apply()).changed).toBe(0)
      await db.transaction(connection => moveRule(connection, workspaceId, second, 0))
      expect(await apply()).toEqual({ looked: 1, changed: 1, byRule: { [second.id]: 1 } })
      expect(await state()).toEqual([[food.id, later(3000)]])
      expect(await assignment(0)).toMatchObject({ sourceId: second.id, categoryId: food.id })
    })

    it('to none if the rule was deleted', async () => {
      const { db, workspaceId, rent, rule, apply, state, assignment } = await world({ reference: 'Miete' })
      const only = await rule(rent.id, { words: 'miete' })
      await apply()
      await deleteRule(db, workspaceId, only)
      expect(await apply()).toEqual({ looked: 1, changed: 1, byRule: {} })
      expect(await state()).toEqual([[null, later(2000)]])
      expect(await assignment(0)).toBeNull()
      await rule(rent.id, { words: 'miete' })
      expect((await apply()).changed).toBe(1)
    })

    it('to another rule with the same category, without a new timestamp', async () => {
      const { db, workspaceId, rent, rule, apply, state, assignment } = await world({ reference: 'Miete' })
      await deleteRule(
        db,
        workspaceId,
        await rule(rent.id, { words: 'miete' }).then(async first => {
          await apply()
          return first
        }),
      )
      const next = await rule(rent.id, { type: 'Card' })
      expect(await apply()).toEqual({ looked: 1, changed: 0, byRule: {} })
      expect(await state()).toEqual([[rent.id, later(1000)]])
      expect(await assignment(0)).toMatchObject({ sourceId: next.id })
    })
  })

  it('reach every transaction once over several pages', async () => {
    const many = Array.from({ length: 23 }, (_, index) => ({ reference: index % 2 ? 'Miete' : 'Kaffee' }))
    const { rent, rule, apply, state } = await world(...many)
    const { id } = await rule(rent.id, { words: 'miete' })
    expect(await apply(false, 5)).toEqual({ looked: 23, changed: 11, byRule: { [id]: 11 } })
    expect(await state()).toEqual(
      many.map(({ reference }) => (reference === 'Miete' ? [rent.id, later(1000)] : [null, created])),
    )
    expect(await apply(false, 23)).toEqual({ looked: 23, changed: 0, byRule: {} })
  })

  it('report their progress', async () => {
    const { db, workspaceId } = await world({}, {})
    const reported: number[][] = []
    await db.transaction(connection =>
      applyRules(connection, {
        workspaceId,
        stamp: later(1),
        dryRun: true,
        onProgress: (done, total) => reported.push([done, total]),
      }),
    )
    expect(reported).toEqual([[2, 2]])
  })

  it('assign imported rows the category of the first match', async () => {
    const { db, workspaceId, rent, food, rows, rule } = await world({ reference: 'Miete', side: 'debit' })
    const [row] = rows as [Transaction]
    expect(await categoriser(db, workspaceId)).toMatchObject({ any: false })
    const [first] = [await rule(rent.id, { words: 'miete' }), await rule(food.id, { side: 'debit' })]
    const { any, categoryFor } = await categoriser(db, workspaceId)
    expect(any).toBe(true)
    expect(categoryFor(row)).toEqual({ categoryId: rent.id, ruleId: first.id })
    expect(categoryFor({ ...row, reference: null, side: null })).toBeNull()
  })
})
