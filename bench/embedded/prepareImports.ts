/**
 * Creates an embedded store with two empty workspaces, and prints their ids and a key of the first. Usage: prepareImports.ts <data folder>
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
const files = [workspaceFile({ companies: [company()] }), workspaceFile({ companies: [company()] })]
for (const file of files) await loadWorkspace(db, file, { nowMs, actor })
const [workspaceId = '', otherId = ''] = files.map(({ workspace }) => workspace.id)
const request = { workspaceId, name: 'bench', scopes, expiresInDays: null }
const { secret } = await createKey(db, request, actor, nowMs)
await db.close()
process.stdout.write(JSON.stringify({ workspaceId, otherId, secret }))
