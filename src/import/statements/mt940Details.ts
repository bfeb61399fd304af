/**
 * The details of an entry of MT940 (:86:), which each country's banks write in their own way: with numbered fields
 * (Germany, Austria, Poland), with names between slashes (the Netherlands), or freely.
 */
import { readFree } from './mt940Free.ts'
import { namedStart, readNamed } from './mt940Named.ts'
import { numberedStart, readNumbered } from './mt940Numbered.ts'

export interface Mt940Details {
  /** The business transaction code of the German banks. */
  germanCode: string | null
  /** The bank's word for the kind of entry. */
  label: string | null
  reference: string | null
  name: string | null
  iban: string | null
  /** What stands where the IBAN should and begins like one, but is none. */
  wrongIban: string | null
  endToEndId: string | null
  /** It gives back an earlier payment. */
  returned: boolean
  /** Amounts in SWIFT's way, /OCMT/ and /CHGS/, which some banks write here instead of below :61:. */
  amounts: string | null
}

export const noDetails: Mt940Details = {
  germanCode: null,
  label: null,
  reference: null,
  name: null,
  iban: null,
  wrongIban: null,
  endToEndId: null,
  returned: false,
  amounts: null,
}

/** What :61: and the line below it say of the other side; some banks repeat it at the beginning of :86:. */
export interface OtherSide {
  account: string
  name: string
}

export function readDetails(lines: string[], other: OtherSide = { account: '', name: '' }): Mt940Details {
  // Some banks write the code on a line of its own first.
  const joined = lines
    .join('')
    .trim()
    .replace(/^(\d{3})\1(?=[~^<?]\d{2})/, '$1')
  if (numberedStart.test(joined)) return { ...noDetails, ...readNumbered(joined) }
  if (namedStart.test(joined)) return { ...noDetails, ...readNamed(joined) }
  return { ...noDetails, ...readFree(lines, other) }
}
