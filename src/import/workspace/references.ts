import { payeesPerCompanyMax } from '../../contract/payees.ts'
import type { WorkspaceFile } from '../../contract/workspaceFile.ts'
import type { Connection } from '../../store/engine/door.ts'
import {
  accountCompanies,
  categorySlugs,
  existingIds,
  payeeCompanies,
  payeeCounts,
  payeeIbans,
} from '../../store/workspaceRows.ts'

/**
 * Checks that everything the elements of a file refer to is in the file or in the workspace. Returns the
 * problems; empty if the file can be loaded.
 */
export async function referenceProblems(
  connection: Connection,
  workspaceId: string,
  file: WorkspaceFile,
): Promise<string[]> {
  const ofCompany = ['accounts', 'transactions', 'bills', 'payees'] as const
  const companies = new Set(ofCompany.flatMap(list => [...companiesOf(file[list])]))
  const categories = new Set<string>()
  for (const { category } of file.transactions) if (category !== null) categories.add(category.id)
  const transactions = new Set<string>()
  for (const { matchedTransactionId: id } of file.bills) if (id !== null) transactions.add(id)

  await keepUnknown(connection, workspaceId, 'companies', file.companies, companies)
  await keepUnknown(connection, workspaceId, 'categories', file.categories, categories)
  await keepUnknown(connection, workspaceId, 'transactions', file.transactions, transactions)
  return [
    ...ofCompany.flatMap(list =>
      problemsOf<{ companyId: string }>(
        companies,
        file[list],
        ({ companyId }) => companyId,
        (index, id) => `${list}[${index}].companyId refers to a company that does not exist: ${id}`,
      ),
    ),
    ...problemsOf(
      categories,
      file.transactions,
      ({ category }) => category?.id ?? null,
      (index, id) => `transactions[${index}].category.id refers to a category that does not exist: ${id}`,
    ),
    ...problemsOf(
      transactions,
      file.bills,
      ({ matchedTransactionId }) => matchedTransactionId,
      (index, id) =>
        `bills[${index}].matchedTransactionId refers to a transaction that does not exist: ${id}`,
    ),
    ...(await misplacedAccounts(connection, workspaceId, file)),
    ...(await takenSlugs(connection, workspaceId, file)),
    ...(await takenIbans(connection, workspaceId, file)),
    ...(await tooManyPayees(connection, workspaceId, file)),
  ]
}

function companiesOf(elements: readonly { companyId: string }[]): Set<string> {
  const ids = new Set<string>()
  for (const { companyId } of elements) ids.add(companyId)
  return ids
}

/** Removes the ids that the file contains or the workspace has. */
async function keepUnknown(
  connection: Connection,
  workspaceId: string,
  list: 'companies' | 'categories' | 'transactions',
  inFile: readonly { id: string }[],
  ids: Set<string>,
): Promise<void> {
  if (ids.size === 0) return
  for (const { id } of inFile) ids.delete(id)
  for (const id of await existingIds(connection, list, workspaceId, [...ids])) ids.delete(id)
}

/** One problem for each element that refers to an unknown id. */
function problemsOf<Element>(
  unknown: ReadonlySet<string>,
  elements: readonly Element[],
  idOf: (element: Element) => string | null,
  problemOf: (index: number, id: string) => string,
): string[] {
  if (unknown.size === 0) return []
  return elements.flatMap((element, index) => {
    const id = idOf(element)
    return id !== null && unknown.has(id) ? [problemOf(index, id)] : []
  })
}

/** An account always belongs to the same company, and so do its transactions. */
async function misplacedAccounts(
  connection: Connection,
  workspaceId: string,
  file: WorkspaceFile,
): Promise<string[]> {
  const referred = new Set(file.accounts.map(({ id }) => id))
  for (const { accountId } of file.transactions) referred.add(accountId)
  const companyOf = await accountCompanies(connection, workspaceId, [...referred])
  const problems: string[] = []
  for (const [index, { id, companyId }] of file.accounts.entries()) {
    const stored = companyOf.get(id)
    if (stored !== undefined && stored !== companyId) {
      problems.push(`accounts[${index}].companyId differs from the company the account belongs to: ${stored}`)
    }
    companyOf.set(id, companyId)
  }
  for (const [index, { accountId, companyId }] of file.transactions.entries()) {
    const owner = companyOf.get(accountId)
    if (owner === undefined)
      problems.push(`transactions[${index}].accountId refers to an account that does not exist: ${accountId}`)
    else if (owner !== companyId) {
      problems.push(`transactions[${index}].companyId must be the company of its account, ${owner}`)
    }
  }
  return problems
}

async function takenSlugs(
  connection: Connection,
  workspaceId: string,
  file: WorkspaceFile,
): Promise<string[]> {
  const ownerOf = await categorySlugs(
    connection,
    workspaceId,
    file.categories.map(({ slug }) => slug),
  )
  return file.categories.flatMap(({ id, slug }, index) => {
    const owner = ownerOf.get(slug)
    return owner === undefined || owner === id
      ? []
      : [`categories[${index}].slug is already the slug of ${owner}`]
  })
}

async function takenIbans(
  connection: Connection,
  workspaceId: string,
  file: WorkspaceFile,
): Promise<string[]> {
  const ownerOf = await payeeIbans(
    connection,
    workspaceId,
    file.payees.map(({ iban }) => iban),
  )
  return file.payees.flatMap(({ id, companyId, iban }, index) => {
    const owner = ownerOf.get(`${companyId} ${iban}`)
    return owner === undefined || owner === id
      ? []
      : [`payees[${index}].iban is already the IBAN of ${owner}`]
  })
}

/** A company that already has more may keep them but cannot get any more. */
async function tooManyPayees(
  connection: Connection,
  workspaceId: string,
  file: WorkspaceFile,
): Promise<string[]> {
  const companyIds = companiesOf(file.payees)
  const before = await payeeCounts(connection, workspaceId, [...companyIds])
  const companyOf = await payeeCompanies(
    connection,
    workspaceId,
    file.payees.map(({ id }) => id),
  )
  const after = new Map(before)
  const add = (companyId: string, count: number) => after.set(companyId, (after.get(companyId) ?? 0) + count)
  for (const { id, companyId } of file.payees) {
    const stored = companyOf.get(id)
    if (stored !== undefined) add(stored, -1)
    add(companyId, 1)
  }
  return [...companyIds].flatMap(companyId => {
    const count = after.get(companyId) ?? 0
    return count > Math.max(payeesPerCompanyMax, before.get(companyId) ?? 0)
      ? [`company ${companyId} would have ${count} payees; the limit is ${payeesPerCompanyMax}`]
      : []
  })
}
