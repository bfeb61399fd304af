/** Ids in the usual form, but from a seeded stream, so that they are the same on every machine. */
import { type IdKind, idFrom } from '../domain/ids.ts'
import type { RandomStream } from './random.ts'

export function demoId(kind: IdKind, createdMs: number, random: RandomStream): string {
  return idFrom(kind, createdMs, () => random.below(32))
}

/** Ids are compared by code unit and not by locale, so that lists have the same order everywhere. */
export function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}
