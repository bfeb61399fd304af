/** Compares two decimal strings exactly; returns a number for sorting. */
export function compareDecimals(a: string, b: string): number {
  const [aBelow, bBelow] = [a.startsWith('-'), b.startsWith('-')]
  if (aBelow && bBelow) return compareUnsigned(b.slice(1), a.slice(1))
  if (aBelow) return isZero(a) && isZero(b) ? 0 : -1
  if (bBelow) return isZero(a) && isZero(b) ? 0 : 1
  return compareUnsigned(a, b)
}

const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal)

/** Without leading zeros, the longer integer part is the larger one. Fractions compare as text. */
function compareUnsigned(a: string, b: string): number {
  const [aWhole, aPlaces] = partsOf(a)
  const [bWhole, bPlaces] = partsOf(b)
  if (aWhole.length !== bWhole.length) return aWhole.length - bWhole.length
  if (aWhole !== bWhole) return aWhole < bWhole ? -1 : 1
  const length = Math.max(aPlaces.length, bPlaces.length)
  const [aPadded, bPadded] = [aPlaces.padEnd(length, '0'), bPlaces.padEnd(length, '0')]
  return aPadded === bPadded ? 0 : aPadded < bPadded ? -1 : 1
}

function partsOf(decimal: string): [string, string] {
  const point = decimal.indexOf('.')
  const whole = point === -1 ? decimal : decimal.slice(0, point)
  return [whole.replace(/^0+/, ''), point === -1 ? '' : decimal.slice(point + 1)]
}
