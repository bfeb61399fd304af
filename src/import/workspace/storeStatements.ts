/**
 * Stores statements whose entries are all in the workspace already, so that none of them needs to be looked up: much
 * quicker than an import, which would find the same.
 */
import { newId } from '../../domain/ids.ts'
import { type KnownAccount, knownAccounts } from '../../store/accountDetails.ts'
import { insertStatement } from '../../store/imports/statements.ts'
import { fingerprintOf, recordOf } from '../entries/statementRecord.ts'
import { checked, reportedStatement } from '../entries/statementReport.ts'
import { decodeText } from '../files/text.ts'
import type { ImportRun } from '../importRun.ts'
import { BalanceCheck } from '../statements/balance.ts'
import { readCamt } from '../statements/camt/camt.ts'
import type { Balance, StatementHead, StatementPart } from '../statements/statement.ts'

const format = 'camt.053'

export async function storeStatements(run: ImportRun, bytes: Uint8Array): Promise<void> {
  const accounts = await knownAccounts(run.connection, run.workspaceId)
  let parts: StatementPart[] = []
  for await (const part of readCamt(decodeText([bytes]).text)) {
    if (part.kind === 'problem') throw new Error(`The statement cannot be read: ${part.problem.reason}`)
    if (part.kind === 'statement') parts = []
    parts.push(part)
    if (part.kind === 'end') await storeStatement(run, accounts, parts)
  }
  run.kept = true
}

async function storeStatement(
  run: ImportRun,
  accounts: readonly KnownAccount[],
  parts: readonly StatementPart[],
): Promise<void> {
  const head = parts.flatMap(part => (part.kind === 'statement' ? part.statement : []))[0] as StatementHead
  const account = accounts.find(({ iban }) => iban !== null && iban === head.account.iban)
  if (account === undefined) throw new Error(`There is no account ${head.account.iban}.`)
  const check = new BalanceCheck()
  for (const part of parts) check.add(part)
  const result = check.result()
  const balances: Balance[] = parts.flatMap(part => (part.kind === 'balance' ? part.balance : []))
  const facts = { head, format, balances, days: { first: null, last: null } }
  const entries = parts.filter(({ kind }) => kind === 'entry').length
  const statement = {
    id: newId('stm', run.nowMs),
    accountId: account.id,
    importId: run.importId,
    format,
    scope: head.scope,
    bankId: head.id,
    number: head.number,
    fingerprint: fingerprintOf(facts, ''),
    ...recordOf(facts),
    entries,
    ...checked(result),
  }
  await insertStatement(run.connection, run.workspaceId, statement)
  const counts = { entries, added: 0, changed: 0, known: entries }
  run.addStatement(reportedStatement(statement, result, { account, accountCreated: false }, counts))
  run.count('entries', entries)
  run.count('known', entries)
}
