/** Sees that whatever an element of a workspace file refers to is in the file or in the workspace. */
import type { WorkspaceFile } from '../contract/workspaceFile.ts'
import type { Session } from '../store/door.ts'
import { accountCompanies, categorySlugs, existingIds, payeeIbans } from '../store/workspaceRows.ts'

/** Problems of the file against the workspace as it is; empty where it can be loaded. */
export async function referenceProblems(
  session: Session,
  workspaceId: string,
  file: WorkspaceFile,
): Promise<string[]> {
  const companies = await knownIds(session, workspaceId, 'companies', file.companies, [
    ...file.accounts.map(account => account.companyId),
    ...file.transactions.map(transaction => transaction.companyId),
    ...file.bills.map(bill => bill.companyId),
    ...file.payees.map(payee => payee.companyId),
  ])
  const categories = await knownIds(
    session,
    workspaceId,
    'categories',
    file.categories,
    file.transactions.flatMap(({ category }) => category?.id ?? []),
  )
  const transactions = await knownIds(
    session,
    workspaceId,
    'transactions',
    file.transactions,
    file.bills.flatMap(({ matchedTransactionId }) => matchedTransactionId ?? []),
  )
  return [
    ...unknownReferences(file, companies, categories, transactions),
    ...(await misplacedAccounts(session, workspaceId, file)),
    ...(await takenSlugs(session, workspaceId, file)),
    ...(await takenIbans(session, workspaceId, file)),
  ]
}

async function knownIds(
  session: Session,
  workspaceId: string,
  list: 'companies' | 'categories' | 'transactions',
  brought: readonly { id: string }[],
  referred: readonly string[],
): Promise<Set<string>> {
  const known = new Set(brought.map(({ id }) => id))
  const elsewhere = [...new Set(referred)].filter(id => !known.has(id))
  for (const id of await existingIds(session, list, workspaceId, elsewhere)) known.add(id)
  return known
}

function unknownReferences(
  file: WorkspaceFile,
  companies: Set<string>,
  categories: Set<string>,
  transactions: Set<string>,
): string[] {
  const problems: string[] = []
  for (const list of ['accounts', 'transactions', 'bills', 'payees'] as const) {
    for (const [index, { companyId }] of file[list].entries()) {
      if (!companies.has(companyId))
        problems.push(`${list}[${index}].companyId names no company: ${companyId}`)
    }
  }
  for (const [index, { category }] of file.transactions.entries()) {
    if (category !== null && !categories.has(category.id)) {
      problems.push(`transactions[${index}].category.id names no category: ${category.id}`)
    }
  }
  for (const [index, { matchedTransactionId: id }] of file.bills.entries()) {
    if (id !== null && !transactions.has(id)) {
      problems.push(`bills[${index}].matchedTransactionId names no transaction: ${id}`)
    }
  }
  return problems
}

/** An account belongs to one company for good, and its transactions belong to that company. */
async function misplacedAccounts(
  session: Session,
  workspaceId: string,
  file: WorkspaceFile,
): Promise<string[]> {
  const referred = [
    ...file.accounts.map(({ id }) => id),
    ...file.transactions.map(({ accountId }) => accountId),
  ]
  const companyOf = await accountCompanies(session, workspaceId, [...new Set(referred)])
  const problems: string[] = []
  for (const [index, { id, companyId }] of file.accounts.entries()) {
    const stored = companyOf.get(id)
    if (stored !== undefined && stored !== companyId) {
      problems.push(`accounts[${index}].companyId differs from the company that has the account: ${stored}`)
    }
    companyOf.set(id, companyId)
  }
  for (const [index, { accountId, companyId }] of file.transactions.entries()) {
    const owner = companyOf.get(accountId)
    if (owner === undefined) problems.push(`transactions[${index}].accountId names no account: ${accountId}`)
    else if (owner !== companyId) {
      problems.push(`transactions[${index}].companyId is not the company of its account, which is ${owner}`)
    }
  }
  return problems
}

async function takenSlugs(session: Session, workspaceId: string, file: WorkspaceFile): Promise<string[]> {
  const ownerOf = await categorySlugs(
    session,
    workspaceId,
    file.categories.map(({ slug }) => slug),
  )
  return file.categories.flatMap(({ id, slug }, index) => {
    const owner = ownerOf.get(slug)
    return owner === undefined || owner === id
      ? []
      : [`categories[${index}].slug is the slug of ${owner} already`]
  })
}

async function takenIbans(session: Session, workspaceId: string, file: WorkspaceFile): Promise<string[]> {
  const ownerOf = await payeeIbans(
    session,
    workspaceId,
    file.payees.map(({ iban }) => iban),
  )
  return file.payees.flatMap(({ id, companyId, iban }, index) => {
    const owner = ownerOf.get(`${companyId} ${iban}`)
    return owner === undefined || owner === id
      ? []
      : [`payees[${index}].iban is the IBAN of ${owner} already`]
  })
}
