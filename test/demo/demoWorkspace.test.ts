import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accountProviders, accountTypes } from '../../src/contract/accounts.ts'
import { billStatuses } from '../../src/contract/bills.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { transactionSides, transactionStatuses, transactionTypes } from '../../src/contract/transactions.ts'
import {
  type ListName,
  listNames,
  workspaceFileHead,
  workspaceFileLists,
} from '../../src/contract/workspaceFile.ts'
import { demoWorkspace } from '../../src/demo/index.ts'
import { defaultCategories } from '../../src/domain/defaultCategories.ts'
import { parseIban } from '../../src/domain/money/iban.ts'

/** What the digest covers, so that a new field does not change it. */
const pinnedFields: Record<ListName, string> = {
  companies:
    'id name tradingName registrationNumber vatNumber country verificationStatus createdAt updatedAt',
  accounts:
    'id companyId name nickname iban bic currency balance availableBalance balanceUpdatedAt type provider ' +
    'institutionName enabled createdAt',
  categories: 'id name slug color description isSystem createdAt',
  transactions:
    'id companyId accountId amount currency side status type description reference counterpartyName ' +
    'counterpartyIban merchantName bookingDate valueDate category createdAt updatedAt',
  bills:
    'id companyId status supplierName supplierIban invoiceNumber totalAmount vatAmount currency invoiceDate ' +
    'dueDate paymentReference matchedTransactionId paidAt createdAt updatedAt',
  payees: 'id companyId name iban defaultReference lastUsedAt createdAt updatedAt',
}

// After an intended change to the demo, copy the new value from the failing test's message.
const pinnedSha256 = 'c9ce6a5bf471cae0013127c3e562f85ab5c26608fa0b87d3152641b48ec81253'

const demo = demoWorkspace()
const { companies, accounts, categories, transactions, bills, payees } = demo

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map(row => [row.id, row]))
const companyById = byId(companies)
const accountById = byId(accounts)
const categoryById = byId(categories)
const transactionById = byId(transactions)

const distinct = (values: unknown[]) => new Set(values)
const minor = (amount: string) => BigInt(amount.replace('.', ''))

function signedMinor({ side, amount }: Transaction): bigint {
  if (side === null) return 0n
  return side === 'credit' ? minor(amount) : -minor(amount)
}

const bookedOf = (accountId: string) =>
  transactions.filter(row => row.accountId === accountId && row.status === 'booked')

describe('the demo workspace as a file', () => {
  test('is the same in every run and on every machine', () => {
    const again = demoWorkspace()
    expect(again).toEqual(demo)
    const pinned = listNames.map(name =>
      again[name].map(row => {
        const values = row as Record<string, unknown>
        return pinnedFields[name].split(' ').map(field => values[field])
      }),
    )
    const text = JSON.stringify([again.workspace, pinned])
    expect(createHash('sha256').update(text).digest('hex')).toBe(pinnedSha256)
  })

  test.each(listNames)('has %s that pass the schema unchanged', name => {
    for (const row of demo[name]) expect(workspaceFileLists[name].parse(row)).toEqual(row)
  })

  test('has a head that passes the schema', () => {
    expect(workspaceFileHead.parse(demo.workspace)).toEqual(demo.workspace)
  })

  test('has the documented number of each resource', () => {
    const counts = Object.fromEntries(listNames.map(name => [name, demo[name].length]))
    const categoryCount = defaultCategories.length + 4
    expect(counts).toEqual({
      companies: 3,
      accounts: 8,
      categories: categoryCount,
      transactions: 2000,
      bills: 150,
      payees: 30,
    })
  })

  test.each([
    ['com', companies],
    ['acc', accounts],
    ['cat', categories],
    ['txn', transactions],
    ['bil', bills],
    ['pye', payees],
  ])('has %s_ ids that are unique and sort by creation time', (kind, rows) => {
    for (const { id } of rows) expect(id).toMatch(new RegExp(`^${kind}_[0-9A-HJKMNP-TV-Z]{26}$`))
    expect(distinct(rows.map(row => row.id)).size).toBe(rows.length)
    const instants = new Map(rows.map(row => [row.id, row.createdAt]))
    const inOrderOfId = [...instants.keys()].sort().map(id => instants.get(id))
    expect(inOrderOfId).toEqual([...instants.values()].sort())
  })

  test('has updatedAt no earlier than createdAt, and both before November 2026', () => {
    for (const row of [...companies, ...transactions, ...bills, ...payees]) {
      expect(row.updatedAt >= row.createdAt).toBe(true)
      expect(row.updatedAt < '2026-11-01T00:00:00.000Z').toBe(true)
    }
  })
})

describe('companies, accounts and categories', () => {
  test('cover two countries, three currencies and different states', () => {
    expect(distinct(companies.map(row => row.country))).toEqual(new Set(['DE', 'FR']))
    expect(distinct(companies.map(row => row.verificationStatus)).size).toBe(3)
    expect(distinct(accounts.map(row => row.currency))).toEqual(new Set(['EUR', 'CHF', 'USD']))
    expect(distinct(accounts.map(row => row.type))).toEqual(new Set(accountTypes))
    expect(distinct(accounts.map(row => row.provider))).toEqual(new Set(accountProviders))
    expect(accounts.filter(row => !row.enabled)).toHaveLength(1)
    expect(accounts.filter(row => row.balance === null)).toHaveLength(1)
    expect(accounts.filter(row => row.name === null && row.nickname === null)).toHaveLength(1)
    expect(accounts.some(row => row.name !== null && row.nickname === null)).toBe(true)
    expect(accounts.some(row => row.name === null && row.nickname !== null)).toBe(true)
  })

  test('have balances equal to the exact sum of their booked transactions', () => {
    for (const { id, balance } of accounts) {
      const booked = bookedOf(id)
      const sum = booked.reduce((total, row) => total + signedMinor(row), 0n)
      if (balance === null) expect(booked).toEqual([])
      else expect(minor(balance)).toBe(sum)
    }
  })

  test('have an available balance reduced by pending debits', () => {
    for (const { id, type, balance, availableBalance } of accounts) {
      if (balance === null || availableBalance === null || type === 'credit') continue
      const leaving = transactions.filter(
        row => row.accountId === id && row.status === 'pending' && row.side === 'debit',
      )
      const sum = leaving.reduce((total, row) => total + signedMinor(row), 0n)
      expect(minor(availableBalance)).toBe(minor(balance) + sum)
    }
  })

  test('update the balance after the last booking it includes', () => {
    for (const { id, balanceUpdatedAt } of accounts) {
      for (const row of bookedOf(id)) expect(row.createdAt < String(balanceUpdatedAt)).toBe(true)
    }
  })

  test('include the default categories, like every workspace', () => {
    const system = categories.filter(row => row.isSystem)
    expect(system.map(({ slug, name, color, description }) => ({ slug, name, color, description }))).toEqual(
      defaultCategories,
    )
    expect(distinct(categories.map(row => row.slug)).size).toBe(categories.length)
  })
})

describe('transactions', () => {
  test('cover every status, type and direction', () => {
    expect(distinct(transactions.map(row => row.status))).toEqual(new Set(transactionStatuses))
    expect(distinct(transactions.map(row => row.type))).toEqual(new Set([...transactionTypes, null]))
    expect(distinct(transactions.map(row => row.side))).toEqual(new Set([...transactionSides, null]))
  })

  test('are booked from May 2025 to October 2026, except pending ones', () => {
    const dates = transactions.map(row => row.bookingDate).filter(date => date !== null)
    expect(dates.sort().at(0)).toBe('2025-05-01')
    expect(dates.at(-1)).toBe('2026-10-31')
    expect(distinct(dates.map(date => date.slice(0, 7))).size).toBe(18)
    const unbooked = transactions.filter(row => row.bookingDate === null)
    expect(distinct(unbooked.map(row => row.status))).toEqual(new Set(['pending', 'canceled']))
    expect(transactions.some(row => row.status === 'pending' && row.bookingDate !== null)).toBe(false)
  })

  test('belong to an older account of their company, in its currency', () => {
    for (const row of transactions) {
      const account = accountById.get(row.accountId)
      expect(account).toMatchObject({ companyId: row.companyId, currency: row.currency })
      expect(row.createdAt > String(account?.createdAt)).toBe(true)
    }
  })

  test('have a category of the workspace in about four out of five cases', () => {
    const assigned = transactions.flatMap(({ category }) => category ?? [])
    for (const category of assigned) expect(categoryById.get(category.id)).toMatchObject(category)
    expect(assigned.length).toBeGreaterThan(1550)
    expect(assigned.length).toBeLessThan(1700)
  })

  test('include both legs of every transfer between two accounts of the service', () => {
    const internal = transactions.filter(row => row.type?.startsWith('Internal'))
    const legs = (side: string) =>
      internal
        .filter(row => row.side === side)
        .map(row => `${row.bookingDate} ${row.reference} ${row.amount}`)
        .sort()
    expect(legs('debit').length).toBeGreaterThan(0)
    expect(legs('debit')).toEqual(legs('credit'))
  })
})

describe('bills', () => {
  test('cover every status', () => {
    expect(distinct(bills.map(row => row.status))).toEqual(new Set(billStatuses))
    for (const row of bills) expect(companyById.has(row.companyId)).toBe(true)
  })

  test('name the booked debit that settled them if they are matched or paid', () => {
    for (const row of bills) {
      const isSettled = row.status === 'matched' || row.status === 'paid'
      if (isSettled) expect(row.matchedTransactionId).not.toBeNull()
      if (row.status === 'paid') expect(row.paidAt).not.toBeNull()
      if (row.matchedTransactionId === null) continue
      expect(isSettled || row.status === 'archived').toBe(true)
      expect(transactionById.get(row.matchedTransactionId)).toMatchObject({
        companyId: row.companyId,
        side: 'debit',
        status: 'booked',
        amount: row.totalAmount,
        currency: row.currency,
        reference: row.paymentReference,
        counterpartyName: row.supplierName,
        counterpartyIban: row.supplierIban,
      })
    }
    const settling = bills.flatMap(row => row.matchedTransactionId ?? [])
    expect(distinct(settling).size).toBe(settling.length)
  })

  test('are paid after they arrive and last updated no earlier than that', () => {
    for (const { paidAt, createdAt, updatedAt } of bills) {
      if (paidAt === null) continue
      expect(paidAt > createdAt).toBe(true)
      expect(updatedAt >= paidAt).toBe(true)
    }
  })

  test('have VAT of exactly 0, 7, 19 or 20 percent of the net amount', () => {
    for (const { totalAmount, vatAmount } of bills) {
      if (totalAmount === null || vatAmount === null) continue
      const net = minor(totalAmount) - minor(vatAmount)
      const possible = [0n, 7n, 19n, 20n].map(percent => (net * percent + 50n) / 100n)
      expect(possible).toContain(minor(vatAmount))
    }
  })

  test('have no extracted values before their document has been read', () => {
    for (const row of bills.filter(({ status }) => status === 'new' || status === 'processing')) {
      expect(row).toMatchObject({ supplierName: null, totalAmount: null, currency: null, dueDate: null })
    }
    for (const row of bills.filter(({ status }) => status === 'extract_failed')) {
      expect(row).toMatchObject({ invoiceNumber: null, totalAmount: null, currency: null, dueDate: null })
    }
  })

  test('mostly come from suppliers that are saved payees', () => {
    const saved = distinct(payees.map(row => `${row.companyId} ${row.iban}`))
    const fromSaved = bills.filter(row => saved.has(`${row.companyId} ${row.supplierIban}`))
    expect(fromSaved.length).toBeGreaterThan(bills.length / 2)
  })
})

describe('payees', () => {
  test('have a unique IBAN per company, from several countries', () => {
    expect(distinct(payees.map(row => `${row.companyId} ${row.iban}`)).size).toBe(payees.length)
    expect(distinct(payees.map(row => row.iban.slice(0, 2))).size).toBeGreaterThan(4)
    for (const row of payees) expect(companyById.has(row.companyId)).toBe(true)
  })

  test('were last used by the latest transfer to them, or never', () => {
    expect(payees.some(row => row.lastUsedAt === null)).toBe(true)
    for (const { companyId, iban, lastUsedAt, createdAt } of payees) {
      const transfers = transactions.filter(
        row => row.companyId === companyId && row.counterpartyIban === iban && row.type !== 'SepaDirect',
      )
      const instants = transfers.map(row => row.createdAt).sort()
      expect(lastUsedAt).toBe(instants.at(-1) ?? null)
      expect(createdAt < (instants.at(0) ?? '9999')).toBe(true)
    }
  })

  test('have valid IBANs, like every other party', () => {
    const ibans = [
      ...accounts.map(row => row.iban),
      ...transactions.map(row => row.counterpartyIban),
      ...bills.map(row => row.supplierIban),
      ...payees.map(row => row.iban),
    ]
    for (const iban of distinct(ibans.filter(value => value !== null))) {
      expect(parseIban(String(iban))).toEqual({ ok: true, iban })
    }
  })
})
