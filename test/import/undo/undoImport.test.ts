/** Undo reverts one import exactly, or says what depends on it and changes nothing. */
import { describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { ImportInUse, UnknownImport } from '../../../src/import/importErrors.ts'
import { insertAssignments } from '../../../src/store/rules/categoryAssignments.ts'
import { updateCategories } from '../../../src/store/rules/categoryChanges.ts'
import { insertRule } from '../../../src/store/rules/categoryRules.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { account, bill, category, company, transaction } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { type Importer, ownIban, useImporter } from '../importer.ts'
import { camtText, mt940Text, ofxText, type TextEntry, type TextStatement } from '../statementTexts.ts'

const coffee: TextEntry = { amount: '3.20', side: 'debit', day: '2026-03-02', name: 'Kaffeehaus' }

const statement = (given: Partial<TextStatement> = {}): TextStatement => ({
  id: 'S1',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-02',
  to: '2026-03-02',
  entries: [coffee],
  ...given,
})
const nextDay = { ...coffee, day: '2026-03-03' }
const longer = statement({ id: 'S2', to: '2026-03-03', entries: [coffee, nextDay] })
const separate = statement({ id: 'S3', opening: '93.60', from: '2026-03-04', to: '2026-03-04', entries: [] })
const report = camtText([statement({ id: 'R1', entries: [{ ...coffee, day: null }] })], 'camt.052')

/** Tables that keep a history or only grow, and so are not restored. */
const records = ['imports', 'audit_records', 'workspaces', 'account_details', 'deletions']
const history = [...records, 'transaction_cells', 'transaction_periods']

/** The rows that are restored. An account gets a new stamp for the change feed, in its last column. */
async function restorable(importer: Importer, ...except: string[]) {
  const { accounts = [], ...rows } = await importer.rows(...history, ...except)
  return { ...rows, accounts: accounts.map(row => row.slice(0, row.lastIndexOf(','))) }
}

const withoutStamps = ({ transactions, bills, ...rest }: WorkspaceFile) => ({
  ...rest,
  transactions: transactions.map(({ updatedAt: _, ...row }) => row),
  bills: bills.map(({ updatedAt: _, ...row }) => row),
})

describeOnBothStores('undoing an import', storeName => {
  const importers = useImporter(storeName)

  /** A person makes a change in the console, some time after the last import. */
  const byPerson = (
    { loader, workspaceId }: Importer,
    work: (connection: Parameters<Parameters<typeof writeWorkspace>[3]>[0], stamp: string) => Promise<void>,
  ) =>
    writeWorkspace(loader.store.db, workspaceId, 0, async (connection, stamp) => {
      await work(connection, stamp)
      return { result: undefined, changed: true }
    })

  async function choose(importer: Importer, source: 'person' | 'rule'): Promise<void> {
    const { transactions, categories } = await importer.exported()
    const [transactionId, categoryId] = [transactions[0]?.id ?? '', categories[0]?.id ?? '']
    await byPerson(importer, async (connection, at) => {
      await updateCategories(connection, importer.workspaceId, { [transactionId]: categoryId }, at)
      const assignment = { transactionId, source, sourceId: 'usr_1', categoryId, at }
      await insertAssignments(connection, importer.workspaceId, [assignment])
    })
  }

  describe('restores the previous state', () => {
    it('in a new account, and in one that had rows and balances', async () => {
      const owner = company()
      const own = account(owner, { iban: ownIban, balance: '5.00', availableBalance: '4.00' })
      const there = transaction(own, { amount: '3.20', bookingDate: '2026-03-02' })
      for (const given of [{}, { companies: [owner], accounts: [own], transactions: [there] }]) {
        const importer = await importers.workspace(file => ({ ...file, ...given }))
        const [text, clock] = [
          await importer.loader.exportedText(importer.workspaceId),
          await importer.clock(),
        ]
        const before = await restorable(importer, 'sightings', 'statements')
        const { importId } = await importer.take(camtText([longer]))
        await importer.undo(importId)
        expect(await importer.loader.exportedText(importer.workspaceId)).toBe(text)
        expect(await restorable(importer, 'sightings', 'statements')).toEqual(before)
        expect((await importer.clock()) ?? '').not.toBe(clock)
      }
    })

    it('of a second import, in every table', async () => {
      const importer = await importers.workspace()
      await importer.take(camtText([statement()]))
      const batch = {
        ...nextDay,
        parts: [
          { amount: '1.20', name: 'Anna' },
          { amount: '2.00', name: 'Berta' },
        ],
      }
      const before = await restorable(importer)
      const { importId } = await importer.take(camtText([{ ...longer, entries: [coffee, batch] }]))
      await importer.undo(importId)
      expect(await restorable(importer)).toEqual(before)
    })

    it('so that the same file then adds the same rows again', async () => {
      const importer = await importers.workspace()
      const first = await importer.take(camtText([longer]))
      const facts = await importer.facts()
      await importer.undo(first.importId)
      const second = await importer.take(camtText([longer]))
      expect(second.counts).toEqual(first.counts)
      expect(await importer.facts()).toEqual(facts)
    })

    it('of pending entries, with a new timestamp that a sync sees', async () => {
      const importer = await importers.workspace()
      await importer.take(report)
      const before = await importer.exported()
      const { importId, counts } = await importer.take(
        camtText([statement({ entries: [{ ...coffee, text: 'Neu' }] })]),
      )
      expect(counts).toMatchObject({ changed: 1, added: 0 })
      const booked = await importer.clock()
      await importer.undo(importId)
      const after = await importer.exported()
      expect(withoutStamps(after)).toEqual(withoutStamps(before))
      expect(after.transactions.map(({ updatedAt }) => updatedAt)).toEqual([await importer.clock()])
      expect(await importer.clock()).not.toBe(booked)
      expect((await importer.take(camtText([statement()]))).counts).toMatchObject({ changed: 1, added: 0 })
    })

    it('of categories assigned by rules, and of the matches it made', async () => {
      const owner = company()
      const label = category()
      const due = bill(owner, {
        status: 'pending_match',
        supplierName: 'Kaffeehaus',
        supplierIban: 'DE75512108001245126199',
        invoiceNumber: 'RE-2026-77',
        totalAmount: '3.20',
        currency: 'EUR',
        invoiceDate: '2026-02-20',
      })
      const given = { companies: [owner], categories: [label], bills: [due] }
      const importer = await importers.workspace(file => ({ ...file, ...given }))
      await importer.loader.store.db.transaction(connection =>
        insertRule(connection, importer.workspaceId, {
          id: 'rul_1',
          name: 'Coffee',
          categoryId: label.id,
          companyId: null,
          counterparty: 'Kaffeehaus',
          words: null,
          type: null,
          side: null,
          amountMin: null,
          amountMax: null,
          currency: null,
          createdAt: '2026-01-01T00:00:00.000Z',
        }),
      )
      const before = await importer.exported()
      const rows = await restorable(importer, 'bills')
      const paid = { ...coffee, iban: 'DE75512108001245126199', text: 'RE-2026-77' }
      const { importId, counts } = await importer.take(camtText([statement({ entries: [paid] })]))
      expect(counts).toMatchObject({ categorised: 1, matched: 1 })
      expect((await importer.exported()).bills).toMatchObject([{ status: 'paid' }])
      await importer.undo(importId)
      expect(withoutStamps(await importer.exported())).toEqual(withoutStamps(before))
      expect(await restorable(importer, 'bills')).toEqual(rows)
    })

    it("of an account's number, which the import may have assigned to the wrong account", async () => {
      const owner = company()
      const [wrong, right] = [account(owner), account(owner)]
      const importer = await importers.workspace(file => ({
        ...file,
        companies: [owner],
        accounts: [wrong, right],
      }))
      const text = ofxText(statement())
      await importer.undo((await importer.take(text, { accountId: wrong.id })).importId)
      await importer.take(text, { accountId: right.id })
      expect((await importer.take(text)).statements).toMatchObject([{ accountId: right.id }])
    })
  })

  describe('is rejected and changes nothing because of', () => {
    async function refusal(importer: Importer, importId: string | null): Promise<readonly string[]> {
      const before = await importer.rows()
      const error = await importer.undo(importId).catch((reason: unknown) => reason)
      expect(await importer.rows()).toEqual(before)
      if (!(error instanceof ImportInUse)) throw error instanceof Error ? error : new Error('it was undone')
      for (const reason of error.reasons) expect(error.message).toContain(reason)
      return error.reasons
    }

    it.each([
      ['found its rows', [camtText([longer])], 'depends on one transaction of it'],
      ['found its rows in another format', [mt940Text([statement()])], 'depends on one transaction of it'],
      ['uses the account it created', [camtText([separate])], 'depends on what it imported'],
    ])('a later import that %s, which must be undone first', async (_, [text = ''], found) => {
      const importer = await importers.workspace()
      const first = await importer.take(camtText([statement()]))
      const second = await importer.take(text, { name: 'later.xml' })
      expect(await refusal(importer, first.importId)).toEqual([
        expect.stringMatching(new RegExp(`^The import of later.xml at .* ${found}: undo`)),
      ])
      await importer.undo(second.importId)
      await importer.undo(first.importId)
      expect((await importer.exported()).accounts).toEqual([])
    })

    it('a later import of what it booked, even if a rule has changed that since', async () => {
      const importer = await importers.workspace(file => ({ ...file, categories: [category()] }))
      await importer.take(report)
      const booking = await importer.take(camtText([statement()]))
      await choose(importer, 'rule')
      const { importId } = await importer.take(mt940Text([statement()]))
      expect(await refusal(importer, booking.importId)).toEqual([
        expect.stringMatching(/^The import of statement.txt at /),
      ])
      await importer.undo(importId)
      await importer.undo(booking.importId)
      expect((await importer.exported()).transactions).toMatchObject([{ status: 'pending' }])
    })

    it('a person’s category, but not one assigned by a rule', async () => {
      const importer = await importers.workspace(file => ({ ...file, categories: [category()] }))
      const { importId } = await importer.take(camtText([statement()]))
      await choose(importer, 'person')
      expect(await refusal(importer, importId)).toEqual([
        'A person has chosen the category of one transaction.',
      ])
      await choose(importer, 'rule')
      await importer.undo(importId)
    })

    it('a workspace file that changed a row, added one to its account, or named the account', async () => {
      const changes: [string, (file: WorkspaceFile) => WorkspaceFile][] = [
        [
          'Something else has changed one transaction since.',
          file => ({
            ...file,
            transactions: file.transactions.map(each => ({ ...each, merchantName: 'Café' })),
          }),
        ],
        [
          'The account it created has one transaction from elsewhere.',
          file => ({ ...file, transactions: file.accounts.map(own => transaction(own)) }),
        ],
        [
          'A person has named or hidden an account it created.',
          file => ({ ...file, accounts: file.accounts.map(own => ({ ...own, nickname: 'Kasse' })) }),
        ],
        [
          'A bill is settled by one transaction.',
          file => {
            const matchedTransactionId = file.transactions[0]?.id ?? null
            return {
              ...file,
              bills: file.companies.map(own => bill(own, { status: 'paid', matchedTransactionId })),
            }
          },
        ],
      ]
      for (const [sentence, change] of changes) {
        const importer = await importers.workspace()
        const { importId } = await importer.take(camtText([statement()]))
        await importer.change(change)
        expect(await refusal(importer, importId)).toContain(sentence)
      }
    })
  })

  it('works once, and only in the workspace of the import', async () => {
    const [importer, other] = [await importers.workspace(), await importers.workspace()]
    const { importId } = await importer.take(camtText([statement()]))
    await expect(other.undo(importId)).rejects.toThrow(UnknownImport)
    await expect(importer.undo('imp_none')).rejects.toThrow('There is no import imp_none in the workspace.')
    await importer.undo(importId)
    const before = await importer.rows()
    await expect(importer.undo(importId)).rejects.toThrow('has already been undone')
    expect(await importer.rows()).toEqual(before)
  })
})
