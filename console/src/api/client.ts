/**
 * The clients for the service. They authenticate with the session cookie, which scripts cannot read; there is no key and
 * no token here. Only types are imported from the contract.
 */
import { createCall } from '../../../src/client/call.ts'
import { createSender } from '../../../src/client/http.ts'
import { createClient, type FlorinClient } from '../../../src/client/index.ts'
import type { personalOperations, workspaceOperations } from '../../../src/contract/console/operations.ts'

type PersonalOperations = typeof personalOperations
type WorkspaceOperations = typeof workspaceOperations

/** People would rather see an error than wait, so a page retries only once. */
const readRetries = 1

let onSessionEnd = () => {}

/** The listener is called when the service no longer knows the session, whichever request found out. */
export function watchSessionEnd(listener: () => void): void {
  onSessionEnd = listener
}

let sessionsBegun = 0

/** A response to a request from before the sign-in says nothing about the new session. */
export function sessionBegan(): void {
  sessionsBegun += 1
}

export const watchedFetch: typeof fetch = async (...request) => {
  const askedIn = sessionsBegun
  const response = await fetch(...request)
  const ended = response.status === 401 && (await codeOf(response.clone())) === 'NOT_SIGNED_IN'
  if (ended && askedIn === sessionsBegun) onSessionEnd()
  return response
}

async function codeOf(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  } catch {
    return undefined
  }
}

const sender = (path: string, retries: number) =>
  createSender({ baseUrl: location.origin + path, apiKey: null, fetch: watchedFetch, retries })

/** Operations at /console: the session, links, and the person's own account. */
export const consoleCall = createCall<PersonalOperations>(sender('/console', 0))

export const workspacePath = (id: string) => `/console/workspaces/${encodeURIComponent(id)}`

/** The URL to download an original document from. */
export const documentHref = (workspaceId: string, documentId: string): string =>
  `${workspacePath(workspaceId)}/documents/${encodeURIComponent(documentId)}`

/** Operations of the console on one workspace: keys, usage, people, audit, overview. */
export const workspaceCall = (workspaceId: string) =>
  createCall<WorkspaceOperations>(sender(workspacePath(workspaceId), readRetries))

export type WorkspaceCall = ReturnType<typeof workspaceCall>

/** The client of the public API, for one workspace. */
export const dataClient = (workspaceId: string): FlorinClient =>
  createClient({
    baseUrl: `${location.origin}${workspacePath(workspaceId)}/v1`,
    apiKey: null,
    fetch: watchedFetch,
    retries: readRetries,
  })
