/** Dates with the year of a Japanese emperor: 令和8年3月27日, R8.3.27 */

const eraDate = /^(令和|平成|昭和|R|H) ?(元|\d{1,2})(年|[./]) ?(\d{1,2})(月|[./]) ?(\d{1,2})日?(?= |$)/i

/** The years before the first of each, and how many each has at most. */
const eras = new Map([
  ['令和', { before: 2018, last: 41 }],
  ['平成', { before: 1988, last: 31 }],
  ['昭和', { before: 1925, last: 64 }],
  ['R', { before: 2018, last: 41 }],
  ['H', { before: 1988, last: 31 }],
])

/** The date at the start of a text as 2026-03-27; the text as it is if it has none. */
export function withoutEra(text: string): string {
  const found = eraDate.exec(text)
  if (found === null) return text
  const [whole, name = '', written = '', , month = '', , day = ''] = found
  const era = eras.get(name.toUpperCase())
  const year = written === '元' ? 1 : Number(written)
  if (era === undefined || year < 1 || year > era.last) return text
  return `${era.before + year}-${month}-${day}${text.slice(whole.length)}`
}
