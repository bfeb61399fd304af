/** The settings that every session of ours has, and the SQL that sets and checks them. */

/**
 * Every list is read through an index in its own order, so a plan that scans or sorts a whole table is always wrong. Yet
 * a planner that knows little (a prepared plan, stamps newer than the statistics) sometimes prefers one. A sort that the
 * query asks for is still done. One plan serves all values: planning each time costs a fifth of a page.
 *
 * `enable_sort = off` adds 10^10 to a plan's cost, which passes `jit_above_cost`: with JIT on, a server with LLVM would
 * compile every plan, for half a second each.
 *
 * Values are spelled as PostgreSQL shows them, because they are compared with what it says.
 */
export const connectionSettings: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  jit: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  plan_cache_mode: 'force_generic_plan',
}

/** The server's own time limits. The embedded store has none: its one connection is in our hands. */
export const timeLimits: Readonly<Record<string, string>> = {
  statement_timeout: '30s',
  // Shorter than the wait for a connection: writers that wait for one workspace must let those of others through.
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '1min',
}

/** For a statement outside of a transaction. Somebody waits for it, and its connection is given up soon after. */
export const readLimits: Readonly<Record<string, string>> = { ...timeLimits, statement_timeout: '4s' }

/** For single queries, or for transactions that begin with `beginWith`. */
export type Purpose = 'queries' | 'transactions'

export const serverSettings: Readonly<Record<Purpose, Readonly<Record<string, string>>>> = {
  queries: { ...connectionSettings, ...readLimits },
  transactions: { ...connectionSettings, ...timeLimits },
}

/** Sets all of them for the session where the condition holds; the row shows each as it is then, else null. */
export const setForConnection = (purpose: Purpose, condition: string): string =>
  Object.entries(serverSettings[purpose])
    .map(
      ([name, value]) =>
        `case when ${condition} then set_config('${name}', '${value}', false) end as ${name}`,
    )
    .join(', ')

/** Sets all of them until the end of the transaction; the row shows each as it is then. */
export const setForTransaction = `select ${Object.entries(serverSettings.transactions)
  .map(([name, value]) => `set_config('${name}', '${value}', true) as ${name}`)
  .join(', ')}`

/** Those of a query, without a row, so that it can go ahead in the same round trip. No setting is ever null. */
export const setQuietly = `select 1 where ${Object.entries(serverSettings.queries)
  .map(([name, value]) => `set_config('${name}', '${value}', true) is null`)
  .join(' or ')}`

/** The first one that is not as it should be, as `name is value`; null where all are. */
export function firstDifference(purpose: Purpose, found: Readonly<Record<string, unknown>>): string | null {
  const different = Object.entries(serverSettings[purpose]).find(([name, value]) => found[name] !== value)
  return different === undefined
    ? null
    : `${different[0]} is ${String(found[different[0]])}, not ${different[1]}`
}
