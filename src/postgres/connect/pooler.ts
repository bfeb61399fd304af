/**
 * Detects how a pooler such as PgBouncer shares its connections, by its behaviour and not by its version. In transaction
 * mode two clients can meet on the same server connection, and then prepared queries must work on all of them.
 */

import { textAt, type WireRows } from '../protocol/rows.ts'
import type { WireConnection } from '../server/connection.ts'
import { ConnectionRefused } from './errors.ts'
import { inTime } from './inTime.ts'

export type PoolMode = 'session' | 'transaction'

/** A busy pooler may give the two clients different connections by chance. */
const triesMax = 5
const waitMsMax = 5_000

const whichServer = 'select pg_backend_pid() as florin_probe'
const noSuchStatement = '26000'
const statementExists = '42P05'

const withoutPrepared = new ConnectionRefused(
  'The pooler is in transaction mode and does not keep prepared queries. ' +
    'Set max_prepared_statements = 200 in pgbouncer.ini (PgBouncer 1.21 or newer), or pool_mode = session.',
)
const byStatement = new ConnectionRefused(
  'The pooler is in statement mode, but Florin needs transactions. ' +
    'Set pool_mode = session in pgbouncer.ini, or transaction with max_prepared_statements = 200.',
)

/** `second` is another connection through the same pooler. */
export async function poolModeOf(first: WireConnection, second: WireConnection): Promise<PoolMode> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const server = await prepared(first, second)
    const taken = await soon(second.ask(`begin; ${whichServer}`, firstText).catch(refusedTransaction))
    try {
      if (server === taken) {
        // The server connection of `first` is now taken by `second`, so its query has to run on another one.
        await prepared(first, second)
        return 'transaction'
      }
    } finally {
      await soon(second.script('rollback')).catch(() => undefined)
    }
  }
  return 'session'
}

const tooFew = `the pooler gave no second connection within ${waitMsMax / 1000} s: raise its default_pool_size`
const soon = <Result>(work: Promise<Result>): Promise<Result> => inTime(work, waitMsMax, tooFew)

const firstText = ({ bytes, starts: [start] }: WireRows): string =>
  start === undefined ? '' : (textAt(bytes, start) ?? '')

async function prepared(connection: WireConnection, other: WireConnection): Promise<string> {
  try {
    return await soon(connection.run(whichServer, [], firstText))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== noSuchStatement && code !== statementExists) throw error
    await forgetProbe(other)
    throw withoutPrepared
  }
}

/** Leaves nothing behind on a server connection that other clients get next. */
async function forgetProbe(connection: WireConnection): Promise<void> {
  const left = `select name from pg_prepared_statements where statement = '${whichServer}'`
  const name = await soon(connection.ask(left, firstText)).catch(() => '')
  if (name !== '') await soon(connection.script(`deallocate "${name}"`)).catch(() => undefined)
}

function refusedTransaction(error: unknown): never {
  throw /statement pooling/.test((error as Error).message) ? byStatement : error
}
