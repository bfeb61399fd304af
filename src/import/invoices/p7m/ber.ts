/**
 * Elements of ASN.1 in BER, of which DER is the strict part. Signing programs write lengths that are not known
 * in advance (indefinite) and split long contents, so both are read. Everything is bounded.
 */
import { UnreadableFile } from '../../files/problem.ts'

export interface BerElement {
  /** The first byte: class, whether it has elements inside, and number. */
  tag: number
  /** Where its content starts and ends, and where the element ends. */
  from: number
  to: number
  end: number
}

const depthMax = 40
const elementsMax = 200_000
const constructed = 0x20

export class BerReader {
  readonly bytes: Uint8Array
  private count = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** The element at this place, which must end before the limit. */
  at(place: number, limit: number = this.bytes.length, depth = 0): BerElement {
    this.count += 1
    if (depth > depthMax || this.count > elementsMax)
      throw damaged('it is nested too deeply or has too many parts')
    const tag = this.byte(place, limit)
    // Larger numbers take more bytes; no signature has them.
    if ((tag & 0x1f) === 0x1f) throw damaged('it has an unknown part')
    const first = this.byte(place + 1, limit)
    if (first === 0x80) return this.indefinite(tag, place + 2, limit, depth)
    const more = first < 0x80 ? 0 : first & 0x7f
    if (more > 4) throw damaged('a length is too large')
    let length = more === 0 ? first : 0
    for (let index = 0; index < more; index += 1) length = length * 256 + this.byte(place + 2 + index, limit)
    const from = place + 2 + more
    if (from + length > limit) throw damaged('it is cut off')
    return { tag, from, to: from + length, end: from + length }
  }

  /** The end is marked by two zero bytes after the last element inside. */
  private indefinite(tag: number, from: number, limit: number, depth: number): BerElement {
    if ((tag & constructed) === 0) throw damaged('a part without an end has no parts')
    let place = from
    while (this.byte(place, limit) !== 0 || this.byte(place + 1, limit) !== 0)
      place = this.at(place, limit, depth + 1).end
    return { tag, from, to: place, end: place + 2 }
  }

  /** The elements inside. */
  *inside({ from, to }: BerElement): Generator<BerElement> {
    for (let place = from; place < to; ) {
      const element = this.at(place, to)
      yield element
      place = element.end
    }
  }

  content({ from, to }: BerElement): Uint8Array {
    return this.bytes.subarray(from, to)
  }

  /** An octet string, which may be split into several. */
  octets(element: BerElement, depth = 0): Uint8Array[] {
    if (depth > depthMax) throw damaged('it is nested too deeply')
    if ((element.tag & constructed) === 0) return [this.content(element)]
    return [...this.inside(element)].flatMap(each => this.octets(each, depth + 1))
  }

  private byte(place: number, limit: number): number {
    const value = place < limit ? this.bytes[place] : undefined
    if (value === undefined) throw damaged('it is cut off')
    return value
  }
}

export const damaged = (reason: string): UnreadableFile =>
  new UnreadableFile(
    `it is a signed file (.p7m) that cannot be opened: ${reason}; ask for the XML file instead`,
  )
