/** Facts about a store for `florin doctor`. Read-only, and works with any schema version. */

import { serverSettings } from '../../postgres/settings.ts'
import type { Connection } from './door.ts'
import { listMigrations, type RecordedMigration } from './migrations.ts'

export interface StoreFacts {
  /** For example `15.18 (Debian …)`. */
  version: string
  /** For example 150018. */
  versionNumber: number
  encoding: string
  settings: Record<string, string>
  /** The default for connections that do not set their own. */
  serverTimeZone: string
  isStandby: boolean
  isReadOnly: boolean
  /** Null if no schema of the search path exists. */
  schema: string | null
  mayCreate: boolean
  /** Tables of the schema that our role may not read and write. */
  notWritable: string[]
  /** Tables of the schema that our role may not alter. */
  notOwned: string[]
  indexBytes: number
  databaseBytes: number
  sharedBuffersBytes: number
  /** Without the connections that PostgreSQL reserves. */
  connectionsMax: number
  /** Null if our role may not see it. */
  dataDirectory: string | null
  migrations: RecordedMigration[]
}

export async function readStoreFacts(connection: Connection): Promise<StoreFacts> {
  const [server] = await connection.query<ServerRow>(serverSql)
  const [schema] = await connection.query<SchemaRow>(schemaSql)
  if (server === undefined || schema === undefined)
    throw new Error('The store returned no facts about itself.')
  const settings = await connection.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(serverSettings.transactions)],
  )
  return {
    ...server,
    ...schema,
    indexBytes: Number(schema.indexBytes),
    databaseBytes: Number(schema.databaseBytes),
    sharedBuffersBytes: Number(server.sharedBuffersBytes),
    settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    migrations: schema.hasMigrations ? await listMigrations(connection) : [],
  }
}

type ServerRow = Pick<
  StoreFacts,
  | 'version'
  | 'versionNumber'
  | 'encoding'
  | 'serverTimeZone'
  | 'isStandby'
  | 'isReadOnly'
  | 'connectionsMax'
  | 'dataDirectory'
> & { sharedBuffersBytes: string }

const connectionsSql = `current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true), '0')::integer`

const systemIdSql = `case when has_function_privilege('pg_control_system()', 'execute')
      then (select system_identifier::text from pg_control_system()) end`

const serverSql = `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::integer as "versionNumber",
    current_setting('server_encoding') as encoding,
    (select reset_val from pg_settings where name = 'TimeZone') as "serverTimeZone",
    pg_is_in_recovery() as "isStandby",
    current_setting('transaction_read_only') = 'on' as "isReadOnly",
    ${connectionsSql} as "connectionsMax",
    (select setting from pg_settings where name = 'data_directory') as "dataDirectory",
    (select (setting::bigint * 8192)::text from pg_settings where name = 'shared_buffers') as "sharedBuffersBytes"`

type SchemaRow = Pick<StoreFacts, 'schema' | 'mayCreate' | 'notWritable' | 'notOwned'> & {
  hasMigrations: boolean
  indexBytes: string
  databaseBytes: string
}

const schemaSql = `
  with own as (
    select c.oid, c.relname::text as name,
      has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
        and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete') as writable,
      pg_has_role(c.relowner, 'usage') as owned
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p')
  )
  select current_schema()::text as schema,
    coalesce(has_schema_privilege(current_schema()::text, 'create'), false) as "mayCreate",
    array(select name from own where not writable order by name) as "notWritable",
    array(select name from own where not owned order by name) as "notOwned",
    exists (select from own where name = 'migrations' and has_table_privilege(oid, 'select')) as "hasMigrations",
    (select coalesce(sum(pg_indexes_size(oid)), 0)::bigint::text from own) as "indexBytes",
    pg_database_size(current_database())::text as "databaseBytes"`

/** Which cluster a server belongs to, and how far it has written. */
export interface ServerPosition {
  /** The same for a server and its streaming replicas. Null if our role may not see it. */
  systemId: string | null
  position: string
}

export async function readServerPosition(connection: Connection): Promise<ServerPosition> {
  const [row] = await connection.query<ServerPosition>(
    `select ${systemIdSql} as "systemId", pg_current_wal_flush_lsn()::text as position`,
  )
  if (row === undefined) throw new Error('The server returned no position.')
  return row
}

export interface ReplicaFacts {
  systemId: string | null
  isStandby: boolean
  isPaused: boolean
  /** What it has not replayed of the primary's position. */
  behindBytes: number
  hasFeedback: boolean
  connectionsMax: number
}

export async function readReplicaFacts(connection: Connection, position: string): Promise<ReplicaFacts> {
  const [row] = await connection.query<Omit<ReplicaFacts, 'behindBytes'> & { behindBytes: string }>(
    `select ${systemIdSql} as "systemId", r.is_standby as "isStandby",
       case when r.is_standby then pg_is_wal_replay_paused() else false end as "isPaused",
       case when r.is_standby then greatest(0, $1::pg_lsn - coalesce(pg_last_wal_replay_lsn(), '0/0')) else 0 end::text
         as "behindBytes",
       current_setting('hot_standby_feedback') = 'on' as "hasFeedback",
       ${connectionsSql} as "connectionsMax"
     from (select pg_is_in_recovery() as is_standby) r`,
    [position],
  )
  if (row === undefined) throw new Error('The replica returned no facts about itself.')
  return { ...row, behindBytes: Number(row.behindBytes) }
}
