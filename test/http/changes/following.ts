/** For tests of the change feed: a workspace with a follower, writers next to the API, and what a copy must equal. */
import { expect } from 'vitest'
import type { ImportReport } from '../../../src/contract/console/imports.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { zipOf } from '../../../src/import/files/zip.ts'
import { importFiles } from '../../../src/import/importFile.ts'
import { undoImport } from '../../../src/import/undo/undoImport.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { listHashes } from '../../support/feed/copy.ts'
import { Follower, readDigest, readList, resourcesOf, type View } from '../../support/feed/follower.ts'
import { actor, type TestService } from '../../support/service.ts'
import { asker, type Received } from '../lists.ts'

export class Followed {
  readonly service: TestService
  readonly file: WorkspaceFile
  readonly secret: string
  readonly get: (path: string) => Promise<Received>

  constructor(service: TestService, file: WorkspaceFile, secret: string) {
    this.service = service
    this.file = file
    this.secret = secret
    this.get = asker(service, secret)
  }

  follower(view: View = {}): Follower {
    return new Follower(this.get, view)
  }

  /** A follower that has read everything. */
  async following(view: View = {}): Promise<Follower> {
    const follower = this.follower(view)
    await follower.catchUp()
    return follower
  }

  /** Loads parts of a file into the workspace, a second later. */
  async load(given: Partial<WorkspaceFile>): Promise<void> {
    this.service.nowMs += 1_000
    const none = { companies: [], accounts: [], categories: [], transactions: [], bills: [], payees: [] }
    await this.service.load({ ...none, ...given, workspace: this.file.workspace })
  }

  async send(method: string, path: string, json?: object): Promise<Response> {
    this.service.nowMs += 1_000
    return await this.service.request(path, {
      method,
      secret: this.secret,
      ...(json && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
    })
  }

  async import(content: string): Promise<ImportReport> {
    this.service.nowMs += 1_000
    const { db } = this.service.store
    const given = { workspaceId: this.file.workspace.id, actor, nowMs: this.service.nowMs, dryRun: false }
    const choices = { partial: false, companyId: this.file.companies[0]?.id }
    const [report] = await importFiles(db, 'file.txt', zipOf(Buffer.from(content)), { ...given, choices })
    expect(report?.outcome).not.toBe('refused')
    if (report === undefined) throw new Error('There is no report.')
    return report
  }

  async undo({ importId }: ImportReport): Promise<void> {
    this.service.nowMs += 1_000
    const { nowMs } = this.service
    if (importId === null) throw new Error('Nothing was imported.')
    await undoImport(this.service.store.db, { workspaceId: this.file.workspace.id, importId, actor, nowMs })
  }
}

/** A workspace that no other test writes to. */
export async function followed(
  service: TestService,
  file: WorkspaceFile = smallWorkspace(),
): Promise<Followed> {
  await service.load(file)
  return new Followed(service, file, await service.key(file))
}

/** The follower's copy equals every list, and its digests equal the server's, while nobody writes. */
export async function expectExact(owner: Followed, follower: Follower): Promise<void> {
  for (const resource of resourcesOf(follower.view)) {
    const { companyId } = follower.view
    const list = await readList(owner.get, resource, companyId)
    expect(follower.copy.hashes(resource), resource).toEqual(listHashes(list))
    const { digest } = await readDigest(owner.get, resource, companyId)
    expect(String(follower.copy.digests.get(resource)), resource).toBe(String(digest))
  }
}
