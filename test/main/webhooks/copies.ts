/** Copies of a workspace: one that a receiver keeps, and what it should be. */
import { expect } from 'vitest'
import type { Change } from '../../../src/contract/changes.ts'
import type { TestService } from '../../support/service.ts'
import type { Received } from './receiver.ts'

export type Copy = Map<string, unknown>

export function apply(copy: Copy, changes: readonly Change[]): void {
  for (const { resource, id, object } of changes) {
    if (object === null) copy.delete(`${resource} ${id}`)
    else copy.set(`${resource} ${id}`, object)
  }
}

/** Every page of the feed after a path, with its query. */
export async function readOn(service: TestService, secret: string, path: string) {
  const changes: Change[] = []
  let next = path
  for (;;) {
    const response = await service.request(next, { secret })
    expect(response.status).toBe(200)
    const page = (await response.json()) as { data: Change[]; nextCursor: string; upToDate: boolean }
    changes.push(...page.data)
    const url = new URL(next, service.url)
    url.searchParams.set('cursor', page.nextCursor)
    next = url.pathname + url.search
    if (page.upToDate) return { changes, next }
  }
}

/** The workspace as the feed shows it to a new reader. */
export async function wholeCopy(service: TestService, secret: string): Promise<Copy> {
  const copy: Copy = new Map()
  apply(copy, (await readOn(service, secret, '/v1/changes')).changes)
  return copy
}

/** What a receiver of objects makes of messages. Each one must follow the one before it without a gap. */
export class ObjectMirror {
  readonly copy: Copy = new Map()
  #cursor: string | null

  constructor(cursor: string | null = null) {
    this.#cursor = cursor
  }

  take(received: readonly Received[]): void {
    for (const { message } of received) {
      expect(message.type).toBe('workspace.changes')
      const { cursor, nextCursor, changes } = message.data
      if (cursor === this.#cursor || this.#cursor === null) {
        apply(this.copy, changes)
        this.#cursor = nextCursor
      } else if (nextCursor !== this.#cursor) {
        // Not the last one again either.
        expect(cursor).toBe(this.#cursor)
      }
    }
  }
}
