/** Wraps a file as signing programs do: signed data in DER or BER, without a real signature. */
import { createHash } from 'node:crypto'

export interface P7mOptions {
  /** Lengths that are not known in advance, and the content in pieces of this many bytes. */
  pieceBytes?: number
  /** No content: a detached signature. */
  detached?: boolean
  /** The digest of something else. */
  wrongDigest?: boolean
  algorithm?: 'sha1' | 'sha256' | 'sha512'
}

const oids = {
  signedData: '2a864886f70d010702',
  data: '2a864886f70d010701',
  messageDigest: '2a864886f70d010904',
  sha1: '2b0e03021a',
  sha256: '608648016503040201',
  sha512: '608648016503040203',
}

const joined = (...parts: Uint8Array[]) => Buffer.concat(parts)

export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = joined(...parts)
  const { length } = content
  if (length < 128) return joined(Buffer.from([tag, length]), content)
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return joined(Buffer.from([tag, 0x84]), bytes, content)
}

/** Without a length, ended by two zero bytes. */
const open = (tag: number, ...parts: Uint8Array[]): Buffer =>
  joined(Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0]))

const oid = (name: keyof typeof oids) => der(0x06, Buffer.from(oids[name], 'hex'))

export function p7mOf(content: Uint8Array | string, options: P7mOptions = {}): Buffer {
  const { pieceBytes, detached = false, wrongDigest = false, algorithm = 'sha256' } = options
  const bytes = Buffer.from(content)
  const wrap = pieceBytes === undefined ? der : open
  const octets = pieceBytes === undefined ? der(0x04, bytes) : open(0x24, ...pieces(bytes, pieceBytes))
  const digest = createHash(algorithm)
    .update(wrongDigest ? 'other' : bytes)
    .digest()
  const algorithms = der(0x30, oid(algorithm), der(0x05))
  const attribute = der(0x30, oid('messageDigest'), der(0x31, der(0x04, digest)))
  const signer = der(
    0x30,
    der(0x02, Buffer.from([1])),
    der(0x30, der(0x02, Buffer.from([7]))),
    algorithms,
    der(0xa0, attribute),
    der(0x04, Buffer.alloc(64)),
  )
  const encapsulated = wrap(0x30, oid('data'), ...(detached ? [] : [wrap(0xa0, octets)]))
  const certificates = der(0xa0, der(0x30, Buffer.alloc(40)))
  const signed = wrap(
    0x30,
    der(0x02, Buffer.from([1])),
    der(0x31, algorithms),
    encapsulated,
    certificates,
    der(0x31, signer),
  )
  return wrap(0x30, oid('signedData'), wrap(0xa0, signed))
}

function pieces(bytes: Uint8Array, length: number): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at < bytes.length; at += length) found.push(der(0x04, bytes.subarray(at, at + length)))
  return found
}

/** In lines of 64 characters, perhaps framed as PEM. */
export function base64Of(bytes: Uint8Array, framed = false): Buffer {
  const lines = Buffer.from(bytes).toString('base64').replace(/.{64}/g, '$&\r\n')
  return Buffer.from(framed ? `-----BEGIN PKCS7-----\r\n${lines}\r\n-----END PKCS7-----\r\n` : lines)
}
