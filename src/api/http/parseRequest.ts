/** Parses a request's parameters and body with the operation's schemas. Every mistake becomes an issue with its path. */
import type * as z from 'zod'
import type { ValidationIssue } from '../../contract/errors.ts'
import { validationIssues } from '../../contract/issues.ts'
import { pathId, type WireOperation } from '../../contract/operation.ts'
import { badRequest, urlTooLong } from '../errors.ts'
import { ignoredHeader } from './ignoredParameters.ts'
import { readBytes, readJson } from './readBody.ts'
import type { AppRequest } from './reply.ts'

export const urlLengthMax = 8 * 1024

export interface ParsedRequest {
  id: string
  query: Record<string, unknown>
  body: unknown
  /** The header that names parameters which the operation does not know; empty if there are none. */
  ignored: readonly string[]
}

export async function parseRequest(
  operation: WireOperation,
  request: AppRequest,
  givenId: string | undefined,
): Promise<ParsedRequest> {
  const issues: ValidationIssue[] = []
  const parameters = parseParameters(operation, request, givenId, issues)
  const body = await parseBody(operation, request, issues)
  if (issues.length > 0) throw badRequest(issues)
  return { ...parameters, body }
}

/** The same for a read, which has no body and can be parsed synchronously. */
export function parseRead(
  operation: WireOperation,
  request: AppRequest,
  givenId: string | undefined,
): ParsedRequest {
  const issues: ValidationIssue[] = []
  const parameters = parseParameters(operation, request, givenId, issues)
  if (issues.length > 0) throw badRequest(issues)
  return { ...parameters, body: undefined }
}

function parseParameters(
  operation: WireOperation,
  request: AppRequest,
  givenId: string | undefined,
  issues: ValidationIssue[],
): Omit<ParsedRequest, 'body'> {
  const id = givenId === undefined ? '' : parsed(pathId, givenId, 'id', issues)
  const search = searchOf(request.url ?? '')
  const query = operation.query ? parseQuery(operation.query, search, issues) : {}
  return { id: id ?? '', query, ignored: ignoredHeader(search, Object.keys(operation.query?.shape ?? {})) }
}

async function parseBody(
  { body, bytesMax }: WireOperation,
  request: AppRequest,
  issues: ValidationIssue[],
): Promise<unknown> {
  if (bytesMax !== undefined) return await readBytes(request, bytesMax)
  return body && parsed(body, await readJson(request), '', issues)
}

/** Counts the whole URL as the client wrote it, including scheme and host. */
export function requireShortUrl({ url = '', headers: { host = '' } }: AppRequest): void {
  if ('http://'.length + host.length + url.length > urlLengthMax) throw urlTooLong(urlLengthMax)
}

export const searchOf = (url: string): URLSearchParams => {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

/** An empty value counts as not given, a repeated parameter is an error, and unknown parameters are left out. */
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
