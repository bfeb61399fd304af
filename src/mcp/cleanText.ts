/** Texts that strangers wrote, made harmless for a reader that is a language model. */

/** Enough to recognise a payment, and little room for instructions. */
export const textLengthMax = 200
/** Each character may become nothing, so more than the limit is read. */
const readLengthMax = 4_000

/**
 * Line ends become spaces. Characters that a person does not see are removed: control characters, bidirectional and
 * zero-width ones, tags, variation selectors and fillers, and those that Unicode has not assigned.
 */
export function cleanText(text: string): string {
  const visible = text
    .slice(0, readLengthMax)
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
  const letters = [...visible.slice(0, 2 * textLengthMax + 2)]
  return letters.length > textLengthMax ? `${letters.slice(0, textLengthMax - 1).join('')}…` : visible
}
