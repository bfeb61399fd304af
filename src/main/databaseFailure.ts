/** Explains in one line why PostgreSQL cannot be used and what to do, and whether waiting may help. */
import { connectionFailure, describeHosts, readConnectionString } from '../postgres/door.ts'
import { StoreUnavailable } from '../store/engine/door.ts'
import { StoreUnfit } from '../store/engine/fitness.ts'
import { Failure, PassingFailure } from './failure.ts'

/** 28…: wrong user or password; 3D000: no such database; 42501: no right to create tables. */
const refusals = /^(28...|3D000|42501)$/
const readOnly = '25006'
/** PgBouncer uses one code for everything that it refuses at login. */
const poolerRefusal = '08P01'

/** The message names the server, without the password. */
export function databaseFailure(url: string, error: unknown): unknown {
  const target = readConnectionString(url)
  const server = `PostgreSQL at ${describeHosts(target)}/${target.database ?? ''}`
  const reason = error instanceof StoreUnavailable ? (error.cause ?? error) : error
  const { code = '', message } = reason as { code?: string; message: string }
  if (connectionFailure(reason) === 'refused') return new Failure(`${server} cannot be used. ${message}`)
  if (code === readOnly) {
    return new Failure(
      `${server} is read-only (${message}). ` +
        'Name the primary in DATABASE_URL, or all hosts with target_session_attrs=read-write.',
    )
  }
  // The server responds, and waiting fixes neither a search path nor a missing table.
  if (error instanceof StoreUnfit) return new Failure(`${server} cannot be used. ${error.message}`)
  if (error instanceof StoreUnavailable && !refusals.test(code)) {
    return new PassingFailure(
      `${server} does not respond (${message || code}). Start it, or correct DATABASE_URL.`,
    )
  }
  return refusals.test(code) || code === poolerRefusal
    ? new Failure(
        `${server} refuses the connection (${message}). Correct DATABASE_URL, or the role's privileges.`,
      )
    : error
}
