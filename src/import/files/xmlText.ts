/** Texts of XML as written in a file. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g

/** The text with its entities resolved; null if one of them is unknown or no character. */
export function plainText(written: string): string | null {
  if (!written.includes('&')) return written
  let isKnown = true
  const text = written.replace(entity, (_, named?: string, decimal?: string, hexadecimal?: string) => {
    if (named !== undefined) return entities[named] ?? ''
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    if (!isCharacter(code)) isKnown = false
    return isKnown ? String.fromCodePoint(code) : ''
  })
  // Each & that is left belongs to something else.
  return isKnown && !written.replace(entity, '').includes('&') ? text : null
}

const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)
