/** :NS:, which software for German and Hungarian banks writes instead of :86:, with a numbered field on each line. */
import { label } from '../fields.ts'
import type { Mt940Details } from './mt940DetailsShape.ts'

export function readNonSwift(lines: string[]): Partial<Mt940Details> {
  const inRange = (first: number, last: number): string | null =>
    label(
      lines
        .filter(line => Number(line.slice(0, 2)) >= first && Number(line.slice(0, 2)) <= last)
        .map(line => line.slice(2).trim())
        .join(' '),
    )
  return { reference: inRange(1, 14), name: inRange(15, 16), label: inRange(17, 17) }
}

/** Before the entries, the same field names the account owner. */
export const ownerOfNonSwift = (lines: string[]): string | null =>
  label(lines.find(line => /^22\p{L}/u.test(line))?.slice(2))
