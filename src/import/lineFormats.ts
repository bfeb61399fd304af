/** Detects statement formats made of lines with a code at the start, by their first record. */
import { bai2Header } from './statements/bai2/bai2.ts'
import { cfonbStart } from './statements/cfonb/cfonb.ts'
import { codaHeader } from './statements/coda/coda.ts'
import { csb43Header } from './statements/csb43/csb43.ts'

export type LineFormat = 'coda' | 'csb43' | 'cfonb' | 'bai2'

const firstRecords: readonly [pattern: RegExp, kind: LineFormat][] = [
  [codaHeader, 'coda'],
  [csb43Header, 'csb43'],
  [cfonbStart, 'cfonb'],
  [bai2Header, 'bai2'],
]

/** Expects text without leading blanks. */
export function detectLineFormat(text: string): LineFormat | null {
  const start = text.slice(0, recordLengthMax)
  return firstRecords.find(([pattern]) => pattern.test(start))?.[1] ?? null
}

/** Enough for the first record of each. */
const recordLengthMax = 200
