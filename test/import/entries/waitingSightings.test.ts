/** The sightings of a large first import wait to be entered, and nobody can tell the difference. */
import { expect, it, vi } from 'vitest'
import { catchUp } from '../../../src/main/serve/laterWork.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import {
  enterSightings,
  enterSomeSightings,
  firstWaiting,
} from '../../../src/store/imports/waitingSightings.ts'
import { listSuggestionPage } from '../../../src/store/matching/suggestions.ts'
import { bill } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { type Importer, ownIban, useImporter } from '../importer.ts'
import { camtText, mt940Text, type TextStatement } from '../statementTexts.ts'

/** More than an import writes at once, so some wait and the rest do not. */
const entries = 1_230

const day = (number: number): string => `2026-03-${String(1 + (number % 9)).padStart(2, '0')}`
const amount = (number: number): string => `${1 + (number % 700)}.17`
/** With everything that the text of an array has to escape. */
const references = (number: number): { reference?: string; endToEndId?: string } => ({
  ...(number % 5 > 0 && { reference: `B"${number}\\\\,{}'` }),
  ...(number % 7 > 0 && { endToEndId: `E2E ${number}` }),
})

const statement: TextStatement = {
  id: 'S1',
  iban: ownIban,
  opening: '1000000.00',
  from: '2026-03-01',
  to: '2026-03-09',
  entries: Array.from({ length: entries }, (_, number) => ({
    amount: amount(number),
    side: 'debit',
    day: day(number),
    name: `Payee ${number}`,
    text: `Invoice ${number}`,
    ...references(number),
  })),
}

describeOnBothStores('sightings of a large import', storeName => {
  const importers = useImporter(storeName)
  /** The locks that others wait for; on a cluster they are on its nodes. */
  const waitingSql =
    storeName === 'citus'
      ? 'select waiting_gpid::text from citus_lock_waits'
      : `select l.pid from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.datname = current_database()`

  /** How many rows wait, and what each sighting says. */
  async function sightingsOf({ loader, workspaceId }: Importer) {
    const { db } = loader.store
    const [row] = await db.query<{ count: number }>(
      'select count(*)::int as count from waiting_sightings where workspace_id = $1',
      [workspaceId],
    )
    const sightings = await db.query<Record<string, string | null>>(
      `select t.counterparty_name as name, s.amount, s.day, s.bank_reference as "bankReference",
         s.end_to_end_id as "endToEndId", s.facts <> '' as "hasFacts", m.account_id = s.account_id as "isOfAccount"
       from sightings s
       join statements m on m.workspace_id = s.workspace_id and m.id = s.statement_id
       join transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
       where s.workspace_id = $1`,
      [workspaceId],
    )
    return { waiting: row?.count, sightings }
  }

  const numberOf = ({ name }: Record<string, string | null>): number => Number(name?.split(' ')[1])
  const expected = (number: number) => ({
    name: `Payee ${number}`,
    amount: amount(number),
    day: day(number),
    bankReference: references(number).reference ?? null,
    endToEndId: references(number).endToEndId ?? null,
    hasFacts: true,
    isOfAccount: true,
  })

  async function imported() {
    const importer = await importers.workspace()
    const report = await importer.take(camtText([statement]))
    expect(report.counts.added).toBe(entries)
    expect((await sightingsOf(importer)).waiting).toBeGreaterThan(0)
    return { importer, report }
  }

  async function expectAllEntered(importer: Importer) {
    const { waiting, sightings } = await sightingsOf(importer)
    expect(waiting).toBe(0)
    const found = sightings.toSorted((one, other) => numberOf(one) - numberOf(other))
    expect(found).toEqual(Array.from({ length: entries }, (_, number) => expected(number)))
  }

  it('are entered in the background, each once, and those of other workspaces wait for their turn', async () => {
    const { importer } = await imported()
    const { importer: foreign } = await imported()
    const { db } = importer.loader.store
    let turns = 0
    // The work is interrupted, as by the end of the service, and then goes on.
    await catchUp(db, () => turns++ > 2)
    await catchUp(db)
    await expectAllEntered(importer)
    await expectAllEntered(foreign)
  })

  it('are not entered twice by several processes at once, nor by an import at the same time', async () => {
    const { importer } = await imported()
    const { db } = importer.loader.store
    const again = importer.take(mt940Text([statement]))
    await Promise.all([catchUp(db), again, catchUp(db)])
    expect((await again).counts).toMatchObject({ added: 0, known: entries })
    const { waiting, sightings } = await sightingsOf(importer)
    expect([waiting, sightings.length]).toEqual([0, 2 * entries])
  })

  it('are all entered by an import that has waited for another process to enter the first ones', async () => {
    // The embedded store has one connection, so there is nobody to wait for.
    if (storeName === 'embedded') return
    const { importer } = await imported()
    const { db } = importer.loader.store
    const { entering } = await db.transaction(async connection => {
      await enterSomeSightings(connection, importer.workspaceId, firstWaiting)
      const others = db.transaction(other => enterSightings(other, importer.workspaceId))
      await vi.waitFor(async () => expect(await connection.query(waitingSql)).not.toEqual([]))
      return { entering: others }
    })
    await entering
    await expectAllEntered(importer)
  })

  it('lead from a bill to its payment, by the end-to-end id', async () => {
    const number = 'INV-2026-0077'
    const open = {
      status: 'approved',
      totalAmount: '900.00',
      currency: 'EUR',
      invoiceNumber: number,
    } as const
    const importer = await importers.workspace(made => ({
      ...made,
      bills: made.companies.map(owner => bill(owner, open)),
    }))
    const [first, ...others] = statement.entries
    const part = { ...first, amount: '150.17', side: 'debit', day: day(0), endToEndId: number } as const
    await importer.take(camtText([{ ...statement, entries: [part, ...others] }]))
    const page = { filters: { state: 'open' as const }, after: null, limit: 50 }
    const suggested = await listSuggestionPage(importer.loader.store.db, importer.workspaceId, page)
    expect(suggested.map(({ settlement }) => settlement?.amount)).toEqual(['150.17'])
  })

  it.each([
    ['in the same format', camtText],
    ['in another format', mt940Text],
  ])('are found by a later statement %s, while those of another workspace still wait', async (_, text) => {
    const { importer } = await imported()
    const { importer: foreign } = await imported()
    const before = await foreign.rows()
    const later = { ...statement, id: 'S2', entries: statement.entries.slice(0, 20) }
    const { counts } = await importer.take(text([later]))
    expect(counts).toMatchObject({ added: 0, known: 20 })
    const { waiting, sightings } = await sightingsOf(importer)
    expect([waiting, sightings.length]).toEqual([0, entries + 20])
    expect(await foreign.rows()).toEqual(before)
  })

  it('are found by the next statement of the same file', async () => {
    const importer = await importers.workspace()
    const again = { ...statement, id: 'S2' }
    const { counts } = await importer.take(camtText([statement, again]))
    expect(counts).toMatchObject({ added: entries, known: entries })
  })

  it('are gone after an undo, whether they waited or not', async () => {
    const importer = await importers.workspace()
    for (const prepare of [() => undefined, (db: Database) => catchUp(db)]) {
      const { importId } = await importer.take(camtText([statement]))
      await prepare(importer.loader.store.db)
      await importer.undo(importId)
      const { sightings, waiting_sightings, statements, transactions } = await importer.rows()
      expect([sightings, waiting_sightings, statements, transactions]).toEqual([[], [], [], []])
    }
  })

  it('leave nothing behind if the import fails at its end', async () => {
    const importer = await importers.workspace()
    const before = await importer.rows()
    const wrong = camtText([{ ...statement, closing: '1.00' }])
    expect((await importer.take(wrong)).reason).not.toBeNull()
    expect(await importer.rows()).toEqual(before)
  })
})
