/**
 * A large import, and its undo, must not hold up others: each query gets a few hundred rows, and what all of them read
 * grows with the number of entries, not with its square. The stores have no statistics yet, as right after a first import.
 */
import { expect, it } from 'vitest'
import type { Connection, Database, Value } from '../../src/store/engine/door.ts'
import { account, bill, transaction } from '../support/builders.ts'
import { describeOnOneServer } from '../support/stores.ts'
import { Importer, ownIban, useImporter } from './importer.ts'
import { camtText, mt940Text, type TextEntry, type TextStatement } from './statementTexts.ts'
import { Loader } from './workspace/loader.ts'

/** The queries are planned while there are few, and PostgreSQL takes any index for as good as another. */
const [few, many] = [300, 1_200]
/** For each entry. If one query compared every entry with every other, it would be more than a thousand. */
const rowsReadMax = 40
const listLengthMax = 500
/** A deleted transaction takes its words and its place in other tables with it. */
const writtenMax = 1_000

const amountOf = (number: number): string => `${10 + number}.17`

const statement = (entries: number): TextStatement => ({
  id: 'S1',
  iban: ownIban,
  opening: '1000000.00',
  from: '2026-03-01',
  to: '2026-03-03',
  entries: Array.from({ length: entries }, (_, number): TextEntry => {
    const day = `2026-03-${String(1 + (number % 3)).padStart(2, '0')}`
    return {
      amount: amountOf(number),
      side: 'debit',
      day,
      name: `Payee ${number}`,
      text: `Invoice ${number}`,
    }
  }),
})

interface Work {
  rowsRead: number
  /** In one query. */
  longestList: number
  mostWritten: number
}

/** Notes the rows that transactions read, the longest list that a query gets, and how many rows it writes at most. */
function watched(db: Database, work: Work): Database {
  const noting = (connection: Connection): Connection => ({
    ...connection,
    async query<Row extends object>(sql: string, values: readonly Value[] = []) {
      const lengths = values.map(value => (Array.isArray(value) ? value.length : 0))
      work.longestList = Math.max(work.longestList, ...lengths)
      const { written } = await rowsOn(connection)
      const rows = await connection.query<Row>(sql, values)
      work.mostWritten = Math.max(work.mostWritten, (await rowsOn(connection)).written - written)
      return rows
    },
  })
  return {
    ...db,
    transaction: (task, options) =>
      db.transaction(async connection => {
        const { read } = await rowsOn(connection)
        const result = await task(noting(connection))
        work.rowsRead += (await rowsOn(connection)).read - read
        return result
      }, options),
  }
}

/** In this transaction, and in earlier ones that the server has not added up yet. */
async function rowsOn(connection: Connection): Promise<{ read: number; written: number }> {
  const [row] = await connection.query<{ read: string; written: string }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read, sum(n_tup_ins + n_tup_upd + n_tup_del) as written
     from pg_stat_xact_user_tables`,
  )
  return { read: Number(row?.read), written: Number(row?.written) }
}

describeOnOneServer('a large import', storeName => {
  const importers = useImporter(storeName)

  async function workFor(entries: number) {
    const { file, loader } = await importers.workspace(made => ({
      ...made,
      bills: made.companies.flatMap(owner =>
        [1, 2, 3].map(number =>
          bill(owner, { status: 'approved', totalAmount: amountOf(number), supplierName: `Payee ${number}` }),
        ),
      ),
    }))
    const works: Record<string, Work> = {}
    const during = async <Result>(name: string, task: (importer: Importer) => Promise<Result>) => {
      const work = { rowsRead: 0, longestList: 0, mostWritten: 0 }
      works[name] = work
      const importer = new Importer(new Loader({ ...loader.store, db: watched(loader.store.db, work) }), file)
      return await task(importer)
    }
    const all = statement(entries)
    const pending = { ...all, id: 'R1', entries: all.entries.map(entry => ({ ...entry, day: null })) }
    const report = await during('import of pending entries', importer =>
      importer.take(camtText([pending], 'camt.052')),
    )
    const first = await during('import that books them', importer => importer.take(camtText([all])))
    const again = await during('import in another format', importer => importer.take(mt940Text([all])))
    expect([report, first, again].map(({ counts }) => counts.added)).toEqual([entries, 0, 0])
    expect(first.counts.changed).toBe(entries)
    await during('undo of known entries', importer => importer.undo(again.importId))
    await during('undo of changes', importer => importer.undo(first.importId))
    await during('undo', importer => importer.undo(report.importId))
    expect((await new Importer(loader, file).exported()).transactions).toEqual([])
    return { ...works, ...(await workForLoaded(entries)) }
  }

  /** An import into an account whose transactions come from a workspace file, and have never been recognised. */
  async function workForLoaded(entries: number): Promise<Record<string, Work>> {
    const { file, loader } = await importers.workspace(made => {
      const accounts = made.companies.map(owner => account(owner, { iban: ownIban }))
      const transactions = accounts.flatMap(own =>
        Array.from({ length: entries }, (_, number) =>
          transaction(own, { amount: amountOf(number), bookingDate: '2026-02-01' }),
        ),
      )
      return { ...made, accounts, transactions }
    })
    const work = { rowsRead: 0, longestList: 0, mostWritten: 0 }
    const importer = new Importer(new Loader({ ...loader.store, db: watched(loader.store.db, work) }), file)
    expect((await importer.take(camtText([statement(1)]))).counts.added).toBe(1)
    return { 'import into a loaded account': work }
  }

  it('is done, recognised and undone in small queries that read rows in proportion', async () => {
    await workFor(few)
    const works = Object.entries(await workFor(many))
    for (const [name, { rowsRead, longestList, mostWritten }] of works) {
      expect(longestList, `the longest list in a query of an ${name}`).toBeLessThanOrEqual(listLengthMax)
      expect(mostWritten, `rows written by one query of an ${name}`).toBeLessThanOrEqual(writtenMax)
      expect(rowsRead / many, `rows read per entry by an ${name}`).toBeLessThan(rowsReadMax)
    }
    const read = works.reduce((sum, [, { rowsRead }]) => sum + rowsRead, 0)
    expect(read, 'rows read in all').toBeGreaterThan(works.length * many)
  })
})
