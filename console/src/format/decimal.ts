/**
 * Decimal text for charts. A bar's height is a ratio, and only the ratio becomes a float: the amounts themselves are
 * scaled to integers, exactly.
 */

/** Finer than any screen can show. */
const ratioParts = 1_000_000n

const fractionDigits = (text: string): number => text.split('.')[1]?.length ?? 0

/** The amounts as integers of one common scale, which is 10 to the power of `digits`. */
export function scaled(amounts: readonly string[]): { values: bigint[]; digits: number } {
  const digits = amounts.reduce((most, amount) => Math.max(most, fractionDigits(amount)), 0)
  return { digits, values: amounts.map(amount => toScale(amount, digits)) }
}

function toScale(amount: string, digits: number): bigint {
  const negative = amount.startsWith('-')
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(digits, '0'))
  return negative ? -value : value
}

export function fromScale(value: bigint, digits: number): string {
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0')
  const at = text.length - digits
  const shown = digits === 0 ? text : `${text.slice(0, at)}.${text.slice(at)}`
  return value < 0n ? `-${shown}` : shown
}

/** `value` as a part of `whole`: 0 to 1 if it is within it. */
export function ratio(value: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((value * ratioParts) / whole) / Number(ratioParts)
}

export function sumOf(amounts: readonly string[]): string {
  const { values, digits } = scaled(amounts)
  return fromScale(
    values.reduce((sum, value) => sum + value, 0n),
    digits,
  )
}

export function difference(one: string, other: string): string {
  const { values, digits } = scaled([one, other])
  return fromScale((values[0] ?? 0n) - (values[1] ?? 0n), digits)
}

/** Below zero, zero, or above, without converting it to a number. */
export function signOf(amount: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(amount)) return 0
  return amount.startsWith('-') ? -1 : 1
}

/** Round steps for an axis from zero to at least `max`: 1, 2 or 5 times a power of ten, about `steps` of them. */
export function niceSteps(max: bigint, steps: number): bigint[] {
  if (max <= 0n) return [0n]
  const rough = (max + BigInt(steps) - 1n) / BigInt(steps)
  const power = 10n ** BigInt(rough.toString().length - 1)
  const step = [1n, 2n, 5n, 10n].map(times => times * power).find(size => size >= rough) ?? rough
  const count = Number((max + step - 1n) / step)
  return Array.from({ length: count + 1 }, (_, index) => step * BigInt(index))
}
