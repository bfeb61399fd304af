/**
 * Prepares, once per run, what the test files of this run need: a real PostgreSQL server with a migrated template
 * database, archives of an embedded store (a copy takes well under a second), the console's pages,
 * and the program as one file.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { buildConsole } from '../../../scripts/buildConsole.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../../src/store/engine/embedded.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { citusTemplate } from '../servers/citus.ts'
import { startPostgres } from '../servers/postgresServer.ts'
import { primarySettings, replicaReads, startStandby, usesReplica } from '../servers/standby.ts'
import { allNeeds, type Need, needsOf } from './testKinds.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresAdminUrl: string
    /** Of a streaming replica of that server. Only if the services of this run are to have one. */
    standbyUrl: string
    /** A database of the cluster with a distributed store, to copy. */
    citusTemplate: string
    embeddedArchive: string
    /** The same without a schema. */
    bareArchive: string
    /** Where page tests unpack a browser. */
    browserFolder: string
  }
}

const programPath = fileURLToPath(new URL('../../../bin/florin.js', import.meta.url))

export const templateDatabase = 'florin_template'

interface Prepared {
  values: Partial<ProvidedContext>
  remove(): Promise<void>
}

/** The projects `stores` and `pages` each call this. Vitest loads the file for each, so they share through the global. */
const shared = globalThis as typeof globalThis & {
  florinPrepared?: { users: number; prepared: Promise<Prepared> }
}

export default async function setUp(project: TestProject) {
  shared.florinPrepared ??= { users: 0, prepared: prepare(needsOfRun(project)) }
  const state = shared.florinPrepared
  state.users += 1
  const { values, remove } = await state.prepared
  for (const [name, value] of Object.entries(values)) project.provide(name as keyof ProvidedContext, value)
  return async () => {
    state.users -= 1
    if (state.users === 0) await remove()
  }
}

/** In watch mode any file may run later. */
function needsOfRun({ vitest }: TestProject): ReadonlySet<Need> {
  return vitest.config.watch ? new Set(allNeeds) : needsOf(vitest.state.getPaths())
}

async function prepare(needs: ReadonlySet<Need>): Promise<Prepared> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-tests-'))
  if (needs.has('console')) await buildConsole()
  const [server, citus, archives] = await Promise.all([
    needs.has('server') ? preparedServer() : null,
    needs.has('citus') ? citusTemplate() : null,
    needs.has('archive') ? preparedArchives(folder) : null,
    needs.has('program') ? builtProgram() : null,
  ])
  const standby = server && usesReplica ? await startStandby(server) : null
  return {
    values: {
      browserFolder: folder,
      ...(server && { postgresAdminUrl: server.adminUrl }),
      ...(standby && { standbyUrl: standby.adminUrl }),
      ...(citus && { citusTemplate: citus.name }),
      ...archives,
    },
    async remove() {
      if (standby) console.log(replicaReads(folder))
      await standby?.stop()
      await server?.stop()
      await citus?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The first run of the program builds it; no test should have to wait for that. */
async function builtProgram(): Promise<void> {
  await promisify(execFile)(process.execPath, [programPath, '--version'])
}

async function preparedServer() {
  const server = await startPostgres({ settings: usesReplica ? primarySettings : {} })
  const admin = new pg.Client(server.adminUrl)
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  const template = await openPostgres({ url: server.url(templateDatabase) })
  await migrate(template)
  await template.close()
  return server
}

async function preparedArchives(folder: string) {
  const store = await openEmbedded({})
  // Tests create no databases in it, and without the templates a copy loads in two thirds of the time.
  await store.script('update pg_database set datistemplate = false, datallowconn = true')
  for (const template of ['template0', 'template1']) await store.script(`drop database ${template}`)
  const bareArchive = await archived(store, join(folder, 'bare.tar'))
  await migrate(store)
  const embeddedArchive = await archived(store, join(folder, 'embedded.tar'))
  await store.close()
  return { bareArchive, embeddedArchive }
}

async function archived(store: EmbeddedDatabase, path: string): Promise<string> {
  // A copy then has nothing to recover.
  await store.script('checkpoint')
  writeFileSync(path, Buffer.from(await (await store.dump()).arrayBuffer()))
  return path
}
