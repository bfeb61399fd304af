/**
 * The parts of an invoice that are shown but decide nothing. A part that is missing, too long or unreadable is left
 * out: the values that a bill needs have their own readers, which report every problem.
 */
import {
  type InvoiceContent,
  type InvoiceParty,
  linesMax,
  taxesMax,
} from '../../contract/console/bills/content.ts'
import type { Place } from './document.ts'
import { canonicalDecimal } from './exact.ts'

const textLengthMax = 300
const addressLinesMax = 6

export type Texts = readonly (Place | undefined)[]

/** The first text that is not empty, on a single line. */
export function textAt(...places: Texts): string | null {
  for (const place of places) {
    const text =
      place?.element.text
        .slice(0, textLengthMax * 4)
        .replace(/\s+/g, ' ')
        .trim() ?? ''
    if (text !== '') return [...text.toWellFormed()].slice(0, textLengthMax).join('')
  }
  return null
}

export function amountAt(...places: Texts): string | null {
  const place = places.find(each => each?.element.text)
  return place === undefined ? null : canonicalDecimal(place.element.text)
}

export interface PartyPlaces {
  names: Texts
  vatNumbers: Texts
  /** Each is a line; the parts of one are joined by spaces. */
  address: readonly Texts[]
}

export const partyOf = ({ names, vatNumbers, address }: PartyPlaces): InvoiceParty => ({
  name: textAt(...names),
  vatNumber: textAt(...vatNumbers),
  address: address
    .map(line => line.flatMap(each => textAt(each) ?? []).join(' '))
    .filter(line => line !== '')
    .slice(0, addressLinesMax),
})

type Line = InvoiceContent['lines'][number]

/** Reads at most as many as are kept: a document may have a million. */
export const linesOf = (places: readonly Place[], read: (place: Place) => Line) => ({
  lines: places.slice(0, linesMax).map(read),
  lineCount: places.length,
})

export const taxesOf = (
  places: readonly Place[],
  read: (place: Place) => InvoiceContent['taxes'][number],
): InvoiceContent['taxes'] => places.slice(0, taxesMax).map(read)
