/**
 * Trims characters off the ends of a text in linear time. A pattern such as /0+$/ takes quadratic time on a
 * long run that does not end the text, because the engine retries it from every character of the run.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export function withoutStart(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start += 1
  return text.slice(start)
}

export const withoutEdges = (text: string, characters: string): string =>
  withoutStart(withoutEnd(text, characters), characters)

/** The last character stays, so 000 becomes 0. */
export const withoutLeadingZeros = (number: string): string =>
  withoutStart(number.slice(0, -1), '0') + number.slice(-1)
