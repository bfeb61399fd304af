/** The settings of all our connections, and the SQL that sets and checks them. */

/**
 * Every list is read through an index in the list's order, so a plan that scans or sorts a whole table is always wrong.
 * The planner still prefers one at times, when it knows little (a generic plan, stamps newer than the statistics). A sort
 * that a query really needs is still done. One plan serves all values: planning every time costs a fifth of a page.
 *
 * `enable_sort = off` adds 10^10 to a plan's cost, which exceeds `jit_above_cost`: with JIT on, a server with LLVM would
 * compile every plan, at half a second each.
 *
 * Values are spelled the way PostgreSQL shows them, because they are compared with what it reports.
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

/**
 * A function that only a store on a Citus cluster has. Citus can plan a query only with its values, so there the
 * coordinator plans each time; the nodes keep their plans (`store/distributed`).
 */
export const distributedMark = 'on_workspace_node(text, text, text, text[], text, text)'

export const isDistributedSql = `to_regprocedure('${distributedMark}') is not null`

const planning = 'plan_cache_mode'
const distributedPlanning = 'force_custom_plan'

/** Time limits enforced by the server. The embedded store has none. */
export const timeLimits: Readonly<Record<string, string>> = {
  statement_timeout: '30s',
  // Shorter than the wait for a connection, so that writers queueing for one workspace do not block those of others.
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '1min',
}

/** For a query outside a transaction. A caller is waiting, and our own limit drops the connection soon after. */
export const readLimits: Readonly<Record<string, string>> = { ...timeLimits, statement_timeout: '4s' }

/** For single queries, or for transactions. */
export type Purpose = 'queries' | 'transactions'

export const serverSettings: Readonly<Record<Purpose, Readonly<Record<string, string>>>> = {
  queries: { ...connectionSettings, ...readLimits },
  transactions: { ...connectionSettings, ...timeLimits },
}

/** The same for a store that is known to be distributed or not. */
export const settingsOf = (purpose: Purpose, isDistributed: boolean): Readonly<Record<string, string>> =>
  isDistributed ? { ...serverSettings[purpose], [planning]: distributedPlanning } : serverSettings[purpose]

/** Sets them for the whole connection if the condition holds. The row shows each new value, or null. */
export const setForConnection = (purpose: Purpose, condition: string): string =>
  Object.entries(serverSettings[purpose])
    .map(
      ([name, value]) =>
        `case when ${condition} then set_config('${name}', ${valueSql(name, value)}, false) end as ${name}`,
    )
    .join(', ')

const valueSql = (name: string, value: string): string =>
  name === planning
    ? `case when ${isDistributedSql} then '${distributedPlanning}' else '${value}' end`
    : `'${value}'`

/** Sets them until the end of the transaction. The row shows each new value. */
export const setForTransaction = (isDistributed: boolean): string =>
  `select ${Object.entries(settingsOf('transactions', isDistributed))
    .map(([name, value]) => `set_config('${name}', '${value}', true) as ${name}`)
    .join(', ')}`

/** Sets those for queries and returns no row, so that it can share a round trip. No setting is ever null. */
export const setQuietly = (isDistributed: boolean): string =>
  `select 1 where ${Object.entries(settingsOf('queries', isDistributed))
    .map(([name, value]) => `set_config('${name}', '${value}', true) is null`)
    .join(' or ')}`

/** The first wrong setting, as `name is value, not value`; null if all are right. */
export function firstDifference(
  purpose: Purpose,
  found: Readonly<Record<string, unknown>>,
  isDistributed: boolean,
): string | null {
  const different = Object.entries(settingsOf(purpose, isDistributed)).find(
    ([name, value]) => found[name] !== value,
  )
  return different === undefined
    ? null
    : `${different[0]} is ${String(found[different[0]])}, not ${different[1]}`
}
