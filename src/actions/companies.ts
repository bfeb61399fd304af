/** Companies and accounts that people create and change. Everything is stamped and audited in the same transaction. */
import { type Account, account as accountSchema } from '../contract/accounts.ts'
import { blank } from '../contract/blank.ts'
import { type Company, company as companySchema } from '../contract/companies.ts'
import { accountsMax, companiesMax } from '../contract/console/accounts/setup.ts'
import { Conflict } from '../domain/conflict.ts'
import { newId } from '../domain/ids.ts'
import { UnknownCompany } from '../import/importErrors.ts'
import {
  type AccountChange,
  accountWithIban,
  countAccounts,
  findAccount,
  insertAccount,
  updateAccount,
} from '../store/accounts.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import {
  type CompanyChange,
  companyExists,
  countCompanies,
  findCompany,
  insertCompany,
  updateCompany,
} from '../store/companies.ts'
import type { Connection, Database } from '../store/engine/door.ts'
import { writeWorkspace } from '../store/workspaceClock.ts'

interface Work {
  db: Database
  workspaceId: string
  actor: Actor
  nowMs: number
}

type NewCompany = Pick<Company, 'name'> & Partial<Omit<CompanyChange, 'updatedAt'>>
type NewAccount = Pick<Account, 'companyId' | 'name' | 'currency' | 'type'> &
  Partial<Pick<Account, 'iban' | 'bic' | 'institutionName'>>

const [blankCompany, blankAccount] = [blank(companySchema), blank(accountSchema)]

export async function createCompany({ db, ...work }: Work, given: NewCompany): Promise<Company> {
  const { workspaceId, nowMs } = work
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    if ((await countCompanies(connection, workspaceId)) >= companiesMax)
      throw limit('companies', companiesMax)
    const result: Company = {
      ...blankCompany,
      ...given,
      id: newId('com', nowMs),
      verificationStatus: 'NotStarted',
      createdAt: stamp,
      updatedAt: stamp,
    }
    await insertCompany(connection, workspaceId, result)
    await audit(connection, work, 'company.created', result.id, { name: result.name })
    return { result, changed: true }
  })
}

/** Null if there is no such company. */
export async function changeCompany(
  { db, ...work }: Work,
  id: string,
  given: Partial<NewCompany>,
): Promise<Company | null> {
  const { workspaceId, nowMs } = work
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    const before = await findCompany(connection, workspaceId, id)
    if (before === null) return { result: null, changed: false }
    const changes = changesOf(before, given)
    if (Object.keys(changes).length === 0) return { result: before, changed: false }
    const { name, tradingName, registrationNumber, vatNumber, country } = { ...before, ...given }
    const change = { name, tradingName, registrationNumber, vatNumber, country, updatedAt: stamp }
    const result = await updateCompany(connection, workspaceId, id, change)
    await audit(connection, work, 'company.changed', id, { name: before.name, changes })
    return { result, changed: true }
  })
}

export async function createAccount({ db, ...work }: Work, given: NewAccount): Promise<Account> {
  const { workspaceId, nowMs } = work
  return await writeWorkspace(db, workspaceId, nowMs, async (connection, stamp) => {
    if (!(await companyExists(connection, workspaceId, given.companyId)))
      throw new UnknownCompany(given.companyId)
    if ((await countAccounts(connection, workspaceId)) >= accountsMax) throw limit('accounts', accountsMax)
    await requireFreeIban(connection, workspaceId, null, given.iban ?? null, given.currency)
    const result: Account = {
      ...blankAccount,
      ...given,
      id: newId('acc', nowMs),
      provider: 'connected',
      enabled: true,
      createdAt: stamp,
    }
    await insertAccount(connection, workspaceId, result)
    const { name, iban, companyId } = result
    await audit(connection, work, 'account.created', result.id, { name, iban, companyId })
    return { result, changed: true }
  })
}

/** Null if there is no such account. */
export async function changeAccount(
  { db, ...work }: Work,
  id: string,
  given: Partial<AccountChange>,
): Promise<Account | null> {
  const { workspaceId, nowMs } = work
  return await writeWorkspace(db, workspaceId, nowMs, async connection => {
    const before = await findAccount(connection, workspaceId, id)
    if (before === null) return { result: null, changed: false }
    const changes = changesOf(before, given)
    if (Object.keys(changes).length === 0) return { result: before, changed: false }
    if (given.iban) await requireFreeIban(connection, workspaceId, id, given.iban, before.currency)
    const result: Account = { ...before, ...given }
    await updateAccount(connection, workspaceId, id, result)
    const name = before.nickname ?? before.name ?? before.iban
    await audit(connection, work, 'account.changed', id, { name, changes })
    return { result, changed: true }
  })
}

/** Two accounts may share an IBAN if their currencies differ, as with some banks. */
async function requireFreeIban(
  connection: Connection,
  workspaceId: string,
  id: string | null,
  iban: string | null,
  currency: string,
): Promise<void> {
  const holder = iban && (await accountWithIban(connection, workspaceId, iban, currency))
  if (holder && holder !== id)
    throw new Conflict('ACCOUNT_EXISTS', `The workspace already has a ${currency} account with this IBAN.`)
}

/** The fields that differ, with both values. */
function changesOf<Row extends object>(before: Row, given: Partial<Row>) {
  const changed = (Object.keys(given) as (keyof Row & string)[]).filter(
    field => given[field] !== undefined && given[field] !== before[field],
  )
  return Object.fromEntries(changed.map(field => [field, { before: before[field], after: given[field] }]))
}

const limit = (what: string, count: number) =>
  new Conflict('LIMIT_REACHED', `The workspace has ${count} ${what}, which is the limit.`)

async function audit(
  connection: Connection,
  { workspaceId, nowMs, actor }: Omit<Work, 'db'>,
  action: 'company.created' | 'company.changed' | 'account.created' | 'account.changed',
  subjectId: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(connection, workspaceId, nowMs, { actor, action, subjectId, details })
}
