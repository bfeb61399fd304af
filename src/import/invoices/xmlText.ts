/** The text of an XML file: in the encoding of its byte order mark, of its declaration, or else UTF-8. */
import { UnreadableFile } from '../problem.ts'

/** A character takes a byte at least; a larger file is refused before it is decoded. */
export const xmlBytesMax = 32 * 1024 * 1024

export function decodeXml(bytes: Uint8Array): string {
  if (bytes.length > xmlBytesMax) throw new UnreadableFile(`it is larger than ${xmlBytesMax} bytes`)
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile(`it is not text in ${encoding.slice(0, 40)}, or that encoding is not known here`)
  }
}

function encodingOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1')
  if (start.startsWith('\xff\xfe') || start.startsWith('<\0?\0')) return 'utf-16le'
  if (start.startsWith('\xfe\xff') || start.startsWith('\0<\0?')) return 'utf-16be'
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8'
  return /^\s*<\?xml[^>]{1,100}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8'
}
