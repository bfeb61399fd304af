/** Denmark's OIOUBL 2 has all taxes in the element where other UBL has the amount without them. Version 3 follows EN 16931. */
import { amountAt } from '../content.ts'
import { first, type Place } from '../document.ts'
import { decimalOf, exact, minus, plus, zero } from '../exact.ts'

export const isOioubl2 = (root: Place): boolean =>
  first(root, 'cbc:CustomizationID')?.element.text.startsWith('OIOUBL-2') === true

/** The amount without taxes, which OIOUBL 2 does not write; null if it cannot be known. */
export function netOfOioubl2(totals: Place | undefined): string | null {
  const lines = amountAt(first(totals, 'cbc:LineExtensionAmount'))
  const allowances = optionalAmount(first(totals, 'cbc:AllowanceTotalAmount'))
  const charges = optionalAmount(first(totals, 'cbc:ChargeTotalAmount'))
  if (lines === null || allowances === null || charges === null) return null
  return decimalOf(plus(minus(exact(lines), exact(allowances)), exact(charges)))
}

const optionalAmount = (place: Place | undefined): string | null =>
  place?.element.text ? amountAt(place) : decimalOf(zero)
