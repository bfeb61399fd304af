/** Balances and months of an overview, computed by hand from random data. */
import fc from 'fast-check'
import type { Account } from '../../src/contract/accounts.ts'
import { apartReasons } from '../../src/contract/console/accounts/balances.ts'
import type { Overview } from '../../src/contract/console/overview.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { iban, transaction } from '../support/builders.ts'
import { accounts, anyData, companies, type Data, months, sumOf, unitsOf } from './overviewByHand.ts'

const dayMs = 86_400_000
/** At most seven days older than the newest balance counts, and a millisecond more does not. */
const newestMs = Date.parse('2026-03-31T10:00:00.000Z')
const ages = [0, dayMs, 7 * dayMs, 7 * dayMs + 1, 8 * dayMs, 14 * dayMs]
/** Accounts in francs have no IBAN. */
const ibans = new Map(accounts.filter(({ currency }) => currency !== 'CHF').map(({ id }) => [id, iban()]))
const foreign = iban()
const loose = (text: string) => text.toLowerCase().replace(/(.{4})/g, '$1 ')
const parties = [null, null, foreign, ...ibans.values(), ...[...ibans.values()].map(loose)]

/** Random data with dates of balances, IBANs, and counterparts on another account, with and without its IBAN. */
export const anyMoney: fc.Arbitrary<Data> = anyData.chain(data =>
  fc
    .record({
      updatedAt: fc.tuple(...data.accounts.map(() => fc.option(fc.constantFrom(...ages), { freq: 5 }))),
      named: fc.tuple(...data.transactions.map(() => fc.constantFrom(...parties))),
      mirrored: fc.tuple(
        ...data.transactions.map(() =>
          fc.option(fc.record({ days: fc.integer({ min: -5, max: 5 }), back: fc.boolean() })),
        ),
      ),
    })
    .map(({ updatedAt, named, mirrored }) => {
      const dated = data.accounts.map((each, index) => {
        const age = updatedAt[index] ?? null
        const balanceUpdatedAt = age === null ? null : new Date(newestMs - age).toISOString()
        return { ...each, iban: ibans.get(each.id) ?? null, balanceUpdatedAt }
      })
      const rows = data.transactions.map((row, index) => ({ ...row, counterpartyIban: named[index] ?? null }))
      const counterparts = rows.flatMap((row, index) => {
        const how = mirrored[index] ?? null
        const other = dated.find(each => each.iban !== null && each.iban === keyOf(row.counterpartyIban))
        if (how === null || other === undefined || row.bookingDate === null) return []
        return [
          transaction(other, {
            amount: row.amount,
            currency: row.currency,
            side: row.side === 'credit' ? 'debit' : 'credit',
            status: row.status,
            bookingDate: new Date(Date.parse(row.bookingDate) + how.days * dayMs).toISOString().slice(0, 10),
            counterpartyIban: how.back ? (ibans.get(row.accountId) ?? null) : null,
          }),
        ]
      })
      return { ...data, accounts: dated, transactions: [...rows, ...counterparts] }
    }),
)

const keyOf = (text: string | null) => text?.replaceAll(' ', '').toUpperCase() ?? null

/** The definition of migration 0010, without categories. */
function isOwn(row: Transaction, data: Data): boolean {
  const holders = (text: string | null) =>
    text === null ? [] : data.accounts.filter(each => keyOf(each.iban) === keyOf(text)).map(({ id }) => id)
  const party = row.counterpartyIban
  const named = holders(party)
  if (named.some(id => id !== row.accountId)) return true
  const internal = row.type === 'InternalCredit' || row.type === 'InternalDirectDebit'
  if (internal && (party === null || named.length > 0)) return true
  if (party !== null) return false
  const near = data.transactions.filter(
    other =>
      unitsOf(other.amount) === unitsOf(row.amount) &&
      other.currency === row.currency &&
      other.status === row.status &&
      other.bookingDate !== null &&
      row.bookingDate !== null &&
      Math.abs(Date.parse(other.bookingDate) - Date.parse(row.bookingDate)) <= 3 * dayMs,
  )
  const names = (from: Transaction, id: string) => holders(from.counterpartyIban).includes(id)
  return near.some(
    other =>
      other.accountId !== row.accountId &&
      names(other, row.accountId) &&
      row.side !== null &&
      other.side !== null &&
      other.side !== row.side &&
      !near.some(
        each => each.accountId === row.accountId && each.side === row.side && names(each, other.accountId),
      ),
  )
}

const orNull = (text: string | null) => (text === null ? null : unitsOf(text))
const inOrder = (texts: readonly string[]) => [...new Set(texts)].sort()

/** Balances and months as the overview should have them, in its order, with sums as BigInts. */
export function moneyByHand(data: Data, companyId: string | null) {
  const seen = <Row extends { companyId: string }>(rows: readonly Row[]) =>
    rows.filter(row => companyId === null || row.companyId === companyId)
  const known = data.accounts.filter(({ enabled, balance }) => enabled && balance !== null)
  const newest = Math.max(
    ...known.map(({ balanceUpdatedAt }) => Date.parse(balanceUpdatedAt ?? '1970-01-01')),
  )
  const reasonOf = ({ enabled, balance, balanceUpdatedAt }: Account) => {
    if (!enabled) return 'disabled'
    if (balance === null) return 'unknown'
    if (balanceUpdatedAt === null) return 'undated'
    return newest - Date.parse(balanceUpdatedAt) > 7 * dayMs ? 'stale' : null
  }
  const summed = (rows: readonly Account[]) => {
    const balances = rows.map(({ balance }) => balance).filter(balance => balance !== null)
    return { balance: balances.length === 0 ? null : sumOf(balances), accounts: rows.length }
  }
  const recent = seen(data.accounts).filter(each => reasonOf(each) === null)
  const counted = (rows: readonly Account[]) => {
    const instants = rows.map(({ balanceUpdatedAt }) => balanceUpdatedAt ?? '').sort()
    return { ...summed(rows), oldestAt: instants[0], newestAt: instants.at(-1) }
  }
  const inCurrency = (rows: readonly Account[]) =>
    inOrder(rows.map(({ currency }) => currency)).map(currency => ({
      currency,
      rows: rows.filter(row => row.currency === currency),
    }))
  const apart = apartReasons.map(reason => ({
    reason,
    rows: seen(data.accounts).filter(each => reasonOf(each) === reason),
  }))
  const moved = seen(data.transactions)
    .filter(
      ({ status, side, bookingDate }) =>
        status === 'booked' && side !== null && months.includes(bookingDate?.slice(0, 7) ?? ''),
    )
    .map(row => ({ ...row, own: isOwn(row, data) }))
  return {
    balances: companies.flatMap(({ id, name }) =>
      inCurrency(recent.filter(row => row.companyId === id)).map(({ currency, rows }) => ({
        companyId: id,
        companyName: name,
        currency,
        ...counted(rows),
      })),
    ),
    totals: inCurrency(recent)
      .sort((a, b) => b.rows.length - a.rows.length)
      .map(({ currency, rows }) => ({ currency, ...counted(rows) })),
    apart: {
      sums: apart.flatMap(({ reason, rows }) =>
        inCurrency(rows).map(group => ({ reason, currency: group.currency, ...summed(group.rows) })),
      ),
      accounts: apart.flatMap(({ reason, rows }) =>
        [...rows]
          .sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
          .map(({ id, name, iban: number, companyId: owner, currency, balance, balanceUpdatedAt }) => ({
            id,
            name,
            iban: number,
            companyName: companies.find(each => each.id === owner)?.name,
            currency,
            balance: orNull(balance),
            balanceUpdatedAt,
            reason,
          })),
      ),
    },
    months: inOrder(moved.map(({ currency }) => currency)).flatMap(currency =>
      months.map(month => {
        const rows = moved.filter(row => row.currency === currency && row.bookingDate?.startsWith(month))
        const sum = (own: boolean, side: string) =>
          sumOf(rows.filter(row => row.own === own && row.side === side).map(({ amount }) => amount))
        return {
          month,
          currency,
          moneyIn: sum(false, 'credit'),
          moneyOut: sum(false, 'debit'),
          ownIn: sum(true, 'credit'),
          ownOut: sum(true, 'debit'),
          ownCount: rows.filter(({ own }) => own).length,
        }
      }),
    ),
  }
}

/** The store's balances and months in the same shape. */
export function moneyAsUnits({ balances, totals, apart, months: shown }: Overview) {
  const inUnits = <Row extends { balance: string | null }>(rows: readonly Row[]) =>
    rows.map(row => ({ ...row, balance: orNull(row.balance) }))
  return {
    balances: inUnits(balances),
    totals: inUnits(totals),
    apart: { sums: inUnits(apart.sums), accounts: inUnits(apart.accounts) },
    months: shown.map(each => ({
      ...each,
      moneyIn: unitsOf(each.moneyIn),
      moneyOut: unitsOf(each.moneyOut),
      ownIn: unitsOf(each.ownIn),
      ownOut: unitsOf(each.ownOut),
    })),
  }
}
