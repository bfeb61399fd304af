/** A client's copy of a workspace, made of the change feed only. It also keeps a digest of each resource. */
import { createHash } from 'node:crypto'
import { type ChangeResource, changeResources } from '../../../src/contract/changes.ts'
import { RunningDigest } from './digests.ts'

/** An element of the feed, as far as a copy needs it. */
export interface CopiedChange {
  at: string
  resource: ChangeResource
  id: string
  /** The hash of the object's JSON; null if it was deleted. */
  hash: string | null
}

export const hashOf = (object: unknown): string =>
  createHash('sha256').update(JSON.stringify(object)).digest('base64url').slice(0, 22)

export const copiedChange = ({
  at,
  resource,
  id,
  object,
}: Omit<CopiedChange, 'hash'> & { object: object | null }): CopiedChange => ({
  at,
  resource,
  id,
  hash: object === null ? null : hashOf(object),
})

interface CopiedRow {
  at: string
  hash: string
}

export class Copy {
  readonly rows = new Map(changeResources.map(each => [each, new Map<string, CopiedRow>()]))
  readonly digests = new Map(changeResources.map(each => [each, new RunningDigest()]))

  apply({ at, resource, id, hash }: CopiedChange): void {
    const rows = this.rows.get(resource)
    const digest = this.digests.get(resource)
    const before = rows?.get(id)
    if (before !== undefined) digest?.subtract(id, before.at)
    if (hash === null) {
      rows?.delete(id)
      return
    }
    rows?.set(id, { at, hash })
    digest?.add(id, at)
  }

  /** The hashes of all objects, by id and in its order, for comparing with the lists. */
  hashes(resource: ChangeResource): [id: string, hash: string][] {
    return [...(this.rows.get(resource) ?? [])]
      .map(([id, { hash }]) => [id, hash] as [string, string])
      .sort(byId)
  }
}

const byId = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1)

/** What a list shows, in the form of `Copy.hashes`. */
export const listHashes = (rows: readonly { id: string }[]): [id: string, hash: string][] =>
  rows.map(row => [row.id, hashOf(row)] as [string, string]).sort(byId)
