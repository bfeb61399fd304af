/** How many characters of two bytes are among those that a language uses every day. */
import type { Encoding } from '../../../files/text.ts'

const headMax = 65_536

type IsIn = (lead: number, trail: number) => boolean

/** Punctuation, and the characters of the first level, which are nearly all of those in a text. */
const usual: Partial<Record<Encoding, IsIn>> = {
  gb18030: (lead, trail) =>
    trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7)),
  big5: lead => lead >= 0xa1 && lead <= 0xc6,
  shift_jis: lead => (lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97),
  'euc-kr': (lead, trail) =>
    trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xc8)),
}

/** In Japanese, a letter of half the width has one byte. */
const isSingle = (encoding: Encoding, byte: number): boolean =>
  byte < 0x80 || (encoding === 'shift_jis' && byte >= 0xa1 && byte <= 0xdf)

/** Null if the encoding has no characters of two bytes, or the text none. */
export function usualShare(head: Uint8Array, encoding: Encoding): number | null {
  const isUsual = usual[encoding]
  if (isUsual === undefined) return null
  let [all, found] = [0, 0]
  const end = Math.min(head.length, headMax) - 1
  for (let at = 0; at < end; at += 1) {
    const lead = head[at] ?? 0
    if (isSingle(encoding, lead)) continue
    all += 1
    if (isUsual(lead, head[at + 1] ?? 0)) found += 1
    at += 1
  }
  return all === 0 ? null : found / all
}
