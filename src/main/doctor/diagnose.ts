/** `florin doctor`: examines the store without migrating or changing it. */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describeHosts, isSocketFolder, readConnectionString } from '../../postgres/door.ts'
import { readStoreFacts } from '../../store/engine/doctor.ts'
import type { Database } from '../../store/engine/door.ts'
import { openEmbedded } from '../../store/engine/embedded.ts'
import { readMigrations } from '../../store/engine/migrations.ts'
import { connectionsMax, longOnClusterMax, openPostgres } from '../../store/engine/postgres.ts'
import type { CommandContext } from '../commandContext.ts'
import { type Config, isLoopback } from '../config.ts'
import { databaseFailure } from '../databaseFailure.ts'
import { takeDataFolder } from '../dataFolder.ts'
import { Failure } from '../failure.ts'
import { type Check, check, checksOf, type Surroundings } from './checks.ts'
import { checkReplicas } from './replicas.ts'

export interface Diagnosis {
  healthy: boolean
  checks: Check[]
}

/** What the command sends to a running service that has the embedded store open. */
export interface DoctorInput {
  dataDir: string
}

export const doctorCommands = {
  doctor: async ({ db }: CommandContext, { dataDir }: DoctorInput): Promise<Diagnosis> =>
    diagnosisOf(await examine(db, { freeBytes: await freeBytesAt(dataDir) })),
}

/** Null if another process has the embedded store open; that process must be asked. */
export async function diagnose(config: Config, clock: () => number): Promise<Diagnosis | null> {
  if (config.databaseUrl !== null) return await diagnoseServer(config, config.databaseUrl, clock)
  const dataDir = resolve(config.dataDir)
  if (!existsSync(join(dataDir, 'store'))) {
    return diagnosisOf([check('store', 'warning', `none in ${dataDir} yet`, 'The first start creates it.')])
  }
  const folder = await takeDataFolder(dataDir)
  if (folder === null) return null
  try {
    const db = await openEmbedded({ folder: folder.storePath })
    const freeBytes = await freeBytesAt(dataDir)
    return diagnosisOf(await examine(db, { freeBytes }).finally(() => db.close()))
  } finally {
    await folder.release()
  }
}

async function diagnoseServer(config: Config, url: string, clock: () => number): Promise<Diagnosis> {
  const db = await openPostgres({ url, connections: 1 })
  const target = readConnectionString(url)
  const host = check('host', 'ok', describeHosts(target))
  try {
    const checks = await examine(db, {
      workers: config.workers,
      clock,
      poolModeNow: () => db.poolMode(),
      isLocal: target.places.every(
        place => place.host === null || isSocketFolder(place.host) || isLoopback(place.host),
      ),
    })
    const replicas = await checkReplicas(db, config.replicaUrls, config.workers * 2 * connectionsMax)
    return diagnosisOf([host, ...checks, ...replicas])
  } catch (error) {
    const failure = databaseFailure(url, error)
    if (!(failure instanceof Failure)) throw failure
    return diagnosisOf([{ ...host, state: 'problem', advice: failure.message }])
  } finally {
    await db.close()
  }
}

interface Known {
  freeBytes?: number | null
  workers?: number
  /** Our clock; left out if the database uses the same one. */
  clock?: () => number
  poolModeNow?: () => Promise<Surroundings['poolMode']>
  /** The server is on this machine, so we can see its disk. */
  isLocal?: boolean
}

async function examine(
  db: Database,
  { freeBytes = null, workers = 1, clock, poolModeNow, isLocal = false }: Known,
): Promise<Check[]> {
  // In a transaction, which has a longer time limit than a single query: measuring a large store takes time.
  const facts = await db.transaction(readStoreFacts)
  const isDistributed = db.nodeOf !== undefined
  return checksOf(facts, {
    engine: db.engine,
    isDistributed,
    clockAheadMs: clock === undefined ? null : await clockAheadMs(db, clock),
    poolMode: (await poolModeNow?.()) ?? null,
    workers,
    connectionsPerWorker: 2 * connectionsMax + (isDistributed ? longOnClusterMax : 0),
    freeBytes: isLocal && facts.dataDirectory !== null ? await freeBytesAt(facts.dataDirectory) : freeBytes,
    migrations: readMigrations(),
  })
}

/** How far the database's clock is ahead of ours, accurate to half a round trip. */
async function clockAheadMs(db: Database, clock: () => number): Promise<number> {
  // The first query may have to open a connection, so it is not measured.
  await db.query('select 1')
  const beforeMs = clock()
  const [row] = await db.query<{ now: string }>('select clock_timestamp() as now')
  return Date.parse(row?.now ?? '') - (beforeMs + clock()) / 2
}

async function freeBytesAt(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return null
  }
}

const diagnosisOf = (checks: Check[]): Diagnosis => ({
  healthy: checks.every(({ state }) => state !== 'problem'),
  checks,
})
