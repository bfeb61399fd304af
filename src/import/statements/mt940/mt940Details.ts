/**
 * The details of an MT940 entry (:86:), which differ by country: numbered fields (Germany, Austria, Poland),
 * names between slashes (the Netherlands), or free text.
 */
import { type Mt940Details, noDetails, type OtherSide } from './mt940DetailsShape.ts'
import { readFree } from './mt940Free.ts'
import { namedStart, readNamed } from './mt940Named.ts'
import { numberedStart, readNumbered } from './mt940Numbered.ts'

/** `bank` is the first four letters of its BIC, if known. */
export function readDetails(
  lines: string[],
  other: OtherSide = { account: '', name: '' },
  bank: string | null = null,
): Mt940Details {
  // Some banks first write the code on a separate line.
  const joined = lines
    .join('')
    .trim()
    .replace(/^(\d{3})\1(?=[~^<?]\d{2})/, '$1')
  if (numberedStart.test(joined)) return { ...noDetails, ...readNumbered(joined) }
  if (namedStart.test(joined)) return { ...noDetails, ...readNamed(joined) }
  return { ...noDetails, ...readFree(lines, other, bank) }
}
