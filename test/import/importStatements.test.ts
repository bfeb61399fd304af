/** Which account a statement belongs to, who owns a new account, and which balances it gets. */
import { describe, expect, it } from 'vitest'
import type { Account } from '../../src/contract/accounts.ts'
import { UnknownAccount, UnknownCompany } from '../../src/import/importErrors.ts'
import { account, company } from '../support/builders.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { type Importer, ownIban, useImporter } from './importer.ts'
import { camtText, mt940Text, ofxText, type TextEntry, type TextStatement } from './statementTexts.ts'

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

/** The same statement as for day 2, on another day of March. */
const onDay = (day: string, opening: string, given: Partial<TextStatement> = {}): TextStatement =>
  statement({ id: `S-${day}`, opening, from: day, to: day, entries: [{ ...coffee, day }], ...given })

const accountsOf = async (importer: Importer) => (await importer.exported()).accounts
const countIn = async (importer: Importer, { id }: Account) =>
  (await importer.exported()).transactions.filter(({ accountId }) => accountId === id).length

describeOnBothStores('an imported statement', storeName => {
  const importers = useImporter(storeName)

  /** A workspace with these accounts, all of one company. */
  async function withAccounts(...given: Partial<Account>[]) {
    const owner = company()
    const accounts = given.map(each => account(owner, { balance: null, ...each }))
    const importer = await importers.workspace(file => ({ ...file, companies: [owner], accounts }))
    return { importer, accounts }
  }

  describe('finds its account', () => {
    it('by IBAN, and by currency if several have the same IBAN', async () => {
      const { importer, accounts } = await withAccounts(
        { iban: ownIban, currency: 'USD' },
        { iban: ownIban, currency: 'EUR' },
      )
      const report = await importer.take(camtText([statement()]))
      expect(report.statements).toMatchObject([{ accountId: accounts[1]?.id, accountCreated: false }])
      expect(await importer.take(camtText([statement({ currency: 'USD' })]))).toMatchObject({
        statements: [{ accountId: accounts[0]?.id }],
      })
      const other = await importer.take(camtText([statement({ currency: 'CHF' })]))
      expect(other.statements).toMatchObject([{ accountCreated: true, currency: 'CHF' }])
      expect(await accountsOf(importer)).toHaveLength(3)
    })

    it('by the number that is part of its IBAN, and by the number an earlier file used', async () => {
      const { importer, accounts } = await withAccounts({ iban: ownIban })
      expect(await importer.take(ofxText(statement()))).toMatchObject({
        statements: [{ accountId: accounts[0]?.id }],
      })
      const numbered = await importers.workspace()
      const text = mt940Text([statement()]).replace(ownIban, '20041010/0500013456')
      await numbered.take(text)
      const again = mt940Text([onDay('2026-03-03', '96.80')]).replace(ownIban, '20041010/500013456')
      expect(await numbered.take(again)).toMatchObject({ statements: [{ accountCreated: false }] })
    })

    it('not if several match or none is named, and then stores nothing', async () => {
      const { importer, accounts } = await withAccounts({ iban: ownIban }, { iban: ownIban })
      const report = await importer.take(camtText([statement()]))
      expect(report).toMatchObject({ outcome: 'refused', importId: null })
      const names = accounts.map(({ name }) => name).join(', ')
      expect(report.reason).toBe(`${ownIban} matches several accounts (${names}). Choose the account.`)
      const nameless = await importers.workspace()
      const text = ofxText(statement()).replace(/<ACCTID>\d+/, '<ACCTID>')
      expect(await nameless.take(text, { partial: true })).toMatchObject({ outcome: 'refused' })
      expect(await accountsOf(nameless)).toEqual([])
    })

    it('not if several match, which are told apart by more than their names if those are the same', async () => {
      const owners = [company(), company()] as const
      const accounts = owners.map(owner => account(owner, { iban: ownIban, name: 'Muster GmbH' }))
      const importer = await importers.workspace(file => ({ ...file, companies: [...owners], accounts }))
      const { reason } = await importer.take(camtText([statement()]))
      const shown = owners.map(({ name }) => `Muster GmbH ${ownIban} of ${name}`).join(', ')
      expect(reason).toBe(`${ownIban} matches several accounts (${shown}). Choose the account.`)
    })

    it('by the number or IBAN of a file that was once assigned to it by hand', async () => {
      for (const [first, second] of [
        [camtText([statement()]), camtText([onDay('2026-03-03', '96.80')])],
        [ofxText(statement()), ofxText(onDay('2026-03-03', '96.80'))],
      ] as const) {
        const { importer, accounts } = await withAccounts({ iban: null })
        await importer.take(first, { accountId: accounts[0]?.id })
        expect(await importer.take(second)).toMatchObject({
          outcome: 'imported',
          statements: [{ accountId: accounts[0]?.id, accountCreated: false }],
        })
      }
    })

    it('not by a number that is too long to store', async () => {
      const importer = await importers.workspace()
      const before = await importer.rows()
      const long = ofxText(statement()).replace(/<ACCTID>\d+/, `<ACCTID>${'12345'.repeat(2_000)}`)
      expect(await importer.take(long)).toMatchObject({
        outcome: 'refused',
        reason: 'It has an account number of more than 200 characters, which cannot be right.',
      })
      expect(await importer.rows()).toEqual(before)
    })
  })

  describe('creates a missing account', () => {
    const named = camtText([statement({ currency: 'SEK' })]).replace(
      '<Ccy>SEK</Ccy>',
      `<Ccy>SEK</Ccy><Ownr><Nm>${'Å'.repeat(5_000)}</Nm></Ownr>` +
        '<Svcr><FinInstnId><BICFI>BYLADEM1001</BICFI><Nm>Deutsche Kreditbank</Nm></FinInstnId></Svcr>',
    )

    it('as connected, with what the file says about it', async () => {
      const importer = await importers.workspace()
      const report = await importer.take(named)
      expect(report.statements).toMatchObject([{ account: ownIban, accountCreated: true }])
      expect(await accountsOf(importer)).toMatchObject([
        {
          id: report.statements[0]?.accountId,
          companyId: importer.file.companies[0]?.id,
          name: 'Å'.repeat(4_000),
          nickname: null,
          iban: ownIban,
          bic: 'BYLADEM1001',
          institutionName: 'Deutsche Kreditbank',
          currency: 'SEK',
          provider: 'connected',
          type: 'depository',
          enabled: true,
        },
      ])
    })

    it('for the named company, and asks for one if there are several', async () => {
      const companies = [company(), company()]
      const importer = await importers.workspace(file => ({ ...file, companies }))
      const asked = await importer.take(named)
      expect(asked.outcome).toBe('refused')
      expect(asked.reason).toMatch(
        / is new here, .* several companies\. Choose the company that it belongs to\.$/,
      )
      // The names for a person to choose from, with the ids to choose by.
      expect(asked.company).toEqual({
        companies: companies.map(({ id, name }) => ({ id, name })),
        proposedId: null,
        because: null,
      })
      expect(await accountsOf(importer)).toEqual([])
      await importer.take(named, { companyId: companies[1]?.id })
      expect(await accountsOf(importer)).toMatchObject([{ companyId: companies[1]?.id }])
      const wrong = await importer.take(named, { companyId: companies[0]?.id })
      expect(wrong).toMatchObject({ outcome: 'refused', statements: [] })
      expect(wrong.reason).toContain(`an account of ${companies[1]?.name}, not of ${companies[0]?.name}.`)
    })

    it('not for a company or account of another workspace, which counts as unknown', async () => {
      const importer = await importers.workspace()
      const { companies, accounts } = importer.loader.foreign
      for (const companyId of [companies[0]?.id, 'com_none']) {
        await expect(importer.take(named, { companyId })).rejects.toThrow(UnknownCompany)
      }
      for (const accountId of [accounts[0]?.id, 'acc_none']) {
        await expect(importer.take(named, { accountId })).rejects.toThrow(UnknownAccount)
      }
      expect(await accountsOf(importer)).toEqual([])
    })

    it('even without entries, but not if its currency is unknown', async () => {
      const empty = await importers.workspace()
      const report = await empty.take(camtText([statement({ entries: [] })]))
      expect(report).toMatchObject({ outcome: 'imported', counts: { entries: 0, statements: 1 } })
      expect(await accountsOf(empty)).toMatchObject([{ iban: ownIban, balance: '100.00' }])
      const unknown = await importers.workspace()
      const bare = camtText([statement({ entries: [] })]).replace(/<Bal>.*<\/Bal>|<Ccy>EUR<\/Ccy>/g, '')
      const outcome = await unknown.take(bare)
      expect(outcome).toMatchObject({ outcome: 'nothing_new', importId: null, counts: { problems: 1 } })
      expect(outcome.problems[0]?.reason).toContain('its currency is unknown')
      expect(await accountsOf(unknown)).toEqual([])
    })
  })

  it('is rejected for a chosen account with another IBAN, currency or company', async () => {
    const owner = company()
    const other = company()
    const accounts = [
      account(owner, { iban: 'DE75512108001245126199' }),
      account(owner, { iban: null, currency: 'USD' }),
      account(owner, { iban: ownIban }),
    ]
    const importer = await importers.workspace(file => ({ ...file, companies: [owner, other], accounts }))
    const [elsewhere, dollars, own] = accounts.map(({ id }) => id)
    const refusal = async (choices: object) => (await importer.take(camtText([statement()]), choices)).reason
    expect(await refusal({ accountId: elsewhere })).toContain('DE75512108001245126199')
    expect(await refusal({ accountId: dollars })).toBe(
      `The file is in EUR, but ${accounts[1]?.name} is in USD.`,
    )
    expect(await refusal({ accountId: own, companyId: other.id })).toBe(
      `${accounts[2]?.name} belongs to ${owner.name}, not to ${other.name}.`,
    )
    expect(await refusal({ accountId: own, companyId: owner.id })).toBeNull()
  })

  describe('updates the balances of its account', () => {
    const withAvailable = (text: string, amount: string, at: string) =>
      text.replace(
        '<Ntry>',
        `<Bal><Tp><CdOrPrtry><Cd>CLAV</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>` +
          `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${at}</Dt></Dt></Bal><Ntry>`,
      )
    const balances = async (importer: Importer) =>
      (await accountsOf(importer)).map(({ balance, availableBalance, balanceUpdatedAt }) => [
        balance,
        availableBalance,
        balanceUpdatedAt,
      ])

    it('booked and available: at the end of a given day, or at a given instant', async () => {
      const importer = await importers.workspace()
      await importer.take(withAvailable(camtText([statement()]), '90.10', '2026-03-02'))
      expect(await balances(importer)).toEqual([['96.80', '90.10', '2026-03-02T23:59:59.999Z']])
      const instant = withAvailable(camtText([onDay('2026-03-03', '96.80')]), '1.00', '2026-03-01').replace(
        /(CLBD.*?)<Dt><Dt>2026-03-03<\/Dt><\/Dt>/,
        '$1<Dt><DtTm>2026-03-03T18:00:00+02:00</DtTm></Dt>',
      )
      await importer.take(instant)
      expect(await balances(importer)).toEqual([['93.60', null, '2026-03-03T16:00:00.000Z']])
    })

    it('from the latest statement, in whatever order they are imported', async () => {
      const days = [onDay('2026-03-02', '100.00'), onDay('2026-03-03', '96.80'), onDay('2026-03-04', '93.60')]
      const overdrawn = { opening: '2.00', id: 'S9', from: '2026-03-05', to: '2026-03-05', entries: [] }
      const texts = [...days, statement({ ...overdrawn, closing: '2.00' })].map(each => camtText([each]))
      for (const order of [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [2, 3, 0, 1],
      ]) {
        const importer = await importers.workspace()
        for (const index of order) await importer.take(texts[index] ?? '')
        expect(await balances(importer)).toEqual([['2.00', null, '2026-03-05T23:59:59.999Z']])
      }
    })

    it('unless the account has newer ones, which stay until a statement is newer still', async () => {
      const newer = { balance: '7.00', balanceUpdatedAt: '2026-03-03T12:00:00.000Z' }
      const { importer } = await withAccounts({ iban: ownIban, ...newer })
      await importer.take(camtText([statement()]))
      expect(await balances(importer)).toEqual([['7.00', null, '2026-03-03T12:00:00.000Z']])
      const { importId } = await importer.take(camtText([onDay('2026-03-03', '96.80')]))
      expect(await balances(importer)).toEqual([['93.60', null, '2026-03-03T23:59:59.999Z']])
      await importer.undo(importId)
      expect(await balances(importer)).toEqual([['7.00', null, '2026-03-03T12:00:00.000Z']])
    })

    it('with a minus sign below zero, and without one at zero', async () => {
      const importer = await importers.workspace()
      await importer.take(camtText([statement({ opening: '1.00' })]))
      expect(await balances(importer)).toMatchObject([['-2.20', null, expect.anything()]])
      await importer.take(
        camtText([
          onDay('2026-03-03', '-2.20', { entries: [{ ...coffee, side: 'credit', amount: '2.20' }] }),
        ]),
      )
      expect(await balances(importer)).toMatchObject([['0.00', null, expect.anything()]])
    })

    it('only in the account’s currency', async () => {
      const { importer, accounts } = await withAccounts({ iban: ownIban, currency: 'EUR' })
      const mixed = camtText([statement()]).replace(/(CLBD.*?)Ccy="EUR"/, '$1Ccy="USD"')
      const report = await importer.take(mixed)
      expect(report.statements).toMatchObject([{ check: 'cannot_be_told', accountId: accounts[0]?.id }])
      expect(await balances(importer)).toEqual([[null, null, null]])
      const [own] = accounts
      expect(own && (await countIn(importer, own))).toBe(1)
    })
  })
})
