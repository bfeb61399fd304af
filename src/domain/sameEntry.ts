/**
 * Whether two reports describe the same bank entry. Amount, direction, currency and day are compared
 * elsewhere. This file compares the counterparty and the purpose, which every format writes differently:
 * truncated, in capitals, in another field, or not at all.
 */

export interface EntryDetails {
  counterpartyName: string | null
  counterpartyIban: string | null
  reference: string | null
  description: string | null
  endToEndId: string | null
}

/**
 * Whether the two state facts that cannot both be true of one entry. A fact that only one of them has is no
 * contradiction.
 */
export function contradict(one: EntryDetails, other: EntryDetails): boolean {
  if (differ(one.counterpartyIban, other.counterpartyIban)) return true
  if (one.endToEndId !== null && other.endToEndId !== null && !sameStart(one.endToEndId, other.endToEndId))
    return true
  return namesDiffer(one, other)
}

/** How much the two have in common: 0 for nothing. */
export function likeness(one: EntryDetails, other: EntryDetails): number {
  let points = 0
  if (one.endToEndId !== null && one.endToEndId === other.endToEndId) points += 100
  if (one.counterpartyIban !== null && one.counterpartyIban === other.counterpartyIban) points += 50
  const words = wordsIn(other)
  for (const word of wordsIn(one)) if (words.has(word)) points += 1
  return points
}

/** Neither names a counterparty or a purpose. */
export const bothWithoutDetails = (one: EntryDetails, other: EntryDetails): boolean =>
  hasNoDetails(one) && hasNoDetails(other)

const hasNoDetails = (details: EntryDetails): boolean =>
  details.counterpartyIban === null && details.endToEndId === null && wordsIn(details).size === 0

const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other

/** Formats with little space truncate texts. */
function sameStart(one: string, other: string): boolean {
  const [short, long] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  return (long ?? '').startsWith(short ?? '')
}

/** Both have a counterparty name, and neither name occurs anywhere in the other's texts. */
function namesDiffer(one: EntryDetails, other: EntryDetails): boolean {
  if (one.counterpartyName === null || other.counterpartyName === null) return false
  if (sameStart(one.counterpartyName, other.counterpartyName)) return false
  return !mentions(other, one.counterpartyName) && !mentions(one, other.counterpartyName)
}

function mentions(details: EntryDetails, name: string): boolean {
  const words = wordsIn(details)
  return [...wordsOf(name)].some(word => words.has(word))
}

const textOf = ({ counterpartyName, reference, description }: EntryDetails): string =>
  `${counterpartyName ?? ''} ${reference ?? ''} ${description ?? ''}`

/** Cached, because each entry is compared with many others. */
const wordsByDetails = new WeakMap<EntryDetails, ReadonlySet<string>>()

function wordsIn(details: EntryDetails): ReadonlySet<string> {
  let words = wordsByDetails.get(details)
  if (words === undefined) {
    words = wordsOf(textOf(details))
    wordsByDetails.set(details, words)
  }
  return words
}

const wordLengthMin = 3

/** Words without case and accents. Shorter ones occur everywhere and mean nothing. */
function wordsOf(text: string): Set<string> {
  const words = folded(text).split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter(word => word.length >= wordLengthMin))
}

const plain = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]+/gu, '')

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
