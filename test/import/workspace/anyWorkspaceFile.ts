/** Any workspace file, its elements made from the contract's schemas: a new field is in them without a change here. */
import fc from 'fast-check'
import { account } from '../../../src/contract/accounts.ts'
import { bill } from '../../../src/contract/bills.ts'
import { category } from '../../../src/contract/categories.ts'
import { company } from '../../../src/contract/companies.ts'
import { payee } from '../../../src/contract/payees.ts'
import { transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { anyElement } from '../../support/anyElement.ts'
import { anyName, anyStamp, anyText } from '../../support/anyValues.ts'
import { iban } from '../../support/builders.ts'

const stamps = { createdAt: anyStamp, updatedAt: anyStamp }

/** Ids are any text too; the number at the end makes them unique. */
const anyId = fc.oneof(fc.constant('id'), anyText)
const numbered = <Row extends { id: string }>(rows: Row[]): Row[] =>
  rows.map((row, index) => ({ ...row, id: `${row.id}~${index}` }))
const list = <Row extends { id: string }>(row: fc.Arbitrary<Row>, minLength = 0) =>
  fc.array(row, { minLength, maxLength: 5 }).map(numbered)

/** The place of the element that a reference leads to. */
const anyPlace = fc.nat(1000)
const at = <Row>(rows: readonly Row[], place: number): Row => rows[place % rows.length] as Row

const companies = list(anyElement(company, { id: anyId, name: anyName, ...stamps }), 1)

const categories = list(
  anyElement(category, {
    id: anyId,
    name: anyName,
    slug: fc.constantFrom('A', 'a-b', '_.~'),
    createdAt: anyStamp,
  }),
).map(rows => rows.map((row, index) => ({ ...row, slug: `${row.slug}${index}` })))

const accounts = list(
  anyElement(account, {
    ...{ id: anyId, companyId: anyPlace, createdAt: anyStamp },
    ...{ name: fc.option(anyName), nickname: fc.option(anyName) },
  }),
  1,
)

const transactions = list(
  anyElement(transaction, {
    ...{
      id: anyId,
      companyId: fc.constant(''),
      accountId: anyPlace,
      category: fc.option(anyPlace),
      ...stamps,
    },
  }),
)

const bills = list(
  anyElement(bill, { id: anyId, companyId: anyPlace, matchedTransactionId: fc.option(anyPlace), ...stamps }),
)

const payees = list(
  anyElement(payee, {
    ...{ id: anyId, companyId: anyPlace, iban: fc.constant(''), ...stamps },
    // A payee's name is trimmed, and has something to be seen.
    name: anyName.map(name => `${[...name].slice(0, 69).join('')}-`.trim()),
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
