/**
 * Creates an embedded store with an empty workspace, and prints its id and a key. Usage: prepareImports.ts <data folder>
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../src/actions/keys.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { openEmbedded } from '../../src/store/engine/embedded.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { company, workspaceFile } from '../../test/support/builders.ts'

const [dataDir = ''] = process.argv.slice(2)
mkdirSync(dataDir, { mode: 0o700 })
const db = await openEmbedded({ folder: join(dataDir, 'store') })
await migrate(db)
const actor = { kind: 'command', id: 'bench' } as const
const nowMs = Date.now()
const file = workspaceFile({ companies: [company()] })
await loadWorkspace(db, file, { nowMs, actor })
const request = { workspaceId: file.workspace.id, name: 'bench', scopes, expiresInDays: null }
const { secret } = await createKey(db, request, actor, nowMs)
await db.close()
process.stdout.write(JSON.stringify({ workspaceId: file.workspace.id, secret }))
