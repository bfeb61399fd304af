/** Money in integer minor units. All currencies of the demo have two decimals. */

export function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Rounds half up. The remainder is removed before dividing, so no fraction ever occurs. */
export function percentOf(minor: number, percent: number): number {
  return wholePart(minor * percent + 50, 100)
}

/** Exchange rates are in ten-thousandths, as in 0.9382. */
export function exchanged(minor: number, rateTenThousandths: number): number {
  return wholePart(minor * rateTenThousandths, 10_000)
}

function wholePart(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor
}
