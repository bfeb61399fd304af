/** What a handler of the console gets to work with, and what it looks like. */
import type { ConsoleOperation } from '../../contract/console/operation.ts'
import type { ConsoleOperationId, ConsoleOperations } from '../../contract/console/operations.ts'
import type { Role } from '../../contract/console/roles.ts'
import type { BodyOf, QueryOf, ResultOf } from '../../contract/operation.ts'
import type { Actor } from '../../store/audit.ts'
import type { Database } from '../../store/engine/door.ts'
import type { SignedIn } from '../../store/people/sessions.ts'
import type { ServedFile } from './files/fileReply.ts'
import type { PasswordGuard } from './signIn/passwords.ts'

export interface OpenCall {
  db: Database
  nowMs: number
  /** Where the request comes from. */
  address: string
  /** The browser that sent it, in plain words; null if it does not say. */
  client: string | null
  guard: PasswordGuard
  /** The hash of the session's token that came with the request, whatever it is worth. */
  tokenHash: string | null
  /** Sets the session's cookie; null takes it away. */
  setToken(token: string | null): void
  /** The token of the device cookie that came with the request, whatever it is worth. */
  deviceToken: string | null
  /** Sets the device cookie. */
  setDevice(token: string): void
  /** For the log: who has come in. */
  noteWho(userId: string): void
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

/** What a handler gives: the value of the JSON, the file, or values that come about while their lines are asked for. */
type GivenBy<Op extends ConsoleOperation> = Op['success'] extends { form: 'file' }
  ? ServedFile
  : Op['success'] extends { form: 'lines' }
    ? AsyncIterable<ResultOf<Op>>
    : ResultOf<Op>

export type Handler<Id extends ConsoleOperationId> = (
  call: CallFor<Id>,
  input: Input<Id>,
) => Promise<GivenBy<ConsoleOperations[Id]>>

export type Handlers = { [Id in ConsoleOperationId]: Handler<Id> }
