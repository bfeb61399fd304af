/** The types of a handler: what it is given and what it returns. */

import type { BodyOf, QueryOf, ResultOf } from '../../contract/operation.ts'
import type { OperationId, Operations } from '../../contract/operations.ts'
import type { Actor } from '../../store/audit.ts'
import type { Connection, Database } from '../../store/engine/door.ts'
import type { KeyState } from '../../store/keys/keyState.ts'
import type { WorkspaceWrite } from '../../store/workspaceClock.ts'
import type { JsonBytes } from './jsonBytes.ts'

/** An admitted key, or a person who is signed in. */
export interface Caller {
  workspaceId: string
  /** The workspace's clock when the caller was admitted. */
  version: string
  actor: Actor
  /** Null for a person. */
  key: KeyState | null
}

/** Lets a request wait for a change without holding a connection of the database. */
export interface Waiting {
  /** True once the workspace's clock is later than `clock`; false if the time is over. Throws if the key is no longer valid. */
  untilAfter(clock: string, ms: number): Promise<boolean>
  /** Called when the request has its answer, whether it has waited or not. */
  end(): void
}

export interface Call extends Caller {
  db: Database
  /** For pages and single rows: the store itself, or a replica that has everything up to the caller's version. */
  reads: Database
  /** Null for a person. */
  waiting: Waiting | null
  nowMs: number
  /** Writes to the workspace in one transaction, stamped by the workspace's clock. */
  write<Result>(
    work: (connection: Connection, stamp: string) => Promise<WorkspaceWrite<Result>>,
  ): Promise<Result>
}

export interface Input<Id extends OperationId> {
  id: string
  query: QueryOf<Operations[Id]>
  body: BodyOf<Operations[Id]>
}

export type Handler<Id extends OperationId> = (
  call: Call,
  input: Input<Id>,
) => Promise<ResultOf<Operations[Id]> | JsonBytes>

export type Handlers = { [Id in OperationId]: Handler<Id> }
