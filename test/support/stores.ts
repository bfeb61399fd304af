/** Fresh, migrated stores for a test, of either engine, and of a Citus cluster if FLORIN_TEST_CITUS_URL names one. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, inject } from 'vitest'
import type { Database } from '../../src/store/engine/door.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { citusUrl, freshCitus } from './servers/citus.ts'
import { emptyEmbedded } from './servers/emptied.ts'

export type StoreName = 'embedded' | 'postgres' | 'citus'
export const storeNames: readonly StoreName[] =
  citusUrl === null ? ['embedded', 'postgres'] : ['embedded', 'postgres', 'citus']

export interface TestStore {
  db: Database
  /** Null for the embedded store. */
  databaseUrl: string | null
  remove(): Promise<void>
}

/** The same tests, on both engines. */
export function describeOnBothStores(name: string, body: (store: StoreName) => void): void {
  describe.each(storeNames)(`${name} (%s)`, body)
}

/** The same tests, on both engines, but not on a cluster: its tables, triggers and databases are made in another way. */
export function describeOnOneServer(name: string, body: (store: 'embedded' | 'postgres') => void): void {
  describe.each(['embedded', 'postgres'] as const)(`${name} (%s)`, body)
}

/** The same tests, on PostgreSQL and on a cluster: of what processes share that have a server in common. */
export function describeOnServers(name: string, body: (store: 'postgres' | 'citus') => void): void {
  describe.each(storeNames.filter(store => store !== 'embedded'))(`${name} (%s)`, body)
}

export async function freshStore(store: StoreName): Promise<TestStore> {
  if (store === 'citus') return await freshCitus(inject('citusTemplate'))
  if (store === 'postgres') return await freshDatabase('florin_template')
  const db = await emptyEmbedded()
  return { db, databaseUrl: null, remove: () => db.close() }
}

/** A database of the shared test server; `template1` has no schema yet. */
export async function freshDatabase(template: 'florin_template' | 'template1'): Promise<TestStore> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Cheaper than the default, which writes every page of the copy to the log.
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('postgresAdminUrl'))
  url.pathname = `/${name}`
  const db = await openPostgres({ url: url.href })
  return {
    db,
    databaseUrl: url.href,
    async remove() {
      await db.close()
      await asAdmin(`drop database ${name} with (force)`)
    },
  }
}

async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client(inject('postgresAdminUrl'))
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}
