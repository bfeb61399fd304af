/** Reads a request's parameters and body by the operation's own schemas; every mistake becomes one named issue. */
import type { z } from 'zod'
import type { ValidationIssue } from '../contract/errors.ts'
import { validationIssues } from '../contract/issues.ts'
import { type Operation, pathId } from '../contract/operation.ts'
import { badRequest, bodyTooLarge, missingBody, unsupportedMediaType, urlTooLong } from './errors.ts'

export const bodyBytesMax = 64 * 1024
const drainedBytesMax = 4 * 1024 * 1024
export const urlLengthMax = 8 * 1024

export interface ParsedRequest {
  id: string
  query: Record<string, unknown>
  body: unknown
}

export async function parseRequest(
  operation: Operation,
  request: Request,
  rawId: string | undefined,
): Promise<ParsedRequest> {
  requireShortUrl(request.url)
  const issues: ValidationIssue[] = []
  const id = rawId === undefined ? '' : parsed(pathId, rawId, 'id', issues)
  const query = operation.query ? parseQuery(operation.query, searchOf(request.url), issues) : {}
  const body = operation.body ? parsed(operation.body, await readJson(request), '', issues) : undefined
  if (issues.length > 0) throw badRequest(issues)
  return { id: id ?? '', query, body }
}

export function requireShortUrl(url: string): void {
  if (url.length > urlLengthMax) throw urlTooLong(urlLengthMax)
}

const searchOf = (url: string): URLSearchParams => {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

/** A parameter with an empty value counts as not given, one given twice is a mistake, and unknown ones are nothing. */
function parseQuery(
  schema: z.ZodObject,
  search: URLSearchParams,
  issues: ValidationIssue[],
): Record<string, unknown> {
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = search.getAll(name)
    if (more.length > 0) issues.push({ path: name, message: 'is given more than once' })
    else if (value !== undefined && value !== '') given[name] = value
  }
  return (parsed(schema, given, '', issues) as Record<string, unknown> | undefined) ?? {}
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  at: string,
  issues: ValidationIssue[],
): z.output<Schema> | undefined {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  issues.push(...validationIssues(result.error, input, at))
  return undefined
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request)
  if (bytes.length === 0) throw missingBody()
  if (!isJsonType(request.headers)) throw unsupportedMediaType()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    throw badRequest([{ path: '', message: 'must have a body that is valid JSON in UTF-8' }])
  }
}

function isJsonType(headers: Headers): boolean {
  const encoded = headers.get('content-encoding') ?? 'identity'
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').split(';').map(part => part.trim())
  const charset = parameters.find(parameter => /^charset=/i.test(parameter))
  return (
    type.toLowerCase() === 'application/json' &&
    encoded.toLowerCase() === 'identity' &&
    (charset === undefined || /^charset="?utf-?8"?$/i.test(charset))
  )
}

/**
 * A body that is a little too long is still read to its end and dropped, as a client that is cut off while it sends
 * may never see the answer. Far past the limit it is cut off all the same.
 */
async function readBody(request: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  if (Number(request.headers.get('content-length') ?? 0) > drainedBytesMax) throw bodyTooLarge(bodyBytesMax)
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > drainedBytesMax) break
    if (bytes <= bodyBytesMax) chunks.push(chunk)
  }
  if (bytes > bodyBytesMax) throw bodyTooLarge(bodyBytesMax)
  return Buffer.concat(chunks)
}
