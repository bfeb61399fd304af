/**
 * Text that was decoded as Windows-1252 but was written in code page 850, as banks' older programs do. Both
 * are single bytes, so only the letters show which one it is.
 */
import { windowsOnly } from './text.ts'

/** The characters of code page 850 from 0x80 on. Frames and other signs that no bank writes are blanks. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»' +
  '     ÁÂÀ©    ¢¥       ãÃ       ¤ðÐÊËÈıÍÎÏ    ¦Ì ' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²  '

/** Control characters, and signs that stand inside a word only if they are really letters. */
const foreign = /[\x81\x8d\x8f\x90\x9d]|[A-Za-z][‚ƒ„…‡ˆ‰“”–—™¡¢¤¥][A-Za-z]/

export function fromCodePage850(text: string): string {
  if (!foreign.test(text)) return text
  return text.replace(/[^\0-\x7f]/g, character => upperHalf[byteOf(character) - 0x80] ?? character)
}

function byteOf(character: string): number {
  const place = windowsOnly.indexOf(character)
  return place === -1 ? character.charCodeAt(0) : 0x80 + place
}
