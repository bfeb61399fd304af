/**
 * The details of an entry of MT940 (:86:), which each country's banks write in their own way: with numbered fields
 * (Germany, Austria, Poland), with names between slashes (the Netherlands), or freely.
 */
import { type Mt940Details, noDetails, type OtherSide } from './mt940DetailsShape.ts'
import { readFree } from './mt940Free.ts'
import { namedStart, readNamed } from './mt940Named.ts'
import { numberedStart, readNumbered } from './mt940Numbered.ts'

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
