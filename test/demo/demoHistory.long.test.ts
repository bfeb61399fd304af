import { beforeAll, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { endingOn } from '../../src/demo/endingOn.ts'
import { demoWorkspace } from '../../src/demo/index.ts'
import { balanceHistory } from '../../src/domain/balanceHistory.ts'
import { exportWorkspace } from '../../src/import/workspace/exportWorkspace.ts'
import { loadDemo } from '../../src/main/serve/demo.ts'
import { findBillDetails } from '../../src/store/billDetails.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { listImports } from '../../src/store/imports/imports.ts'
import { listSuggestionPage } from '../../src/store/matching/suggestions.ts'
import { daySums, fixedPoints, listStatements } from '../../src/store/sums/balanceHistory.ts'
import { describeOnBothStores, freshStore, type StoreName } from '../support/stores.ts'

const today = '2027-03-01'

/** What people see of a demo that was loaded at this time of the day, without the ids and instants of its imports. */
async function demoAt(store: StoreName, time: string) {
  const { db, remove } = await freshStore(store)
  const nowMs = Date.parse(`${today}T${time}Z`)
  const workspaceId = await db.transaction(connection => loadDemo(connection, nowMs))
  const pieces: string[] = []
  await exportWorkspace(db, workspaceId, async piece => void pieces.push(piece))
  const file = JSON.parse(pieces.join('')) as WorkspaceFile
  const shown = {
    file,
    suggestions: await suggestionsIn(db, workspaceId),
    statements: await statementsIn(db, workspaceId, file),
    documents: await documentsIn(db, workspaceId, file),
    imports: (await listImports(db, workspaceId, { after: null, limit: 50 })).map(({ report }) => ({
      name: report.fileName,
      outcome: report.outcome,
      counts: report.counts,
    })),
  }
  await remove()
  return { ...shown, imports: shown.imports.toSorted((one, other) => (one.name < other.name ? -1 : 1)) }
}

async function suggestionsIn(db: Database, workspaceId: string) {
  const page = { filters: { state: 'open' }, after: null, limit: 50 } as const
  const found = await listSuggestionPage(db, workspaceId, page)
  return found
    .map(({ transactionId, billIds, score, settlement }) => ({
      transactionId,
      billIds,
      score,
      kind: settlement?.kind ?? null,
    }))
    .toSorted((one, other) => (one.transactionId < other.transactionId ? -1 : 1))
}

async function statementsIn(db: Database, workspaceId: string, { accounts }: WorkspaceFile) {
  const found = []
  for (const { id: accountId } of accounts) {
    const statements = await listStatements(db, workspaceId, accountId)
    const fixed = await fixedPoints(db, workspaceId, accountId, today)
    const { gaps } = balanceHistory(fixed, await daySums(db, workspaceId, accountId, today))
    const facts = statements.map(({ id: _, importId: __, ...rest }) => rest)
    if (facts.length > 0) found.push({ accountId, statements: facts, fixedDays: fixed.length, gaps })
  }
  return found
}

async function documentsIn(db: Database, workspaceId: string, { bills }: WorkspaceFile) {
  const found = []
  for (const { id, status } of bills) {
    const details = await findBillDetails(db, workspaceId, id)
    for (const { name, digest, mediaType } of details?.documents ?? []) {
      const { format = null, checks = [], failure = null, discounts = [] } = details ?? {}
      const allRight = checks.every(({ ok }) => ok)
      found.push({ id, status, name, digest, mediaType, format, allRight, failure, discounts })
    }
  }
  return found
}

describeOnBothStores('The demo in the store', store => {
  let demo: Awaited<ReturnType<typeof demoAt>>

  beforeAll(async () => {
    demo = await demoAt(store, '00:00:30.000')
  })

  it('is the same for a day, at any time of it', async () => {
    expect(await demoAt(store, '22:15:00.000')).toEqual(demo)
  })

  it('has exactly the rows of its file: its history changes none of them', () => {
    const moved = endingOn(demoWorkspace(), today)
    const sorted = (rows: readonly { id: string }[]) =>
      rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    for (const name of ['companies', 'accounts', 'transactions', 'bills', 'payees'] as const) {
      expect(sorted(demo.file[name])).toEqual(sorted(moved[name]))
    }
  })

  it('has matches to decide, for different reasons', () => {
    const kinds = demo.suggestions.map(({ kind }) => kind ?? 'whole')
    expect(kinds.toSorted()).toEqual(['discount', 'part', 'whole', 'whole', 'whole', 'whole'])
    const transactions = new Set(demo.file.transactions.map(({ id }) => id))
    for (const { transactionId } of demo.suggestions) expect(transactions).toContain(transactionId)
  })

  it('has bills with documents: e-invoices, PDFs, and one that a person has to read', () => {
    const shapes = demo.documents.map(({ status, mediaType, format }) => `${status} ${mediaType} ${format}`)
    expect(shapes.sort()).toEqual([
      'extract_failed application/pdf null',
      'paid application/pdf ubl-invoice',
      'pending_approval application/pdf ubl-invoice',
      'pending_approval application/xml ubl-invoice',
      'pending_approval application/xml ubl-invoice',
      'pending_match application/xml ubl-invoice',
    ])
    for (const { allRight, failure, format } of demo.documents) {
      expect({ allRight, failed: failure !== null }).toEqual({ allRight: true, failed: format === null })
    }
    expect(demo.documents.flatMap(({ discounts }) => discounts)).toHaveLength(1)
  })

  it('has three statements of two accounts, which add up and leave no gap', () => {
    expect(demo.statements).toHaveLength(2)
    for (const { statements, fixedDays, gaps } of demo.statements) {
      expect(statements.map(({ fromDay, toDay }) => `${fromDay} ${toDay}`)).toEqual([
        '2027-02-01 2027-02-28',
        '2027-01-01 2027-01-31',
        '2026-12-01 2026-12-31',
      ])
      expect(statements.map(({ checkState }) => checkState)).toEqual(['adds_up', 'adds_up', 'adds_up'])
      // The closing balances, and the current one.
      expect(fixedDays).toBe(4)
      expect(gaps).toEqual([])
    }
    for (const { counts, name } of demo.imports.filter(each => each.name.endsWith('camt053.xml'))) {
      expect({ name, added: counts.added, changed: counts.changed }).toEqual({ name, added: 0, changed: 0 })
    }
  })
})
