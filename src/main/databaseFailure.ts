/** Why PostgreSQL cannot be used, in one line that says what to do, and whether waiting may help. */
import { connectionFailure, describeHosts, readConnectionString } from '../postgres/door.ts'
import { StoreUnavailable } from '../store/engine/door.ts'
import { StoreUnfit } from '../store/engine/fitness.ts'
import { Failure, PassingFailure } from './failure.ts'

/** 28: wrong user or password; 3D: no such database; 42501: not allowed to create tables. */
const refusals = /^(28...|3D000|42501)$/
const readOnly = '25006'
/** PgBouncer has one code for all that it refuses at login. */
const poolerRefusal = '08P01'

/** Names the server without its password. */
export function databaseFailure(url: string, error: unknown): unknown {
  const target = readConnectionString(url)
  const server = `PostgreSQL at ${describeHosts(target)}/${target.database ?? ''}`
  const reason = error instanceof StoreUnavailable ? (error.cause ?? error) : error
  const { code = '', message } = reason as { code?: string; message: string }
  if (connectionFailure(reason) === 'refused') return new Failure(`${server} cannot be used. ${message}`)
  if (code === readOnly) {
    return new Failure(
      `${server} takes no writes (${message}). ` +
        'Name the primary in DATABASE_URL, or all hosts with target_session_attrs=read-write.',
    )
  }
  // It does answer, and waiting mends neither a search path nor a missing table.
  if (error instanceof StoreUnfit) return new Failure(`${server} cannot be used. ${error.message}`)
  if (error instanceof StoreUnavailable && !refusals.test(code)) {
    return new PassingFailure(
      `${server} does not answer (${message || code}). Start it, or correct DATABASE_URL.`,
    )
  }
  return refusals.test(code) || code === poolerRefusal
    ? new Failure(`${server} refuses us (${message}). Correct DATABASE_URL, or the server's rights.`)
    : error
}
