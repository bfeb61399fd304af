/**
 * Reads the client's copy, one JSON object per line:
 * - `{"resource","id","at"}` is a row. A row that comes twice is doubled. Without `at`, only its presence is compared.
 * - With `object`, as `florin follow` writes it, the line is a change: it replaces the row, or deletes it if `object` is null.
 * - `{"resource","digest","rows","range"}` is a digest that the client has kept, of a range or of the whole resource.
 */
import type { ChangeResource } from '../../contract/changes.ts'
import { isChangeResource, isObject, parseJson, rowKey } from '../rows.ts'
import { digestNumber, digestPattern } from './digest.ts'

export interface CopyDigest {
  resource: ChangeResource
  /** Undefined for the whole resource; null for rows without a date. */
  range: string | null | undefined
  rows: number | null
  digest: bigint
}

export interface Copy {
  /** `at` by resource and id. */
  rows: Map<string, string | null>
  /** Resource and id of rows that came more than once. */
  doubled: Set<string>
  digests: CopyDigest[]
}

/** Some 200 MB. */
export const copyRowsMax = 1_000_000
export const copyLineLettersMax = 1024 * 1024
const digestsMax = 100_000

export class CopyMistake extends Error {
  override readonly name = 'CopyMistake'
}

export async function readCopy(pieces: AsyncIterable<string>): Promise<Copy> {
  const copy: Copy = { rows: new Map(), doubled: new Set(), digests: [] }
  let number = 0
  for await (const line of linesOf(pieces)) {
    number += 1
    if (line.trim() === '') continue
    const mistake = addLine(copy, parseJson(line))
    if (mistake !== null) throw new CopyMistake(`Line ${number} of the copy ${mistake}.`)
  }
  return copy
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > copyLineLettersMax) throw new CopyMistake('The copy has a line of more than 1 MiB.')
  }
  if (rest !== '') yield rest
}

/** What is wrong with the line; null if nothing is. */
function addLine(copy: Copy, line: unknown): string | null {
  if (!isObject(line)) return 'is not a JSON object'
  const { resource, id, at, digest } = line
  if (!isChangeResource(resource)) return 'has no resource such as "transaction"'
  if (digest !== undefined) return addDigest(copy, resource, line)
  if (typeof id !== 'string' || id === '') return 'has no id'
  const key = rowKey(resource, id)
  if (line.object === null) {
    copy.rows.delete(key)
    return null
  }
  if (at !== undefined && at !== null && typeof at !== 'string') return 'has an at that is not a text'
  if (line.object === undefined && copy.rows.has(key)) copy.doubled.add(key)
  copy.rows.set(key, at ?? null)
  return copy.rows.size > copyRowsMax ? `is one too many: a copy can have ${copyRowsMax} rows` : null
}

function addDigest(copy: Copy, resource: ChangeResource, line: Record<string, unknown>): string | null {
  const { digest, rows, range } = line
  if (typeof digest !== 'string' || !digestPattern.test(digest))
    return 'has a digest that is not 32 hex digits'
  if (range !== undefined && range !== null && typeof range !== 'string')
    return 'has a range that is not a text'
  if (copy.digests.length === digestsMax) return `is one too many: a copy can have ${digestsMax} digests`
  const count = typeof rows === 'number' ? rows : null
  copy.digests.push({ resource, range, rows: count, digest: digestNumber(digest) })
  return null
}
