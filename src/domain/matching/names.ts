/** Compares company names as banks and suppliers write them: truncated, in capitals, with or without a legal form. */
import { fold } from './references.ts'

const legalForms = new Set(
  `GMBH MBH AG KG KGAA OHG GBR UG HAFTUNGSBESCHRANKT SE EK EV EG EU LTD LIMITED LLP LLC LP PLC INC INCORPORATED CORP
   CORPORATION CO COMPANY SA SAS SASU SARL EURL SNC SCI SPA SRL SRLS SL SLU BV NV VOF BVBA OY OYJ AB AS ASA APS DOO SRO
   ZOO SP KFT SARLS SCS PTY PTE PVT AND UND ET THE`.split(/\s+/),
)

/** Words that a bank has truncated to at least this length still count as the same. */
const prefixLengthMin = 4

/** The words that distinguish one name from another. */
export function nameWords(name: string): string[] {
  const words = fold(name)
    .replace(/[.'’]/g, '')
    .replace(/\bA\/S\b/g, 'AS')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
  const telling = words.filter(word => !legalForms.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(plainVowels))]
}

/** Without umlauts, Süd is written SUED or SUD. */
const plainVowels = (word: string): string => word.replace(/([AOU])E/g, '$1')

/** How much of the shorter name is contained in the other. */
export function nameOverlap(one: readonly string[], other: readonly string[]): 'all' | 'some' | 'none' {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  const shared = fewer.filter(word => more.some(each => isSameWord(word, each)))
  // A single letter or digit in common means nothing.
  if (shared.join('').length < 3) return 'none'
  if (shared.length === fewer.length) return 'all'
  return shared.length * 2 >= fewer.length ? 'some' : 'none'
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  return shorter.length >= prefixLengthMin && longer.startsWith(shorter)
}
