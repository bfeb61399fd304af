/** What the first texts of a row say about it: that it is no entry but a balance or a total. */
import { isOnlyBalance, type LineKind, lineKindOf } from './cells/csvWords.ts'
import { bare } from './csvLayout.ts'

/** A word of three letters, or of two signs, or what is brought and carried forward. */
const isWording = /\p{L}{3}|\p{L} \p{L} \p{L}|[\p{Script=Han}\p{Script=Hangul}]{2}|^[bc]\/f$/iu

/** With a card, the whole balance may be paid back, or a part of it. */
const isWayOfRepayment = (name: string): boolean =>
  /\b(?:rimborso|remboursement|reembolso|repayment|aflossing)\b|r(?:ü|ue)ckzahlung/i.test(name)

/** "OPEN" and "BALANCE" in two cells. */
const isSplitBalance = (before: string, text: string): boolean =>
  /^(?:open|close|opening|closing)$/i.test(before) && /^balance$/i.test(text)

export interface RowTexts {
  cells: readonly string[]
  header: readonly string[] | null
  /** With a date and an amount, only a text that says nothing else counts. */
  isComplete: boolean
  textsMax: number
}

export function rowKindOf({ cells, header, isComplete, textsMax }: RowTexts): LineKind {
  let texts = 0
  let before = ''
  for (const [at, cell] of cells.entries()) {
    if (!isWording.test(cell)) continue
    const text = bare(cell)
    if (isSplitBalance(before, text)) return /^o/i.test(before) ? 'opening' : 'closing'
    before = text
    texts += 1
    if (texts > textsMax) break
    const kind = isComplete && !isOnlyBalance(text) ? null : lineKindOf(text)
    const isSum = kind === 'total' && !isComplete
    if (kind !== null && (isSum || !isWayOfRepayment(header?.[at] ?? ''))) return kind
  }
  return null
}
