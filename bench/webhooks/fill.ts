/** Workspaces with webhooks, made directly in the store. */
import { createKey } from '../../src/actions/keys.ts'
import { createWebhook } from '../../src/actions/webhooks.ts'
import { changeResources } from '../../src/contract/changes.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { parseAllowed } from '../../src/domain/webhooks/addresses.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { smallWorkspace } from '../../test/support/builders.ts'

export interface Filled {
  workspaceId: string
  payeeId: string
  secret: string
}

/** `urlOf` gets the number of each webhook. */
export async function fillWebhooks(
  databaseUrl: string,
  master: string,
  workspaces: number,
  webhooksEach: number,
  urlOf: (number: number) => string,
): Promise<Filled[]> {
  const db = await openPostgres({ url: databaseUrl })
  const parsed = parseAllowed(['127.0.0.1'])
  if ('mistake' in parsed) throw new Error(parsed.mistake)
  const transport = () => Promise.reject(new Error('Nothing is sent while filling.'))
  const tools = { master, allowed: parsed.allowed, transport, wake: () => undefined }
  const actor = { kind: 'command', id: 'bench' } as const
  const filled: Filled[] = []
  try {
    for (let number = 0; number < workspaces; number += 1) {
      const nowMs = Date.now()
      const file = smallWorkspace()
      const workspaceId = file.workspace.id
      await loadWorkspace(db, file, { nowMs, actor })
      const request = { workspaceId, name: 'bench', scopes, expiresInDays: null }
      const { secret } = await createKey(db, request, actor, nowMs)
      for (let index = 0; index < webhooksEach; index += 1) {
        await createWebhook({ db, tools, actor, nowMs }, workspaceId, {
          name: 'bench',
          url: urlOf(number * webhooksEach + index),
          resources: [...changeResources],
          companyId: null,
          include: 'nothing',
          start: 'now',
        })
      }
      filled.push({ workspaceId, payeeId: file.payees[0]?.id ?? '', secret })
    }
    return filled
  } finally {
    await db.close()
  }
}
