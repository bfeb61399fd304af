/**
 * Rows that are known by their ids are looked up one by one, also in a large workspace next to thousands of small ones. The
 * tests share the rows of bounds.long.test.ts.
 */
import { describe, expect, it } from 'vitest'
import { changeResources } from '../../../src/contract/changes.ts'
import type { Connection } from '../../../src/store/engine/door.ts'
import { feedStart, readChanges } from '../../../src/store/feed/changes.ts'
import { findTransactions } from '../../../src/store/transactions.ts'
import { existingIds } from '../../../src/store/workspaceRows.ts'
import type { TestStore } from '../../support/stores.ts'
import { type Explainer, recorded } from './explained.ts'
import { bigCount, bigWorkspace, idOf } from './unkindRows.ts'

const wanted = 50
/** Each row is in a block of its own, with up to four blocks of an index above it. All entries of the workspace take thousands. */
const blocksMax = 5 * wanted
const ids = Array.from({ length: wanted }, (_, n) => idOf(n * (bigCount / wanted)))

const lookUps: Record<string, (connection: Connection) => Promise<unknown>> = {
  'a page of changes': connection =>
    readChanges(connection, bigWorkspace, { resources: changeResources }, feedStart, wanted),
  transactions: connection => findTransactions(connection, bigWorkspace, ids),
  'ids that a file has': connection => existingIds(connection, 'transactions', bigWorkspace, ids),
}

export function describeIds(current: () => { store: TestStore; explainer: Explainer }): void {
  describe('ids', () => {
    const blocksOf = async (lookUp: (connection: Connection) => Promise<unknown>) => {
      const { queries } = await recorded(current().store.db, lookUp)
      let blocks = 0
      for (const query of queries)
        blocks = Math.max(blocks, (await current().explainer.cost(query, 'force_generic_plan')).blocksWalked)
      return blocks
    }

    it.each(Object.entries(lookUps))('are looked up one by one: %s', async (_, lookUp) => {
      expect(await blocksOf(lookUp)).toBeLessThanOrEqual(blocksMax)
    })

    it('a build that plans for small workspaces is noticed', async () => {
      const planFor = async (setting: string) => {
        await current().store.db.script(
          `alter table transactions alter column workspace_id ${setting}; analyze transactions`,
        )
        current().explainer.keepCosts()
      }
      // As if they had ten rows each. With the true average, PostgreSQL 15 happens to take the right index.
      await planFor('set (n_distinct = -0.1)')
      expect(await blocksOf(lookUps.transactions ?? fail)).toBeGreaterThan(blocksMax)
      await planFor('set (n_distinct = 1)')
      expect(await blocksOf(lookUps.transactions ?? fail)).toBeLessThanOrEqual(blocksMax)
    })
  })
}

const fail = () => Promise.reject(new Error('There is no such look-up.'))
