/** Ids in the form of new ones, but from a stream: ten characters of time of creation, sixteen of chance. */
import type { IdKind } from '../domain/ids.ts'
import type { RandomStream } from './random.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function demoId(kind: IdKind, createdMs: number, random: RandomStream): string {
  const time = Array.from(createdMs.toString(32).padStart(10, '0'), digit =>
    crockford.charAt(Number.parseInt(digit, 32)),
  )
  const chance = Array.from({ length: 16 }, () => crockford.charAt(random.below(32)))
  return `${kind}_${time.join('')}${chance.join('')}`
}

/** Ids are compared by their bytes, never by a locale, so that a list has the same order everywhere. */
export function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}
