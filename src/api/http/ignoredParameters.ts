/**
 * Parameters that an operation does not know are ignored, so that a client for a later version still works. A header
 * names them, because a misspelt filter would otherwise silently return too much.
 */

/** Enough to see the mistake. Names come from the request, so their number and length are limited. */
const namesMax = 10
const nameLengthMax = 64

/** The reply header that names the parameters; empty if there are none. */
export function ignoredHeader(given: URLSearchParams, known: readonly string[]): string[] {
  if (given.size === 0) return []
  const unknown = [...new Set(given.keys())].filter(name => !known.includes(name)).slice(0, namesMax)
  if (unknown.length === 0) return []
  return ['Florin-Ignored-Parameters', unknown.map(name => described(name, known)).join(', ')]
}

function described(name: string, known: readonly string[]): string {
  const short = name.slice(0, nameLengthMax)
  const meant = known.find(each => isAlike(short, each))
  return meant === undefined ? escaped(short) : `${escaped(short)}; did-you-mean=${meant}`
}

/** Without the characters that separate names, and whatever else a header must not contain. */
const escaped = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/[!'()*]/g, each => `%${each.charCodeAt(0).toString(16)}`)

/** The same letters in another spelling, or one letter wrong. */
function isAlike(given: string, known: string): boolean {
  const [a, b] = [plain(given), plain(known)]
  return a === b || differByOne(a, b)
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** One letter added, left out or changed, or two letters swapped. */
function differByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 3) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0]
}
