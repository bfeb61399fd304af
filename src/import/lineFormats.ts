/** Detects statement formats made of lines with a code at the start, by their first record. */
import { cfonbStart } from './statements/cfonb/cfonb.ts'
import { codaHeader } from './statements/coda/coda.ts'
import { csb43Header } from './statements/csb43/csb43.ts'

export type LineFormat = 'coda' | 'csb43' | 'cfonb'

const firstRecords: readonly [pattern: RegExp, kind: LineFormat][] = [
  [codaHeader, 'coda'],
  [csb43Header, 'csb43'],
  [cfonbStart, 'cfonb'],
]

/** Expects text without leading blanks. */
export function detectLineFormat(text: string): LineFormat | null {
  const start = text.slice(0, recordLengthMax)
  return firstRecords.find(([pattern]) => pattern.test(start))?.[1] ?? null
}

/** Enough for the first record of each. */
const recordLengthMax = 200
