/** Amounts as people type them, made into the decimal strings of the API. */

/** Places that a thousands separator leaves behind it. */
const group = 3

/**
 * 1.249,90 and 1,249.90 are both 1249.90, and 1,249 is 1249 unless the currency has three decimal places. The service
 * explains what is wrong with anything else.
 */
export function typedAmount(text: string, currency?: string | null): string {
  const compact = text.replace(/[\s']/g, '')
  const last = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'))
  if (last === -1) return compact
  const [before, places] = [compact.slice(0, last), compact.slice(last + 1)]
  const whole = before.replace(/[.,]/g, '')
  const isThousands = places.length === group && /[1-9]/.test(whole) && !hasThreePlaces(currency ?? '')
  if (isThousands) return whole + places
  return places === '' ? whole : `${whole || '0'}.${places}`
}

function hasThreePlaces(currency: string): boolean {
  if (!/^[A-Za-z]{3}$/.test(currency)) return false
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits === group
}
