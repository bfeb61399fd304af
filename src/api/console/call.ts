/** The types of a console handler: what it is given and what it returns. */
import type { WebhookTools } from '../../actions/webhookTools.ts'
import type { ConsoleOperation } from '../../contract/console/operation.ts'
import type { ConsoleOperationId, ConsoleOperations } from '../../contract/console/operations.ts'
import type { Role } from '../../contract/console/roles.ts'
import type { BodyOf, QueryOf, ResultOf } from '../../contract/operation.ts'
import type { Actor } from '../../store/audit.ts'
import type { Database } from '../../store/engine/door.ts'
import type { SignedIn } from '../../store/people/sessions.ts'
import type { JsonBytes } from '../http/jsonBytes.ts'
import type { ServedFile } from './files/fileReply.ts'
import type { PasswordGuard } from './signIn/passwords.ts'

export interface OpenCall {
  db: Database
  nowMs: number
  /** The client's address (IPv6: its /64). */
  address: string
  /** The browser, in plain words; null if it is not known. */
  client: string | null
  guard: PasswordGuard
  webhooks: WebhookTools
  /** Hash of the request's session token, which may not be valid. */
  tokenHash: string | null
  /** Sets the session cookie; null clears it. */
  setToken(token: string | null): void
  /** The token in the request's device cookie, which may not be valid. */
  deviceToken: string | null
  /** Sets the device cookie. */
  setDevice(token: string): void
  /** Records who signed in, for the log. */
  notePerson(userId: string): void
}

export interface PersonCall extends OpenCall {
  person: SignedIn
  tokenHash: string
}

export interface WorkspaceCall extends PersonCall {
  workspaceId: string
  role: Role
  version: string
  actor: Actor
}

export type CallFor<Id extends ConsoleOperationId> = ConsoleOperations[Id]['access'] extends 'anyone'
  ? OpenCall
  : ConsoleOperations[Id]['access'] extends 'person'
    ? PersonCall
    : WorkspaceCall

export interface Input<Id extends ConsoleOperationId> {
  id: string
  query: QueryOf<ConsoleOperations[Id]>
  body: BodyOf<ConsoleOperations[Id]>
}

/** What a handler returns: a JSON value, a file, or values that are streamed as lines. */
type OutputOf<Op extends ConsoleOperation> = Op['success'] extends { form: 'file' }
  ? ServedFile
  : Op['success'] extends { form: 'lines' }
    ? AsyncIterable<ResultOf<Op>>
    : ResultOf<Op>

export type Handler<Id extends ConsoleOperationId> = (
  call: CallFor<Id>,
  input: Input<Id>,
) => Promise<OutputOf<ConsoleOperations[Id]> | JsonBytes>

export type Handlers = { [Id in ConsoleOperationId]: Handler<Id> }
