/**
 * Loads a workspace whose six companies have the maximum number of payees, and a small one. Prints a key for
 * each and the id of a payee to change. Usage: fillPayees.ts, with the configuration in the environment.
 */
import { createKey } from '../../src/actions/keys.ts'
import { payeesPerCompanyMax } from '../../src/contract/payees.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { readConfig } from '../../src/main/config.ts'
import { openStore } from '../../src/main/openStore.ts'
import { company, payee, smallWorkspace, workspaceFile } from '../../test/support/builders.ts'

const companiesCount = 6
const actor = { kind: 'command', id: 'bench' } as const

const store = await openStore(readConfig(process.env))
if (store === null) throw new Error('Another process has the data folder open.')
const { db } = store
const nowMs = Date.now()
const companies = Array.from({ length: companiesCount }, () => company())
const payees = companies.flatMap(owner =>
  Array.from({ length: payeesPerCompanyMax }, (_, index) =>
    payee(owner, { name: `Payee ${(index * 7919) % payeesPerCompanyMax}` }),
  ),
)

async function keyOf(file: ReturnType<typeof workspaceFile>): Promise<string> {
  await loadWorkspace(db, file, { nowMs, actor })
  const request = { workspaceId: file.workspace.id, name: 'bench', scopes, expiresInDays: null }
  return (await createKey(db, request, actor, nowMs)).secret
}

const large = await keyOf(workspaceFile({ companies, payees }))
const small = await keyOf(smallWorkspace())
await store.close()
process.stdout.write(`${JSON.stringify({ large, small, payeeId: payees[0]?.id })}\n`)
