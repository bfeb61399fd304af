/** Entries below one of the same day that add up to it: some banks list the parts of a batch as rows of their own. */
import { amountKey, sumOf } from '../../../../../domain/money/decimal.ts'
import type { Entry } from '../../../statement.ts'
import type { Doubt } from '../guess.ts'

const partsMin = 2
const partsMax = 30

/** Where balances prove that all rows count, there is nothing to ask. */
export function batchDoubts(entries: readonly Entry[], hasBalance: boolean): Doubt[] {
  if (hasBalance) return []
  const found = entries.flatMap((whole, at) => {
    const last = lastPart(whole, entries.slice(at + 1, at + 1 + partsMax))
    return last === null ? [] : [{ whole, first: entries[at + 1] ?? whole, last }]
  })[0]
  if (found === undefined) return []
  const { whole, first, last } = found
  const reason = `lines ${first.line} to ${last.line} add up to the amount in line ${whole.line}; are they its parts?`
  return [{ at: 'rows', reason }]
}

/** The entry with which those below make the whole; null if they do not. */
function lastPart(whole: Entry, below: readonly Entry[]): Entry | null {
  const wanted = amountKey(whole.amount)
  let sum = '0'
  for (const [index, part] of below.entries()) {
    const isAlike =
      part.bookingDate === whole.bookingDate &&
      part.side === whole.side &&
      part.currency === whole.currency &&
      part.line !== whole.line
    if (!isAlike || !/[1-9]/.test(part.amount)) return null
    sum = sumOf([sum, part.amount])
    if (index + 1 >= partsMin && amountKey(sum) === wanted) return part
  }
  return null
}
