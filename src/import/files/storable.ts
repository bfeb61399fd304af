/** Text from a file in a form any store accepts: names in a PDF may contain a NUL or half a surrogate pair. */

export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}')

/** The same for every text in a JSON value. */
export const storableJson = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storable(part) : part)))
