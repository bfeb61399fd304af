/**
 * Random workspace files: any text, money, date and instant that a file may contain, in elements that fit
 * together.
 */
import fc from 'fast-check'
import { accountProviders, accountTypes } from '../../../src/contract/accounts.ts'
import { billStatuses } from '../../../src/contract/bills.ts'
import { verificationStatuses } from '../../../src/contract/companies.ts'
import {
  transactionSides,
  transactionStatuses,
  transactionTypes,
} from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { iban } from '../../support/builders.ts'

/** Text that tends to break quoting, counting, cutting, normalising or reversing. */
const fragments = [
  ...['😀', '👩🏽‍🚀', 'שלום', 'مرحبا', '\u202eabc', '漢字', 'Ωμέγα', 'Ж', 'ß', 'ø', 'İ', 'é', 'e\u0301'],
  ...['\n', '\r\n', '\t', ' ', '\u00a0', '\u2028', '\u2029', '\u200b', '\u0001', '\u007f'],
  ...['"', "'", '\\', '\\u0000', '\\n', '$1', '%s', '--', '/*', '{"a":1}', '[]', ',', 'null', 'NaN', '\\.'],
  ...['a', 'A', 'b', 'Z', '0', '10', '9'],
]
const knownText = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map(parts => parts.join(''))

/** Any text, including unassigned characters. */
export const anyText = fc.oneof(
  knownText,
  fc.string({ unit: 'binary', maxLength: 40 }).map(text => text.replaceAll('\0', '')),
)

/** Names determine the order, and engines of different versions disagree about characters only one of them knows. */
const anyName = knownText.map(text => text || '-')

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** Unsigned decimals of up to 38 digits, in any scale. */
export const anyAmount = fc
  .tuple(digits(1, 20), fc.option(digits(1, 18)))
  .map(([whole, fraction]) => [whole.replace(/^0+(?=\d)/, ''), fraction])
  .map(parts => parts.filter(part => part !== null).join('.'))

export const anyMoney = fc
  .tuple(fc.boolean(), anyAmount)
  .map(([negative, amount]) => (negative && /[1-9]/.test(amount) ? `-${amount}` : amount))

const instantsBetween = (earliest: string, latest: string) =>
  fc
    .date({ min: new Date(earliest), max: new Date(latest), noInvalidDate: true })
    .map(date => date.toISOString())

/** Every instant with a four-digit year. */
export const anyInstant = instantsBetween('0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z')

/** A full sync starts before the first of these, and the workspace clock continues from the latest. */
export const anyStamp = instantsBetween('1970-01-01T00:00:00.001Z', '8999-12-31T23:59:59.999Z')

export const anyDate = anyInstant.map(instant => instant.slice(0, 10))

const text = fc.option(anyText)
const currency = fc.constantFrom('EUR', 'JPY', 'BHD')
const instants = { createdAt: anyStamp, updatedAt: anyStamp }

/** Ids are any text too; the number at the end makes them unique. */
const anyId = fc.oneof(fc.constant('id'), anyText)
const numbered = <Row extends { id: string }>(rows: Row[]): Row[] =>
  rows.map((row, index) => ({ ...row, id: `${row.id}~${index}` }))
const list = <Row extends { id: string }>(row: fc.Arbitrary<Row>, minLength = 0) =>
  fc.array(row, { minLength, maxLength: 5 }).map(numbered)

const companies = list(
  fc.record({
    id: anyId,
    name: anyName,
    tradingName: text,
    registrationNumber: text,
    vatNumber: text,
    country: fc.option(fc.constantFrom('DE', 'FR')),
    verificationStatus: fc.constantFrom(...verificationStatuses),
    ...instants,
  }),
  1,
)

const categories = list(
  fc.record({
    id: anyId,
    name: anyName,
    slug: fc.constantFrom('A', 'a-b', '_.~'),
    color: text,
    description: text,
    isSystem: fc.boolean(),
    createdAt: anyStamp,
  }),
).map(rows => rows.map((row, index) => ({ ...row, slug: `${row.slug}${index}` })))

const anyPlace = fc.nat(1000)
const at = <Row>(rows: readonly Row[], place: number): Row => rows[place % rows.length] as Row

const accounts = list(
  fc.record({
    id: anyId,
    companyId: anyPlace,
    name: fc.option(anyName),
    nickname: fc.option(anyName),
    iban: text,
    bic: text,
    currency,
    balance: fc.option(anyMoney),
    availableBalance: fc.option(anyMoney),
    balanceUpdatedAt: fc.option(anyInstant),
    type: fc.constantFrom(...accountTypes),
    provider: fc.constantFrom(...accountProviders),
    institutionName: text,
    enabled: fc.boolean(),
    createdAt: anyStamp,
  }),
  1,
)

const transactions = list(
  fc.record({
    id: anyId,
    accountId: anyPlace,
    amount: anyAmount,
    currency,
    side: fc.option(fc.constantFrom(...transactionSides)),
    status: fc.constantFrom(...transactionStatuses),
    type: fc.option(fc.constantFrom(...transactionTypes)),
    description: text,
    reference: text,
    counterpartyName: text,
    counterpartyIban: text,
    merchantName: text,
    bookingDate: fc.option(anyDate),
    valueDate: fc.option(anyDate),
    category: fc.option(anyPlace),
    ...instants,
  }),
)

const bills = list(
  fc.record({
    id: anyId,
    companyId: anyPlace,
    status: fc.constantFrom(...billStatuses),
    supplierName: text,
    supplierIban: text,
    invoiceNumber: text,
    totalAmount: fc.option(anyMoney),
    vatAmount: fc.option(anyMoney),
    currency: fc.option(currency),
    invoiceDate: fc.option(anyDate),
    dueDate: fc.option(anyDate),
    paymentReference: text,
    matchedTransactionId: fc.option(anyPlace),
    paidAt: fc.option(anyInstant),
    ...instants,
  }),
)

const payees = list(
  fc.record({
    id: anyId,
    companyId: anyPlace,
    // A payee's name is trimmed and must have a visible character.
    name: anyName.map(name => `${[...name].slice(0, 69).join('')}-`.trim()),
    defaultReference: fc.option(fc.constantFrom('R', "A-?.+,/':() 0", ' ', 'x'.repeat(35))),
    lastUsedAt: fc.option(anyInstant),
    ...instants,
  }),
)

export type Lists = Omit<WorkspaceFile, 'workspace'>

/** Lists that refer to each other. */
export const anyLists: fc.Arbitrary<Lists> = fc
  .record({ companies, accounts, categories, transactions, bills, payees })
  .map(lists => {
    const placed = lists.accounts.map(row => ({ ...row, companyId: at(lists.companies, row.companyId).id }))
    return {
      companies: lists.companies,
      accounts: placed,
      categories: lists.categories,
      transactions: lists.transactions.map(row => ({
        ...row,
        companyId: at(placed, row.accountId).companyId,
        accountId: at(placed, row.accountId).id,
        category: lists.categories.length === 0 ? null : reference(lists.categories, row.category),
      })),
      bills: lists.bills.map(row => ({
        ...row,
        companyId: at(lists.companies, row.companyId).id,
        matchedTransactionId:
          row.matchedTransactionId === null || lists.transactions.length === 0
            ? null
            : at(lists.transactions, row.matchedTransactionId).id,
      })),
      payees: lists.payees.map(row => ({
        ...row,
        companyId: at(lists.companies, row.companyId).id,
        iban: iban(),
      })),
    }
  })

function reference(rows: Lists['categories'], place: number | null) {
  if (place === null) return null
  const { id, name, slug } = at(rows, place)
  return { id, name, slug }
}
