/**
 * Writes a different value into every column through every writer, and reads each back. A failure names the columns whose
 * values were lost. The rows are made from the contract's schemas, so a new field is tested without a change here.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account as accountSchema } from '../../src/contract/accounts.ts'
import { bill as billSchema } from '../../src/contract/bills.ts'
import { category as categorySchema } from '../../src/contract/categories.ts'
import { company as companySchema } from '../../src/contract/companies.ts'
import { payee as payeeSchema } from '../../src/contract/payees.ts'
import { transaction as transactionSchema } from '../../src/contract/transactions.ts'
import { listNames, type WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { exportWorkspace } from '../../src/import/workspace/exportWorkspace.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { insertAccount } from '../../src/store/accountDetails.ts'
import { findAccount } from '../../src/store/accounts.ts'
import { findBill, insertBill } from '../../src/store/bills.ts'
import type { Connection } from '../../src/store/engine/door.ts'
import { asArrays, insertRows, selectList, type Table } from '../../src/store/engine/table.ts'
import { upsertRows } from '../../src/store/engine/upsert.ts'
import { restoreChanged } from '../../src/store/imports/importedRows.ts'
import { keepRowsBefore, transactionRows } from '../../src/store/imports/imports.ts'
import { findPayee, insertPayee, updatePayee } from '../../src/store/payees.ts'
import { findTransaction } from '../../src/store/transactions.ts'
import { setWriteStamp } from '../../src/store/workspaceClock.ts'
import { iban, workspaceFile } from '../support/builders.ts'
import { differingFields, distinctElement } from '../support/distinctElement.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'
import { resources } from './resources.ts'

const nowMs = Date.parse('2026-03-01T00:00:00.000Z')
const stamp = '2026-03-02T00:00:00.001Z'
const actor = { kind: 'command', id: 'test' } as const
/** Their ids and the ids that they refer to have no part in what is compared. */
const suffix = (nth: number) => `_${nth}`

/** One element of each list, with a value in every field. */
function distinctFile(nth: number): WorkspaceFile {
  const end = suffix(nth)
  const company = distinctElement(companySchema, nth, { id: `com${end}` })
  const account = distinctElement(accountSchema, nth, { id: `acc${end}`, companyId: company.id })
  const category = distinctElement(categorySchema, nth, {
    id: `cat${end}`,
    slug: `slug${end}`,
    isSystem: true,
  })
  const { id, name, slug } = category
  const owned = { companyId: company.id, updatedAt: '2026-01-01T00:00:00.000Z' }
  const transaction = distinctElement(transactionSchema, nth, {
    ...{ ...owned, id: `txn${end}`, accountId: account.id, category: { id, name, slug } },
  })
  const bill = distinctElement(billSchema, nth, {
    ...{ ...owned, id: `bil${end}`, matchedTransactionId: transaction.id },
  })
  const payee = distinctElement(payeeSchema, nth, {
    ...{
      ...owned,
      id: `pye${end}`,
      name: `Payee ${nth}`,
      iban: iban(),
      defaultReference: `Reference ${nth}`,
    },
  })
  return workspaceFile({
    companies: [company],
    accounts: [account],
    categories: [category],
    transactions: [transaction],
    bills: [bill],
    payees: [payee],
  })
}

const first = <Row>(rows: readonly Row[]): Row => {
  if (rows[0] === undefined) throw new Error('one row was expected')
  return rows[0]
}

/** As the table has them. */
const rowsOf = (file: WorkspaceFile): Record<string, Record<string, unknown>> => {
  const { category, ...transaction } = first(file.transactions)
  const lists = listNames.map(name => [name, first<object>(file[name])])
  return { ...Object.fromEntries(lists), transactions: { ...transaction, categoryId: category?.id ?? null } }
}

const tables = resources.map(({ table }) => [table.name, table as Table] as const)
const plain = (connection: Connection): Connection => ({ ...connection, copyIn: undefined as never })

describeOnBothStores('every column is written by', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  async function loaded(file: WorkspaceFile): Promise<string> {
    await loadWorkspace(store.db, file, { nowMs, actor })
    return file.workspace.id
  }

  async function stored(connection: Connection, table: Table, workspaceId: string, id: unknown) {
    const [row] = await connection.query<Record<string, unknown>>(
      `select ${selectList(table, 't')} from ${table.name} t where t.workspace_id = $1 and t.id = $2`,
      [workspaceId, String(id)],
    )
    return row
  }

  async function stampInFeed(table: Table, workspaceId: string, id: unknown) {
    const column = 'updatedAt' in table.fields ? 'updated_at' : 'changed_at'
    const [row] = await store.db.query<{ at: string }>(
      `select ${column} as at from ${table.name} where workspace_id = $1 and id = $2`,
      [workspaceId, String(id)],
    )
    return row?.at
  }

  /** A workspace that has what the row of the file refers to, and nothing of the table itself. */
  async function emptied(file: WorkspaceFile, table: Table): Promise<string> {
    const id = await loaded(file)
    const cascade = { companies: [], accounts: [], categories: [], transactions: ['bills'] }[table.name] ?? []
    for (const each of [...cascade, table.name]) {
      await store.db.query(`delete from ${each} where workspace_id = $1`, [id])
    }
    return id
  }

  const insertable = tables.filter(([table]) => ['transactions', 'bills', 'payees'].includes(table))

  it.each(insertable)('insertRows into %s, with COPY and without', async (_, table) => {
    const file = distinctFile(1)
    const row = rowsOf(file)[table.name] ?? {}
    for (const way of [(connection: Connection) => connection, plain]) {
      const id = await emptied({ ...file, workspace: workspaceFile().workspace }, table)
      await store.db.transaction(async connection => {
        await insertRows(way(connection), table, id, [row])
        expect(differingFields(await stored(connection, table, id, row.id), row)).toEqual([])
      })
    }
  })

  it.each(tables)('upsertRows that changes %s, also if it is the only one that differs', async (_, table) => {
    const [before, after] = [distinctFile(1), distinctFile(2)]
    const [old, wanted] = [rowsOf(before)[table.name] ?? {}, rowsOf(after)[table.name] ?? {}]
    const references = Object.keys(table.fields).filter(field => /Id$/.test(field))
    const fixed = { id: old.id, createdAt: old.createdAt, ...pick(old, references) }
    const kept = ['id', 'createdAt', 'updatedAt', ...references]
    for (const fields of [Object.keys(table.fields), ...Object.keys(table.fields).map(field => [field])]) {
      const changes = fields.filter(field => !kept.includes(field) && old[field] !== wanted[field])
      if (changes.length === 0) continue
      const id = await loaded({ ...before, workspace: workspaceFile().workspace })
      const row = { ...old, ...pick(wanted, changes), ...fixed }
      const result = await store.db.transaction(async connection => {
        await setWriteStamp(connection, stamp)
        return await upsertRows(connection, table, id, asArrays(table, [row]), stamp)
      })
      expect(result, changes.join(', ')).toEqual({ added: 0, changed: 1 })
      const stamped = 'updatedAt' in row ? { ...row, updatedAt: stamp } : row
      expect(differingFields(await stored(store.db, table, id, old.id), stamped)).toEqual([])
      expect(await stampInFeed(table, id, old.id)).toBe(stamp)
    }
  })

  it('load, and read by export', async () => {
    for (const nth of [1, 2]) {
      const file = distinctFile(nth)
      const id = await loaded(file)
      const pieces: string[] = []
      await exportWorkspace(store.db, id, async piece => void pieces.push(piece))
      const exported = JSON.parse(pieces.join('')) as WorkspaceFile
      for (const list of listNames) {
        const lost = differingFields(first<object>(exported[list]), first<object>(file[list]))
        expect(lost, list).toEqual([])
        expect(Object.keys(first<object>(exported[list]))).toEqual(Object.keys(first<object>(file[list])))
      }
    }
  })

  it('load into a workspace that is there', async () => {
    const [before, after] = [distinctFile(1), distinctFile(2)]
    const id = await loaded(before)
    await loadWorkspace(store.db, { ...after, workspace: before.workspace }, { nowMs: nowMs + 1, actor })
    const stamps = await store.db.query<{ clock: string }>(
      'select clock from workspaces where workspace_id = $1',
      [id],
    )
    for (const [list, table] of tables) {
      const row = rowsOf(after)[list] ?? {}
      const expected = 'updatedAt' in row ? { ...row, updatedAt: first(stamps).clock } : row
      expect(differingFields(await stored(store.db, table, id, row.id), expected), list).toEqual([])
    }
  })

  it('insertBill, insertPayee and insertAccount', async () => {
    const file = distinctFile(1)
    const id = await loaded(file)
    const [bill, payee, account] = [first(file.bills), first(file.payees), first(file.accounts)]
    const { createdAt: _, updatedAt: __, ...newBill } = { ...bill, id: 'bil_new' }
    const { createdAt: ___, updatedAt: ____, ...newPayee } = { ...payee, id: 'pye_new', iban: iban() }
    const newAccount = { ...account, id: 'acc_new' }
    await store.db.transaction(async connection => {
      await setWriteStamp(connection, stamp)
      const made = await insertBill(connection, id, newBill, stamp)
      await insertPayee(connection, id, newPayee, stamp)
      await insertAccount(connection, id, { ...newAccount, otherId: null, bankCode: null, importId: null })
      const stamps = { createdAt: stamp, updatedAt: stamp }
      expect(differingFields(made, { ...newBill, ...stamps })).toEqual([])
      expect(differingFields(await findBill(connection, id, 'bil_new'), { ...newBill, ...stamps })).toEqual(
        [],
      )
      const payeeStored = await findPayee(connection, id, 'pye_new')
      expect(differingFields(payeeStored, { ...newPayee, ...stamps })).toEqual([])
      expect(differingFields(await findAccount(connection, id, 'acc_new'), newAccount)).toEqual([])
    })
  })

  it('updatePayee', async () => {
    const file = distinctFile(1)
    const id = await loaded(file)
    const old = first(file.payees)
    const { id: _, companyId: __, createdAt: ___, updatedAt: ____, ...change } = first(distinctFile(2).payees)
    const changed = await store.db.transaction(connection => updatePayee(connection, id, old, change, stamp))
    expect(differingFields(changed, { ...old, ...change, updatedAt: stamp })).toEqual([])
  })

  it('undoing an import, which gives a transaction its former values', async () => {
    const [before, after] = [distinctFile(1), distinctFile(2)]
    const id = await loaded(before)
    const old = first(before.transactions)
    const { category: _, ...facts } = first(after.transactions)
    const moved = { ...facts, ...pick({ ...old }, ['id', 'companyId', 'accountId', 'createdAt']) }
    const row = { ...moved, categoryId: old.category?.id ?? null }
    await store.db.transaction(async connection => {
      await keepRowsBefore(connection, id, 'imp_1', await transactionRows(connection, id, [old.id]))
      await upsertRows(
        connection,
        tableNamed('transactions'),
        id,
        asArrays(tableNamed('transactions'), [row]),
        stamp,
      )
      expect(await restoreChanged(connection, id, 'imp_1', stamp)).toBe(1)
      const restored = await findTransaction(connection, id, old.id)
      expect(differingFields(restored, { ...old, updatedAt: stamp })).toEqual([])
    })
  })

  it('undoing an import from before a column was added, which leaves that column as it is', async () => {
    const file = distinctFile(1)
    const id = await loaded(file)
    const old = first(file.transactions)
    await store.db.transaction(async connection => {
      const rows = await transactionRows(connection, id, [old.id])
      const earlier = rows.map(({ merchantName: _, ...row }) => ({ ...row, description: 'before' }))
      await keepRowsBefore(connection, id, 'imp_1', earlier as typeof rows)
      await restoreChanged(connection, id, 'imp_1', stamp)
      const restored = await findTransaction(connection, id, old.id)
      expect(restored).toMatchObject({ description: 'before', merchantName: old.merchantName })
    })
  })
})

const tableNamed = (name: string): Table => {
  const found = tables.find(([each]) => each === name)
  if (found === undefined) throw new Error(`There is no table ${name}.`)
  return found[1]
}

const pick = (row: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(field => [field, row[field]]))

it('a row that lacks a column, or has one that the table has not, is an error that names it', () => {
  const row = { ...rowsOf(distinctFile(1)).bills }
  const bills = tableNamed('bills')
  expect(() => asArrays(bills, [{ ...row, noColumn: 'lost' }])).toThrow(
    'A row for the table bills has a value for "noColumn", which is no column.',
  )
  const { dueDate: _, ...incomplete } = row
  expect(() => asArrays(bills, [incomplete])).toThrow('A row for the table bills has no value for "dueDate".')
})
