/**
 * Whether two tellings are of one bank entry. Amount, direction, currency and day are compared before; here it is about
 * who and what for, which every format writes in its own way: cut off, in capitals, in another field, or not at all.
 */

export interface Told {
  counterpartyName: string | null
  counterpartyIban: string | null
  reference: string | null
  description: string | null
  endToEndId: string | null
}

/** Something that both say cannot be true of one entry. What only one of them says is no contradiction. */
export function contradict(one: Told, other: Told): boolean {
  if (differ(one.counterpartyIban, other.counterpartyIban)) return true
  if (one.endToEndId !== null && other.endToEndId !== null && !sameStart(one.endToEndId, other.endToEndId))
    return true
  return namesDiffer(one, other)
}

/** How much speaks for it: nothing at 0, more the more they share. */
export function likeness(one: Told, other: Told): number {
  let points = 0
  if (one.endToEndId !== null && one.endToEndId === other.endToEndId) points += 100
  if (one.counterpartyIban !== null && one.counterpartyIban === other.counterpartyIban) points += 50
  const words = wordsIn(other)
  for (const word of wordsIn(one)) if (words.has(word)) points += 1
  return points
}

/** Neither says who or what for. */
export const bothSilent = (one: Told, other: Told): boolean => isSilent(one) && isSilent(other)

const isSilent = (told: Told): boolean =>
  told.counterpartyIban === null && told.endToEndId === null && wordsIn(told).size === 0

const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other

/** A format with little room cuts texts off. */
function sameStart(one: string, other: string): boolean {
  const [short, long] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  return (long ?? '').startsWith(short ?? '')
}

/** Both name somebody, and neither name is found in any part of what the other says. */
function namesDiffer(one: Told, other: Told): boolean {
  if (one.counterpartyName === null || other.counterpartyName === null) return false
  if (sameStart(one.counterpartyName, other.counterpartyName)) return false
  return !mentions(other, one.counterpartyName) && !mentions(one, other.counterpartyName)
}

function mentions(told: Told, name: string): boolean {
  const words = wordsIn(told)
  return [...wordsOf(name)].some(word => words.has(word))
}

const textOf = ({ counterpartyName, reference, description }: Told): string =>
  `${counterpartyName ?? ''} ${reference ?? ''} ${description ?? ''}`

/** One telling is compared with very many. */
const wordsByTold = new WeakMap<Told, ReadonlySet<string>>()

function wordsIn(told: Told): ReadonlySet<string> {
  let words = wordsByTold.get(told)
  if (words === undefined) {
    words = wordsOf(textOf(told))
    wordsByTold.set(told, words)
  }
  return words
}

const wordLengthMin = 3

/** Words without case and accents; shorter ones are found everywhere and tell nothing. */
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
