/** Text of a file as any store takes it: names within a PDF may hold a NUL, or half of a surrogate pair. */

export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}')

/** The same for every text in a value of JSON. */
export const storableJson = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storable(part) : part)))
