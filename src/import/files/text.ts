/**
 * Decodes bytes as text. The encoding comes from the byte order mark, the XML declaration or the content.
 * Bytes are decoded in blocks of a fixed size, so the result does not depend on how the file was chunked on
 * the way.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import type { encodings } from '../../contract/console/csvMapping.ts'
import { UnreadableFile } from './problem.ts'

export type Encoding = (typeof encodings)[number]

export interface EncodingUsed {
  encoding: Encoding
  /** How it was determined: the byte order mark, the XML declaration, the content, or the caller's choice. */
  by: 'mark' | 'declaration' | 'content' | 'choice'
}

export interface DecodedText {
  text: AsyncIterable<string>
  /** The encoding used. Plain ASCII is the same in all of them, so it is final only once the text has been read. */
  used(): EncodingUsed
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export const blockBytes = 65_536
/** Ten times the largest statement known. Anything larger would take all day and is not a statement. */
export const fileBytesMax = 2 ** 30
const declarationBytes = 256

/**
 * Labels of the encodings bank files come in. Latin-1 is read as Windows-1252, a superset that includes the
 * euro sign.
 */
const byLabel: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'windows-1252',
  usascii: 'windows-1252',
  ascii: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1250': 'windows-1250',
  cp1250: 'windows-1250',
  'iso-8859-2': 'iso-8859-2',
  latin2: 'iso-8859-2',
}

export interface DecodeOptions {
  /** The encoding to use, whatever the bytes suggest. */
  encoding?: Encoding | undefined
  bytesMax?: number
}

export function decodeText(bytes: Bytes, options: DecodeOptions = {}): DecodedText {
  const { encoding: choice, bytesMax = fileBytesMax } = options
  let used: EncodingUsed = choice ? { encoding: choice, by: 'choice' } : { encoding: 'utf-8', by: 'content' }

  async function* pieces(): AsyncGenerator<string, void, undefined> {
    const decoder = new BlockDecoder(choice)
    for await (const { block, last } of blocksOf(bytes, bytesMax)) {
      const text = decoder.decode(block, last)
      used = decoder.used
      if (text !== '') yield text
    }
  }
  return { text: pieces(), used: () => used }
}

/** Decodes a small file at once. */
export function decodeWhole(bytes: Uint8Array, bytesMax: number): string {
  if (bytes.length > bytesMax) throw new UnreadableFile(`it is larger than ${bytesMax} bytes`)
  return new BlockDecoder().decode(bytes, true)
}

/** The text at the start of a file, for detecting its format. A character cut off at the end is left out. */
export function decodeHead(head: Uint8Array, choice?: Encoding): { text: string; used: EncodingUsed } {
  const decoder = new BlockDecoder(choice)
  return { text: decoder.decode(head, false), used: decoder.used }
}

class BlockDecoder {
  used: EncodingUsed = { encoding: 'utf-8', by: 'content' }
  private decoder: InstanceType<typeof TextDecoder> | null = null
  private begun = false
  /** All bytes so far are ASCII, so the encoding is still undecided. */
  private open = false
  private rest = new Uint8Array(0)
  private lines = 1

  constructor(choice?: Encoding) {
    if (choice) this.use({ encoding: choice, by: 'choice' })
  }

  decode(block: Uint8Array, last: boolean): string {
    if (!this.begun) this.begin(block)
    const text = this.open ? this.decodeOpen(block, last) : this.decodeKnown(block, last)
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.lines += 1
    return text
  }

  private begin(block: Uint8Array): void {
    this.begun = true
    if (this.decoder) return
    const found = markOf(block) ?? declarationOf(block)
    if (found) this.use(found)
    else this.open = true
  }

  private use(used: EncodingUsed): void {
    this.used = used
    this.open = false
    this.decoder = new TextDecoder(used.encoding, { fatal: true })
  }

  /** The first non-ASCII byte decides: UTF-8 if the block that contains it is valid UTF-8. */
  private decodeOpen(block: Uint8Array, last: boolean): string {
    const bytes = joined(this.rest, block)
    const whole = last ? bytes.length : bytes.length - cutOffLength(bytes)
    this.rest = bytes.slice(whole)
    const complete = bytes.subarray(0, whole)
    if (isAscii(complete))
      return Buffer.from(complete.buffer, complete.byteOffset, complete.length).toString('latin1')
    this.use({ encoding: isUtf8(complete) ? 'utf-8' : 'windows-1252', by: 'content' })
    this.rest = new Uint8Array(0)
    return this.decodeKnown(bytes, last)
  }

  private decodeKnown(block: Uint8Array, last: boolean): string {
    if (this.used.encoding === 'windows-1252') return windows1252(block)
    try {
      return (this.decoder ?? new TextDecoder()).decode(block, { stream: !last })
    } catch {
      throw new UnreadableFile(
        `it is not valid ${this.used.encoding.toUpperCase()} from about this line on`,
        this.lines,
      )
    }
  }
}

/**
 * Windows-1252 at 0x80 to 0x9f, where Latin-1 has control characters. Node 20's decoder leaves them as
 * control characters.
 */
export const windowsOnly = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function windows1252(block: Uint8Array): string {
  const text = Buffer.from(block.buffer, block.byteOffset, block.length).toString('latin1')
  return text.replace(/[\x80-\x9f]/g, character => windowsOnly[character.charCodeAt(0) - 0x80] ?? character)
}

function markOf(block: Uint8Array): EncodingUsed | null {
  if (block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf) return { encoding: 'utf-8', by: 'mark' }
  if (block[0] === 0xff && block[1] === 0xfe) return { encoding: 'utf-16le', by: 'mark' }
  if (block[0] === 0xfe && block[1] === 0xff) return { encoding: 'utf-16be', by: 'mark' }
  // In UTF-16, plain characters take two bytes, so two of the first four bytes are zero.
  if (block[0] !== 0 && block[1] === 0 && block[2] !== 0 && block[3] === 0) {
    return { encoding: 'utf-16le', by: 'content' }
  }
  if (block[0] === 0 && block[1] !== 0 && block[2] === 0 && block[3] !== 0) {
    return { encoding: 'utf-16be', by: 'content' }
  }
  return null
}

/** An XML declaration that can be read byte by byte is not UTF-16, whatever it says. */
function declarationOf(block: Uint8Array): EncodingUsed | null {
  const head = Buffer.from(block.subarray(0, declarationBytes)).toString('latin1')
  const label = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1]?.toLowerCase()
  if (label === undefined || label.startsWith('utf-16')) return null
  const encoding = Object.hasOwn(byLabel, label) ? byLabel[label] : undefined
  if (encoding === undefined)
    throw new UnreadableFile(`its encoding "${label.slice(0, 40)}" is not supported`, 1)
  return { encoding, by: 'declaration' }
}

/** How many bytes at the end start a UTF-8 character without completing it: zero to three. */
function cutOffLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes.at(-back)
    if (byte === undefined || byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** Regroups the bytes into blocks of equal size; the last one may be shorter and is marked. */
async function* blocksOf(
  bytes: Bytes,
  bytesMax: number,
): AsyncGenerator<{ block: Uint8Array; last: boolean }, void, undefined> {
  let block = new Uint8Array(blockBytes)
  let filled = 0
  let total = 0
  for await (const piece of bytes) {
    total += piece.length
    if (total > bytesMax) throw new UnreadableFile(`it is larger than ${bytesMax} bytes`)
    for (let start = 0; start < piece.length; ) {
      if (filled === blockBytes) {
        yield { block, last: false }
        block = new Uint8Array(blockBytes)
        filled = 0
      }
      const part = piece.subarray(start, start + blockBytes - filled)
      block.set(part, filled)
      filled += part.length
      start += part.length
    }
  }
  yield { block: block.subarray(0, filled), last: true }
}
