/** Helpers for tests of refusals: raw requests, whole error bodies, and a new workspace. */
import { expect } from 'vitest'
import type { AuditAction } from '../../../src/contract/console/audit.ts'
import type { ErrorBody, ValidationIssue } from '../../../src/contract/errors.ts'
import type { Payee } from '../../../src/contract/payees.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { listAudit, type StoredAuditRecord } from '../../../src/store/audit.ts'
import { company, workspaceFile } from '../../support/builders.ts'
import type { TestService } from '../../support/service.ts'

export interface Received {
  status: number
  headers: Headers
  /** Parsed JSON, or null without a body. */
  body: unknown
}

export interface Sending {
  secret?: string | undefined
  /** Sent as JSON with its content type. */
  json?: unknown
  /** Sent unchanged, without a content type unless the headers have one. */
  bytes?: string | Uint8Array
  headers?: Record<string, string>
}

export async function exchange(
  service: TestService,
  method: string,
  path: string,
  { secret, json, bytes, headers = {} }: Sending = {},
): Promise<Received> {
  const body = json === undefined ? bytes : JSON.stringify(json)
  const response = await service.request(path, {
    method,
    ...(secret !== undefined && { secret }),
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    // As bytes, because fetch adds a content type to a string.
    ...(body !== undefined && { body: Buffer.from(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

export type Own = Awaited<ReturnType<typeof ownWorkspace>>

/** A workspace that no other test writes to. By default it has one company. */
export async function ownWorkspace(
  service: TestService,
  given: Partial<WorkspaceFile> = { companies: [company()] },
) {
  const file = workspaceFile(given)
  await service.load(file)
  const { key, secret } = await service.createKey(file, {})
  const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    exchange(service, method, path, { secret, json, headers })
  return {
    file,
    keyId: key.id,
    secret,
    client: service.client(secret),
    send,
    create: (json: unknown, headers?: Record<string, string>) => send('POST', '/v1/payees', json, headers),
    payees: async () => ((await send('GET', '/v1/payees')).body as { data: Payee[] }).data,
    /** Changes only with the workspace clock. */
    version: async () => (await send('GET', '/v1/payees')).headers.get('etag'),
    audit: () => payeeAudit(service, file.workspace.id),
  }
}

const payeeActions: AuditAction[] = ['payee.created', 'payee.changed', 'payee.deleted']

/** Audit records of payees, oldest first, without their ids. */
async function payeeAudit(
  service: TestService,
  workspaceId: string,
): Promise<Omit<StoredAuditRecord, 'id'>[]> {
  const records = await listAudit(service.store.db, workspaceId)
  return records.filter(({ action }) => payeeActions.includes(action)).map(({ id: _, ...record }) => record)
}

/** The foreign workspace, read with its own key, is still as loaded. */
export async function expectForeignUnchanged(service: TestService): Promise<void> {
  const { data } = await service.client(service.foreignSecret).payees.list()
  expect(data).toEqual(service.foreign.payees)
  expect(await payeeAudit(service, service.foreign.workspace.id)).toEqual([])
}

/** The whole reply to a request that failed validation. */
export function badRequest(...issues: ValidationIssue[]) {
  const message = issues.map(issue => `${issue.path || 'The request'} ${issue.message}.`).join(' ')
  return { status: 400, body: { defined: true, code: 'BAD_REQUEST', status: 400, message, data: { issues } } }
}

export const forbidden = (scope: string) => ({
  status: 403,
  body: {
    defined: true,
    code: 'FORBIDDEN',
    status: 403,
    message: `This key lacks the scope ${scope}. Create a key that has it and use that one.`,
    data: { requiredScopes: [scope] },
  },
})

export const keyMissing = {
  status: 401,
  body: {
    defined: true,
    code: 'UNAUTHORIZED',
    status: 401,
    message: 'The API key is missing. Send it in the header Authorization: Bearer <API_KEY>.',
  },
}

export const notFound = (message: string) => ({
  status: 404,
  body: { defined: true, code: 'NOT_FOUND', status: 404, message },
})

export const noSuchPayee = notFound('There is no payee with this id in the workspace.')

export const noSuchCompany = notFound(
  'There is no company with this companyId in the workspace. GET /v1/companies lists the companies.',
)

export const duplicateOf = (payeeId: string) => ({
  status: 409,
  body: {
    defined: false,
    code: 'CONFLICT',
    status: 409,
    message: `Payee ${payeeId} of this company has that IBAN already. Change that one, or use another IBAN.`,
    data: { payeeId },
  },
})

/** An error that is not one of the five documented ones. */
export const otherError = (status: number, code: string, message: string) => ({
  status,
  body: { defined: false, code, status, message } satisfies ErrorBody,
})

/** Status and body, for comparison with a whole expected reply. */
export const outcome = ({ status, body }: Received) => ({ status, body })
