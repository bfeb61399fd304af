/** The checks of `florin doctor`: pure functions from facts to a finding and advice. */
import { connectionSettings, settingsOf } from '../../postgres/settings.ts'
import type { StoreFacts } from '../../store/engine/doctor.ts'
import { type Migration, pendingMigrations } from '../../store/engine/migrations.ts'

/** A problem breaks something; a warning does not, at least not yet. */
export type State = 'ok' | 'warning' | 'problem'

export interface Check {
  name: string
  state: State
  finding: string
  /** What to do; null if nothing. */
  advice: string | null
}

export interface Surroundings {
  engine: 'embedded' | 'postgres'
  /** Over the nodes of a Citus cluster. Facts are about its coordinator. */
  isDistributed: boolean
  /** How far the database's clock is ahead of ours; null if it is the same clock. */
  clockAheadMs: number | null
  /** Null for a direct connection. */
  poolMode: 'session' | 'transaction' | null
  workers: number
  connectionsPerWorker: number
  /** Free space on the disk that holds the data; null if it cannot be determined. */
  freeBytes: number | null
  migrations: readonly Migration[]
}

const oldestVersion = 150_000
const newerThanTested = 190_000
const clockAheadMsMax = 2_000
const freeBytesMin = 200 * 1024 * 1024
const freeBytesComfortable = 2 * 1024 ** 3

export const checksOf = (facts: StoreFacts, around: Surroundings): Check[] => [
  version(facts, around),
  encoding(facts),
  settings(facts, around),
  pooler(around),
  timeZone(facts),
  clock(around),
  writes(facts),
  privileges(facts),
  schema(facts, around),
  disk(facts, around),
  indexes(facts, around),
  ...(around.engine === 'postgres' ? [connections(facts, around)] : []),
]

export const check = (name: string, state: State, finding: string, advice: string | null = null): Check => ({
  name,
  state,
  finding,
  advice,
})

function version({ version: text, versionNumber }: StoreFacts, { engine }: Surroundings): Check {
  const finding = engine === 'embedded' ? `embedded, PostgreSQL ${text}` : `PostgreSQL ${text}`
  if (versionNumber < oldestVersion) {
    return check('version', 'problem', finding, 'Upgrade it: Florin needs PostgreSQL 15 to 18.')
  }
  return versionNumber >= newerThanTested
    ? check('version', 'warning', finding, 'Florin is tested with PostgreSQL 15 to 18.')
    : check('version', 'ok', finding)
}

const encoding = ({ encoding: name }: StoreFacts): Check =>
  name === 'UTF8'
    ? check('encoding', 'ok', name)
    : check('encoding', 'problem', name, 'Create the database with encoding UTF8.')

function settings({ settings: found }: StoreFacts, { engine, isDistributed }: Surroundings): Check {
  const wanted = engine === 'postgres' ? settingsOf('transactions', isDistributed) : connectionSettings
  const wrong = Object.entries(wanted).filter(([name, value]) => found[name] !== value)
  const shown = Object.keys(wanted).map(name => `${name}=${found[name]}`)
  return wrong.length === 0
    ? check('settings', 'ok', shown.join(', '))
    : check(
        'settings',
        'problem',
        wrong.map(([name, value]) => `${name}=${found[name]}, not ${value}`).join(', '),
        'Point DATABASE_URL to PostgreSQL itself, or to PgBouncer.',
      )
}

const pooler = ({ poolMode }: Surroundings): Check =>
  check(
    'pooler',
    'ok',
    poolMode === null ? 'none' : `${poolMode} pooling; our settings are sent with each transaction`,
  )

const timeZone = ({ settings: found, serverTimeZone }: StoreFacts): Check =>
  check('time zone', 'ok', `${found.timezone} for our connections, ${serverTimeZone} for others`)

function clock({ clockAheadMs }: Surroundings): Check {
  if (clockAheadMs === null) return check('clock', 'ok', "the same as the service's")
  const seconds = (Math.abs(clockAheadMs) / 1000).toFixed(1)
  const finding = `the database is ${seconds} s ${clockAheadMs < 0 ? 'behind' : 'ahead'}`
  return Math.abs(clockAheadMs) <= clockAheadMsMax
    ? check('clock', 'ok', finding)
    : check('clock', 'warning', finding, 'Synchronise both machines with NTP.')
}

function writes({ isStandby, isReadOnly }: StoreFacts): Check {
  const advice = 'Name the primary in DATABASE_URL, or all hosts with target_session_attrs=read-write.'
  if (isStandby) return check('writes', 'problem', 'this server is a standby', advice)
  return isReadOnly
    ? check(
        'writes',
        'problem',
        'read-only',
        'Turn default_transaction_read_only off for this role and database.',
      )
    : check('writes', 'ok', 'accepted')
}

function privileges({ schema: name, mayCreate, notWritable, notOwned }: StoreFacts): Check {
  if (name === null) {
    return check('privileges', 'problem', 'the search path names no schema', 'Set search_path for this role.')
  }
  if (!mayCreate) {
    return check(
      'privileges',
      'problem',
      `may not create tables in schema ${name}`,
      `As its owner: grant create on schema ${name} to this role.`,
    )
  }
  const [closed] = [...notWritable, ...notOwned]
  return closed === undefined
    ? check('privileges', 'ok', `may create, alter and write in schema ${name}`)
    : check(
        'privileges',
        'problem',
        `may not write or alter table ${closed}`,
        'Make this role the owner of the tables.',
      )
}

function schema({ migrations: done }: StoreFacts, { migrations: known }: Surroundings): Check {
  try {
    const pending = pendingMigrations(done, known)
    if (done.length === 0)
      return check('schema', 'warning', 'none yet', 'The next start creates it, or run florin migrate.')
    const at = `version ${done.at(-1)?.number}`
    return pending.length === 0
      ? check('schema', 'ok', `${at}, up to date`)
      : check(
          'schema',
          'warning',
          `${at}, ${pending.length} to apply`,
          'The next start applies them, or run florin migrate.',
        )
  } catch (error) {
    return check('schema', 'problem', `version ${done.at(-1)?.number}`, (error as Error).message)
  }
}

function disk({ databaseBytes }: StoreFacts, { freeBytes, isDistributed }: Surroundings): Check {
  const used = `the database uses ${sizeText(databaseBytes)}${isDistributed ? ' on the coordinator' : ''}`
  if (freeBytes === null) {
    return check(
      'disk',
      'ok',
      `${used}; free space is not visible from here`,
      "Monitor it on the database's machine.",
    )
  }
  const finding = `${used}, ${sizeText(freeBytes)} free`
  const advice = 'Free space on the disk that holds the data.'
  if (freeBytes < freeBytesMin) return check('disk', 'problem', finding, advice)
  return freeBytes < freeBytesComfortable
    ? check('disk', 'warning', finding, advice)
    : check('disk', 'ok', finding)
}

function indexes({ indexBytes, sharedBuffersBytes }: StoreFacts, { isDistributed }: Surroundings): Check {
  const where = isDistributed ? ' on the coordinator' : ''
  const finding = `${sizeText(indexBytes)}${where}, shared_buffers ${sizeText(sharedBuffersBytes)}`
  return indexBytes <= sharedBuffersBytes
    ? check('indexes', 'ok', finding)
    : check('indexes', 'warning', finding, 'Raise shared_buffers, if the machine has the memory.')
}

/** PgBouncer's default. The configured value is not visible to clients. */
const defaultPoolSize = 20

function connections(facts: StoreFacts, { workers, connectionsPerWorker, poolMode }: Surroundings): Check {
  const needed = workers * connectionsPerWorker
  const finding = `up to ${needed} for ${workers} ${workers === 1 ? 'worker' : 'workers'}, of ${facts.connectionsMax}`
  if (poolMode !== null) {
    // With session pooling, each of our connections keeps one of the pooler's, and the last ones would wait for ever.
    const isTight = poolMode === 'session' && needed >= defaultPoolSize
    return isTight
      ? check('connections', 'warning', finding, `Set the pooler's default_pool_size above ${needed}.`)
      : check('connections', 'ok', finding, "The pooler's default_pool_size is a limit too.")
  }
  return needed <= facts.connectionsMax
    ? check('connections', 'ok', finding)
    : check('connections', 'problem', finding, 'Raise max_connections, or run fewer workers.')
}

export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}
