/**
 * With FLORIN_TEST_REPLICA=on, every service of a test that is on PostgreSQL reads from a streaming replica, too. So the
 * whole suite shows that replies are the same.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openReplica } from '../../../src/store/engine/replica.ts'
import { type Replicas, replicasOf } from '../../../src/store/engine/replicas.ts'
import type { TestStore } from '../stores.ts'
import { type PostgresServer, startPostgres } from './postgresServer.ts'

export const usesReplica = process.env.FLORIN_TEST_REPLICA === 'on'

/** A commit is confirmed when the replica has replayed it, so that most reads are the replica's. */
export const primarySettings = { synchronous_commit: 'remote_apply' }

export async function startStandby(server: PostgresServer): Promise<PostgresServer> {
  const standby = await startPostgres({ replicaOf: server })
  const admin = new pg.Client(server.adminUrl)
  await admin.connect()
  await admin.query("alter system set synchronous_standby_names = '*'")
  await admin.query('select pg_reload_conf()')
  await admin.end()
  return standby
}

const countsPath = (folder: string): string => join(folder, 'replica-reads')

/** Null if the store has no replica. */
export function replicaOf({ db, databaseUrl }: TestStore): Replicas | null {
  if (!usesReplica || databaseUrl === null) return null
  const url = new URL(inject('standbyUrl'))
  url.pathname = new URL(databaseUrl).pathname
  // The database of a test is new. Until the replica has it, the primary reads.
  const replicas = replicasOf(db, [openReplica({ url: url.href, connections: 2 })], { awayMs: 20 })
  return {
    ...replicas,
    async close() {
      await replicas.close()
      const { served, behind, failed } = replicas.counts
      appendFileSync(countsPath(inject('browserFolder')), `${served} ${behind} ${failed}\n`)
    },
  }
}

/** How many reads of all services the replica served, and how often the primary had to. */
export function replicaReads(folder: string): string {
  const path = countsPath(folder)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  const sums = [0, 1, 2].map(at => lines.reduce((sum, line) => sum + Number(line.split(' ')[at]), 0))
  return `Reads from the replica: ${sums[0]}. Repeated on the primary: ${sums[1]} because it was behind, ${sums[2]} because it failed.`
}
