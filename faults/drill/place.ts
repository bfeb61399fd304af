/** A Florin in this process, on a store of its own, for many small workspaces. */
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { undoLater } from '../../bench/support/cleanup.ts'
import { createKey } from '../../src/actions/keys.ts'
import { createApp } from '../../src/api/app.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { readConfig } from '../../src/main/config.ts'
import { openStore } from '../../src/main/openStore.ts'
import { catchUp } from '../../src/main/serve/laterWork.ts'
import { serverFor } from '../../src/main/serve/listen.ts'
import type { DrillPlace } from '../../test/support/drill/scenario.ts'
import { openFaultStore, type StoreName } from '../support/store.ts'

const actor = { kind: 'command', id: 'faults' } as const

interface FaultPlace extends DrillPlace {
  /** Indexes the words of all rows, which a running service does in the background. */
  index(): Promise<void>
}

export async function openPlace(storeName: StoreName): Promise<FaultPlace> {
  const { env } = await openFaultStore(storeName, { durable: false })
  // Rate limits are the drill's business here.
  const limits = { FLORIN_RATE_PER_SECOND: '1000000', FLORIN_RATE_BURST: '1000000' }
  const config = readConfig({ ...env, ...limits })
  const store = await openStore(config)
  if (store === null) throw new Error('The store is in use.')
  const { db } = store
  const app = createApp({ db, config, clock: Date.now, log: pino({ level: 'silent' }), files: null })
  const server = serverFor(app, null)
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  undoLater(async () => {
    server.close()
    server.closeAllConnections()
    await app.tidy()
    await store.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    api: `http://127.0.0.1:${port}/v1`,
    load: file => loadWorkspace(db, file, { nowMs: Date.now(), actor }),
    index: () => catchUp(db),
    async key(file) {
      const request = {
        workspaceId: file.workspace.id,
        name: 'Drill',
        scopes: [...scopes],
        expiresInDays: null,
      }
      return (await createKey(db, request, actor, Date.now())).secret
    },
  }
}
