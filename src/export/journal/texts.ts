/** Texts of banks and suppliers for a journal: one line, and nothing that the format would read as more than a text. */

const lengthMax = 500

/** One line without control, format and other invisible characters. */
export function oneLine(text: string): string {
  return [...text.toWellFormed()]
    .slice(0, lengthMax)
    .join('')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** A description ends at a semicolon, and | divides it; before it may be a status and a code. */
export function hledgerText(text: string): string {
  const line = oneLine(text).replaceAll(';', ',').replaceAll('|', '/')
  return /^[*!(]/.test(line) ? `- ${line}` : line
}

export const beancountText = (text: string): string =>
  `"${oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** An id in a comment, where a colon or comma would begin or end a tag. */
export const plainId = (id: string): string => id.slice(0, lengthMax).replace(/[^A-Za-z0-9_-]/g, '_')
