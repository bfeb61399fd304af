/**
 * Signed files in CAdES (.p7m): the signature is around the file, in DER or BER, perhaps in base64. The content
 * is taken out and must match the digest that was signed. Who signed it is not checked: the exchange system did.
 */
import { createHash } from 'node:crypto'
import { UnreadableFile } from '../../files/problem.ts'
import { type BerElement, BerReader, damaged } from './ber.ts'

const sequence = 0x30
const set = 0x31
const objectId = 0x06
/** Context-specific parts 0 and 1. */
const part0 = 0xa0
const part1 = 0xa1

const signedData = '2a864886f70d010702'
const messageDigest = '2a864886f70d010904'
/** Digest algorithms by their object identifier. */
const algorithms: Readonly<Record<string, string>> = {
  '2b0e03021a': 'sha1',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}

/** A file may be signed again and again. */
const signaturesMax = 8
const headLength = 200

export const isP7m = (bytes: Uint8Array): boolean => isBinary(bytes) || isBase64(bytes)

/** A sequence that starts with the identifier for signed data. */
const isBinary = (bytes: Uint8Array): boolean =>
  bytes[0] === sequence &&
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 24)).includes(signedData, 'hex')

function isBase64(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headLength)).toString(
    'latin1',
  )
  const text = withoutFrame(head).replace(/\s/g, '')
  return /^[A-Za-z0-9+/=]{32,}$/.test(text) && isBinary(Buffer.from(text.slice(0, 48), 'base64'))
}

/** Lines such as -----BEGIN PKCS7----- */
const withoutFrame = (text: string): string =>
  text
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split('\n')
    .filter(line => !line.startsWith('-----'))
    .join('\n')

/** The file inside all signatures. */
export function unwrapP7m(file: Uint8Array): Uint8Array {
  let bytes = file
  for (let count = 0; isP7m(bytes); count += 1) {
    if (count === signaturesMax) throw damaged(`it is signed more than ${signaturesMax} times`)
    bytes = contentOf(isBinary(bytes) ? bytes : decoded(bytes))
  }
  return bytes
}

function decoded(bytes: Uint8Array): Uint8Array {
  const text = withoutFrame(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
  if (/[^A-Za-z0-9+/=\s]/.test(text)) throw damaged('it is not base64')
  return Buffer.from(text, 'base64')
}

function contentOf(bytes: Uint8Array): Uint8Array {
  const reader = new BerReader(bytes)
  const [type, wrapped] = inside(reader, reader.at(0))
  if (!type || !wrapped || hex(reader, type) !== signedData) throw damaged('it is not a signature')
  const [data] = inside(reader, wrapped)
  if (!data || data.tag !== sequence) throw damaged('it is not a signature')
  const parts = inside(reader, data)
  const encapsulated = parts.find(({ tag }) => tag === sequence)
  const [, explicit] = encapsulated ? inside(reader, encapsulated) : []
  const [octets] = explicit?.tag === part0 ? inside(reader, explicit) : []
  if (!octets) {
    throw new UnreadableFile(
      'it is only a signature (.p7m), without the file that was signed; import that file instead',
    )
  }
  const content = Buffer.concat(reader.octets(octets))
  requireDigest(reader, parts.slice(parts.indexOf(encapsulated as BerElement) + 1), content)
  return content
}

/** Every signer that states a known digest must have signed this content. */
function requireDigest(reader: BerReader, parts: BerElement[], content: Uint8Array): void {
  const signers = parts.filter(({ tag }) => tag === set).flatMap(each => inside(reader, each))
  for (const signer of signers.slice(0, signaturesMax)) {
    const fields = inside(reader, signer)
    const attributes = fields.find(({ tag }) => tag === part0)
    // After the version and the signer's name comes the algorithm.
    const algorithm = fields.slice(2).find(({ tag }) => tag === sequence)
    const [name] = algorithm ? inside(reader, algorithm) : []
    const known = name && algorithms[hex(reader, name)]
    const stated = attributes && digestIn(reader, attributes)
    if (!known || !stated) continue
    if (!createHash(known).update(content).digest().equals(stated)) {
      throw new UnreadableFile(
        'it was changed or damaged after it was signed (.p7m): the content does not match the signature; ask the supplier for it again',
      )
    }
  }
}

function digestIn(reader: BerReader, attributes: BerElement): Uint8Array | null {
  for (const attribute of inside(reader, attributes)) {
    const [type, values] = inside(reader, attribute)
    if (!type || !values || hex(reader, type) !== messageDigest) continue
    const [value] = inside(reader, values)
    return value ? reader.content(value) : null
  }
  return null
}

/** The elements inside one that has any. */
const inside = (reader: BerReader, element: BerElement): BerElement[] =>
  [sequence, set, part0, part1].includes(element.tag) ? [...reader.inside(element)] : []

const hex = (reader: BerReader, element: BerElement): string =>
  element.tag === objectId ? Buffer.from(reader.content(element)).toString('hex') : ''
