/** A store to load into, with another workspace in it that no load may touch. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { exportWorkspace } from '../../../src/import/workspace/exportWorkspace.ts'
import {
  type LoadOptions,
  type LoadResult,
  loadWorkspace,
} from '../../../src/import/workspace/loadWorkspace.ts'
import { BadWorkspaceFile } from '../../../src/import/workspace/workspaceFile.ts'
import { listAudit, type StoredAuditRecord } from '../../../src/store/audit.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { freshStore, type StoreName, type TestStore } from '../../support/stores.ts'

export const actor = { kind: 'command', id: 'florin load' } as const
export const startOfTime = '2026-06-01T12:00:00.000Z'

/** That many milliseconds after the start. */
export const later = (milliseconds: number): string =>
  new Date(Date.parse(startOfTime) + milliseconds).toISOString()

const startMs = Date.parse(startOfTime)

export class Loader {
  readonly store: TestStore
  readonly foreign = smallWorkspace()

  constructor(store: TestStore) {
    this.store = store
  }

  /** Loads at the start of time, or that many milliseconds later. */
  load(file: WorkspaceFile, afterMs = 0, options: Partial<LoadOptions> = {}): Promise<LoadResult> {
    return loadWorkspace(this.store.db, file, { nowMs: startMs + afterMs, actor, ...options })
  }

  /** The reasons why the file was not loaded. */
  async problems(file: WorkspaceFile, afterMs = 0): Promise<readonly string[]> {
    const outcome = await this.load(file, afterMs).catch((error: unknown) => error)
    if (outcome instanceof BadWorkspaceFile) return outcome.problems
    throw outcome instanceof Error ? outcome : new Error('the file was loaded')
  }

  export(workspaceId: string, write: (piece: string) => Promise<void>): Promise<number> {
    return exportWorkspace(this.store.db, workspaceId, write)
  }

  async exportedText(workspaceId: string): Promise<string> {
    const pieces: string[] = []
    await this.export(workspaceId, async piece => void pieces.push(piece))
    return pieces.join('')
  }

  /** The workspace as it is now. */
  async exported({ workspace }: WorkspaceFile): Promise<WorkspaceFile> {
    return JSON.parse(await this.exportedText(workspace.id)) as WorkspaceFile
  }

  /** Null if there is no such workspace. */
  async clock({ workspace }: WorkspaceFile): Promise<string | null> {
    const [row] = await this.store.db.query<{ clock: string }>(
      'select clock from workspaces where workspace_id = $1',
      [workspace.id],
    )
    return row?.clock ?? null
  }

  audit({ workspace }: WorkspaceFile): Promise<StoredAuditRecord[]> {
    return listAudit(this.store.db, workspace.id)
  }

  /** Everything that is visible of a workspace from outside. */
  async everything(file: WorkspaceFile): Promise<unknown> {
    return [await this.exportedText(file.workspace.id), await this.clock(file)]
  }
}

/** The change feed would show such a row again and again, and reject the cursor behind it. */
async function rowsAheadOfClock({ store }: Loader): Promise<unknown[]> {
  const stamped = { accounts: 'changed_at', categories: 'changed_at', deletions: 'at', departures: 'at' }
  const parts = Object.entries(stamped).map(
    ([table, column]) => `select '${table}' as table, t.id, t.${column} as at, w.clock
       from ${table} t join workspaces w using (workspace_id) where t.${column} > w.clock`,
  )
  return await store.db.query(parts.join(' union all '))
}

/** A store for the tests of a describe. After each test, no row may be ahead of its clock, and the foreign workspace must be unchanged. */
export function useLoader(storeName: StoreName): { readonly current: Loader } {
  const holder: { current: Loader } = { current: undefined as unknown as Loader }
  let foreignBefore: unknown
  beforeAll(async () => {
    holder.current = new Loader(await freshStore(storeName))
    await holder.current.load(holder.current.foreign)
    foreignBefore = await holder.current.everything(holder.current.foreign)
  })
  afterEach(async () => {
    expect(await holder.current.everything(holder.current.foreign)).toEqual(foreignBefore)
    expect(await rowsAheadOfClock(holder.current)).toEqual([])
  })
  afterAll(async () => {
    await holder.current?.store.remove()
  })
  return holder
}
