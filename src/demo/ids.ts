/** Ids in the form of new ones, but with chance from a stream, so that they are the same on every machine. */
import { type IdKind, idFrom } from '../domain/ids.ts'
import type { RandomStream } from './random.ts'

export function demoId(kind: IdKind, createdMs: number, random: RandomStream): string {
  return idFrom(kind, createdMs, () => random.below(32))
}

/** Ids are compared by their bytes, never by a locale, so that a list has the same order everywhere. */
export function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}
