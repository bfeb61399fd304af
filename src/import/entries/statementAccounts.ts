/** Finds or creates the account of each statement in a file, within the company and account the user chose. */
import { account as accountSchema } from '../../contract/accounts.ts'
import { blank } from '../../contract/blank.ts'
import { newId } from '../../domain/ids.ts'
import { insertAccount, type KnownAccount, knownAccounts, noteNumber } from '../../store/accountDetails.ts'
import { listCompanies } from '../../store/companies.ts'
import { sightTransactions } from '../../store/imports/unsighted.ts'
import { CompanyNeeded, Refusal, UnknownAccount, UnknownCompany } from '../importErrors.ts'
import type { ImportRun } from '../importRun.ts'
import { isParty } from '../invoiceCompany.ts'
import type { Party } from '../invoices/parties.ts'
import type { AccountRef } from '../statements/statement.ts'
import { accountName, matchAccount } from './bankAccounts.ts'
import { fitted } from './newTransaction.ts'

export interface AccountChoices {
  companyId?: string | undefined
  accountId?: string | undefined
}

export interface ResolvedAccount {
  account: KnownAccount
  created: boolean
}

/** Account numbers from files can exceed PostgreSQL's index row limit. */
const numberLengthMax = 200

const blankAccount = blank(accountSchema)

export class StatementAccounts {
  readonly #run: ImportRun
  readonly #choices: AccountChoices
  #accounts: KnownAccount[] | null = null
  readonly #made = new Set<string>()
  readonly #sighted = new Set<string>()

  constructor(run: ImportRun, choices: AccountChoices) {
    this.#run = run
    this.#choices = choices
  }

  /** Null if there is no such account yet and too little is known to create one. */
  async resolve(ref: AccountRef, currency: string | null): Promise<ResolvedAccount | null> {
    if ((ref.otherId?.length ?? 0) > numberLengthMax) {
      throw new Refusal(
        `It has an account number of more than ${numberLengthMax} characters, which cannot be right.`,
      )
    }
    const account = await this.#existing(ref, currency)
    if (account) return await this.#ready(account, ref)
    if (currency === null) return null
    return { account: await this.#make(ref, currency), created: true }
  }

  async #existing(ref: AccountRef, currency: string | null): Promise<KnownAccount | null> {
    const accounts = await this.#all()
    const { accountId, companyId } = this.#choices
    if (accountId !== undefined) return this.#chosen(accountId, ref, currency)
    const match = matchAccount(ref, currency, accounts)
    if (match.kind === 'several') {
      const names = (await this.#toldApart(match.accounts)).join(', ')
      throw new Refusal(`${accountName(ref)} matches several accounts (${names}). Choose the account.`)
    }
    if (match.kind === 'none') return null
    if (companyId !== undefined && match.account.companyId !== companyId) {
      throw new Refusal(
        `${accountName(ref)} is ${shownName(match.account)}, an account of ${await this.#nameOf(match.account.companyId)}, ` +
          `not of ${await this.#nameOf(companyId)}. Leave out the company, or choose that one.`,
      )
    }
    return match.account
  }

  async #chosen(accountId: string, ref: AccountRef, currency: string | null): Promise<KnownAccount> {
    const account = (await this.#all()).find(({ id }) => id === accountId)
    if (!account) throw new UnknownAccount(accountId)
    const { companyId } = this.#choices
    if (companyId !== undefined && account.companyId !== companyId) {
      throw new Refusal(
        `${shownName(account)} belongs to ${await this.#nameOf(account.companyId)}, not to ${await this.#nameOf(companyId)}.`,
      )
    }
    if (ref.iban !== null && account.iban !== null && ref.iban !== account.iban) {
      throw new Refusal(
        `The file is for account ${ref.iban}, but ${shownName(account)} is ${account.iban}. Choose the other account.`,
      )
    }
    if (currency !== null && currency !== account.currency) {
      throw new Refusal(`The file is in ${currency}, but ${shownName(account)} is in ${account.currency}.`)
    }
    return account
  }

  async #ready(account: KnownAccount, ref: AccountRef): Promise<ResolvedAccount> {
    const { connection, workspaceId, importId, stamp, groundImports } = this.#run
    if (account.importId !== null && account.importId !== importId) groundImports.add(account.importId)
    if (!this.#sighted.has(account.id) && !this.#made.has(account.id)) {
      await sightTransactions(connection, workspaceId, [account.id], stamp)
    }
    this.#sighted.add(account.id)
    // An account without an IBAN is known by the file's IBAN from now on.
    const otherId = ref.otherId ?? (account.iban === null ? ref.iban : null)
    if (otherId !== null && account.otherId === null) {
      const bankCode = fitted(ref.bankCode)
      await noteNumber(connection, workspaceId, account.id, { otherId, bankCode, importId })
      account.otherId = otherId
      account.bankCode = bankCode
    }
    return { account, created: this.#made.has(account.id) }
  }

  async #make(ref: AccountRef, currency: string): Promise<KnownAccount> {
    if (ref.iban === null && ref.otherId === null) {
      throw new Refusal('The file does not say which account it is for. Choose the account.')
    }
    const { connection, workspaceId, importId, stamp, nowMs } = this.#run
    const account: KnownAccount = {
      ...blankAccount,
      id: newId('acc', nowMs),
      companyId: await this.#company(ref),
      name: fitted(ref.ownerName),
      iban: ref.iban,
      bic: fitted(ref.bic),
      currency,
      type: 'depository',
      provider: 'connected',
      institutionName: fitted(ref.bankName),
      enabled: true,
      createdAt: stamp,
      otherId: ref.otherId,
      bankCode: fitted(ref.bankCode),
      importId,
    }
    await insertAccount(connection, workspaceId, account)
    this.#run.changed = true
    this.#run.kept = true
    this.#made.add(account.id)
    ;(await this.#all()).push(account)
    return account
  }

  async #company(ref: AccountRef): Promise<string> {
    const { connection, workspaceId } = this.#run
    const { companyId } = this.#choices
    const owner = ref.ownerName === null ? null : { names: [ref.ownerName], vatNumbers: [] }
    return await companyFor(connection, workspaceId, companyId, {
      what: `${accountName(ref)} is new here`,
      party: owner,
      because: 'The account holder has its name.',
    })
  }

  /** Accounts often have the name of their owner, so several may have the same one. */
  async #toldApart(accounts: readonly KnownAccount[]): Promise<string[]> {
    const names = accounts.map(shownName)
    if (new Set(names).size === names.length) return names
    const longer: string[] = []
    for (const account of accounts) {
      const named = [...new Set([shownName(account), account.iban ?? account.currency])].join(' ')
      longer.push(`${named} of ${await this.#nameOf(account.companyId)}`)
    }
    return longer
  }

  async #nameOf(companyId: string): Promise<string> {
    const companies = await listCompanies(this.#run.connection, this.#run.workspaceId, {})
    return companies.find(({ id }) => id === companyId)?.name ?? 'another company'
  }

  async #all(): Promise<KnownAccount[]> {
    this.#accounts ??= await knownAccounts(this.#run.connection, this.#run.workspaceId)
    return this.#accounts
  }
}

/** The company that something new belongs to: the one named by the user, or the only one. */
export async function companyFor(
  connection: ImportRun['connection'],
  workspaceId: string,
  companyId: string | undefined,
  { what, party, because }: Belonging,
): Promise<string> {
  const companies = await listCompanies(connection, workspaceId, {})
  if (companyId !== undefined) {
    if (!companies.some(({ id }) => id === companyId)) throw new UnknownCompany(companyId)
    return companyId
  }
  const [first, second] = companies
  if (!first) throw new Refusal(`${what}, and the workspace has no company it could belong to.`)
  if (!second) return first.id
  const likely = party === null ? [] : companies.filter(company => isParty(company, party))
  const [proposed, another] = likely
  const isClear = proposed !== undefined && another === undefined
  throw new CompanyNeeded(what, {
    companies: companies.slice(0, companiesShown).map(({ id, name }) => ({ id, name })),
    proposedId: isClear ? proposed.id : null,
    because: isClear ? because : null,
  })
}

interface Belonging {
  /** What is new, for a sentence. */
  what: string
  /** Whose file it is, if it says so. */
  party: Party | null
  because: string
}

/** How a person knows an account. */
const shownName = ({ nickname, name, iban, currency }: KnownAccount): string =>
  nickname ?? name ?? iban ?? `an account in ${currency}`

const companiesShown = 50
