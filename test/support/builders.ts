/** Valid elements in the API's own shape; a test names only what it is about. */
import { type Account, account as accountSchema } from '../../src/contract/accounts.ts'
import { type Bill, bill as billSchema } from '../../src/contract/bills.ts'
import { blank } from '../../src/contract/blank.ts'
import { type Category, category as categorySchema } from '../../src/contract/categories.ts'
import { type Company, company as companySchema } from '../../src/contract/companies.ts'
import { type Payee, payee as payeeSchema } from '../../src/contract/payees.ts'
import { type Transaction, transaction as transactionSchema } from '../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { ibanWithCheckDigits } from '../../src/domain/money/iban.ts'

let counter = 0

/** A number that no other element of this test file has, as text. */
function next(): string {
  counter += 1
  return String(counter).padStart(6, '0')
}

const createdAt = '2026-01-01T08:00:00.000Z'

/** Null in every field that may be null, so that a new one needs no change here. */
const blanks = {
  company: blank(companySchema),
  account: blank(accountSchema),
  category: blank(categorySchema),
  transaction: blank(transactionSchema),
  bill: blank(billSchema),
  payee: blank(payeeSchema),
}

export function company(given: Partial<Company> = {}): Company {
  const number = next()
  return {
    ...blanks.company,
    id: `com_${number}`,
    name: `Company ${number}`,
    country: 'DE',
    verificationStatus: 'Verified',
    createdAt,
    updatedAt: createdAt,
    ...given,
  }
}

export function account(owner: { id: string }, given: Partial<Account> = {}): Account {
  const number = next()
  return {
    ...blanks.account,
    id: `acc_${number}`,
    companyId: owner.id,
    name: `Account ${number}`,
    currency: 'EUR',
    balance: '100.00',
    type: 'depository',
    provider: 'paygoro',
    enabled: true,
    createdAt,
    ...given,
  }
}

export function category(given: Partial<Category> = {}): Category {
  const number = next()
  return {
    ...blanks.category,
    id: `cat_${number}`,
    name: `Category ${number}`,
    slug: `category-${number}`,
    isSystem: false,
    createdAt,
    ...given,
  }
}

export function transaction(
  on: { id: string; companyId: string },
  given: Partial<Transaction> = {},
): Transaction {
  return {
    ...blanks.transaction,
    id: `txn_${next()}`,
    companyId: on.companyId,
    accountId: on.id,
    amount: '10.00',
    currency: 'EUR',
    side: 'debit',
    status: 'booked',
    type: 'Card',
    bookingDate: '2026-01-15',
    createdAt,
    updatedAt: createdAt,
    ...given,
  }
}

export function bill(owner: { id: string }, given: Partial<Bill> = {}): Bill {
  return {
    ...blanks.bill,
    id: `bil_${next()}`,
    companyId: owner.id,
    status: 'new',
    createdAt,
    updatedAt: createdAt,
    ...given,
  }
}

/** A valid German IBAN that no other element of this test file has. */
export const iban = (): string => ibanWithCheckDigits('DE', `37040044${next().padStart(10, '0')}`)

export function payee(owner: { id: string }, given: Partial<Payee> = {}): Payee {
  const number = next()
  return {
    ...blanks.payee,
    id: `pye_${number}`,
    companyId: owner.id,
    name: `Payee ${number}`,
    iban: iban(),
    createdAt,
    updatedAt: createdAt,
    ...given,
  }
}

export function workspaceFile(given: Partial<WorkspaceFile> = {}): WorkspaceFile {
  const number = next()
  return {
    workspace: { id: `wsp_${number}`, name: `Workspace ${number}` },
    companies: [],
    accounts: [],
    categories: [],
    transactions: [],
    bills: [],
    payees: [],
    ...given,
  }
}

/** A workspace with one of everything, so that there is something to be kept out of. */
export function smallWorkspace(): WorkspaceFile {
  const owner = company()
  const on = account(owner)
  const label = category()
  return workspaceFile({
    companies: [owner],
    accounts: [on],
    categories: [label],
    transactions: [transaction(on, { category: { id: label.id, name: label.name, slug: label.slug } })],
    bills: [bill(owner)],
    payees: [payee(owner)],
  })
}
