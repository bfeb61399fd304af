/**
 * Any code point except halves of pairs, as fast-check's unit `binary`. That one builds a table of all million of them,
 * which takes a second and 100 MB, in order to recognise the characters of awkward texts such as `__proto__`.
 */
import fc from 'fast-check'

const surrogateMin = 0xd800
const surrogateCount = 0x800
const codePointMax = 0x10ffff

export const anyCodePoint = fc.integer({ min: 0, max: codePointMax - surrogateCount }).map(
  index => String.fromCodePoint(index < surrogateMin ? index : index + surrogateCount),
  text => indexOf(text as string),
)

/** Fails for any other value, as fast-check expects of it. */
function indexOf(text: string): number {
  const point = text.codePointAt(0) ?? Number.NaN
  const index = point < surrogateMin ? point : point - surrogateCount
  const isOne = String.fromCodePoint(point) === text && text.isWellFormed()
  if (!isOne) throw new Error('This is not one code point.')
  return index
}
