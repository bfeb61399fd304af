/** Small bank files, each with an account and entries that no other test has. */

import { zipOf } from '../../../src/import/files/zip.ts'
import { importFiles } from '../../../src/import/importFile.ts'
import { camt, camtAccount, camtBalance, camtEntry, ownIban } from '../../import/statements/camtText.ts'
import { iban } from '../../support/builders.ts'
import { actor, type TestService } from '../../support/service.ts'

export interface Statement {
  iban?: string
  /** Each is a credit of the day with its own reference. */
  amounts?: readonly string[]
  opening?: string
  closing?: string
}

/** A camt.053 file with one statement. By default 100.00 and 12.50 make 112.50. */
export function camtFile(given: Statement = {}): string {
  const { iban: account = iban(), amounts = ['12.50'], opening = '100.00', closing = '112.50' } = given
  const entries = amounts.map((amount, index) =>
    camtEntry(entry =>
      entry.replace('12.50', amount).replace('BANK-1', `BANK-${index}`).replace('E2E-1', `E2E-${index}`),
    ),
  )
  const content = [
    camtAccount.replace(ownIban, account),
    camtBalance('OPBD', opening, '2026-03-30'),
    camtBalance('CLBD', closing),
    ...entries,
  ]
  return camt(content.join('\n')).replace('<Id>S-1</Id>', `<Id>S-${account.slice(-8)}</Id>`)
}

/** Imports a file directly into the store; returns the id of the import. */
export async function imported(
  { store, nowMs }: TestService,
  workspaceId: string,
  text = camtFile(),
  companyId?: string,
): Promise<string> {
  const choices = { partial: false, ...(companyId !== undefined && { companyId }) }
  const options = { workspaceId, actor, nowMs, dryRun: false, choices }
  const [report] = await importFiles(store.db, 'statement.xml', zipOf(Buffer.from(text)), options)
  if (!report?.importId) throw new Error(`It was not imported: ${report?.reason}`)
  return report.importId
}
