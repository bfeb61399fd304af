/** Values of the contract's kinds, as awkward as the contract allows. */
import fc from 'fast-check'
import { anyCodePoint } from './texts/anyCodePoint.ts'

/** What goes wrong when text is quoted, counted, cut, normalised or turned round on its way. */
const fragments = [
  ...['😀', '👩🏽‍🚀', 'שלום', 'مرحبا', '\u202eabc', '漢字', 'Ωμέγα', 'Ж', 'ß', 'ø', 'İ', 'é', 'e\u0301'],
  ...['\n', '\r\n', '\t', ' ', '\u00a0', '\u2028', '\u2029', '\u200b', '\u0001', '\u007f'],
  ...['"', "'", '\\', '\\u0000', '\\n', '$1', '%s', '--', '/*', '{"a":1}', '[]', ',', 'null', 'NaN', '\\.'],
  ...['a', 'A', 'b', 'Z', '0', '10', '9'],
]
const knownText = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map(parts => parts.join(''))

/** Any text at all, characters that no one has assigned yet among them. */
export const anyText = fc.oneof(
  knownText,
  fc.string({ unit: anyCodePoint, maxLength: 40 }).map(text => text.replaceAll('\0', '')),
)

/** Names decide the order, and engines of different age disagree on characters that only one of them knows. */
export const anyName = knownText.map(text => text || '-')

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** Unsigned decimals of up to 38 digits, in every scale. */
export const anyAmount = fc
  .tuple(digits(1, 20), fc.option(digits(1, 18)))
  .map(([whole, fraction]) => [whole.replace(/^0+(?=\d)/, ''), fraction])
  .map(parts => parts.filter(part => part !== null).join('.'))

export const anyMoney = fc
  .tuple(fc.boolean(), anyAmount)
  .map(([negative, amount]) => (negative && /[1-9]/.test(amount) ? `-${amount}` : amount))

const instantsBetween = (earliest: string, latest: string) =>
  fc
    .date({ min: new Date(earliest), max: new Date(latest), noInvalidDate: true })
    .map(date => date.toISOString())

/** Every instant that has four digits for its year. */
export const anyInstant = instantsBetween('0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z')

/** A full sync starts before the first of these, and the workspace clock goes on from the latest. */
export const anyStamp = instantsBetween('1970-01-01T00:00:00.001Z', '8999-12-31T23:59:59.999Z')

export const anyDate = anyInstant.map(instant => instant.slice(0, 10))
