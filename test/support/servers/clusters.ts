/** Makes the files of a server: empty, or as a streaming replica of another one. */
import { type ExecFileOptions, execFile } from 'node:child_process'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { PostgresServer } from './postgresServer.ts'

const run = promisify(execFile)

/**
 * Text sorts by code point and `lower` knows all of Unicode, as in PGlite; plain "C" would fold only ASCII. Before 17,
 * PostgreSQL has no provider of its own, and the system's C.UTF-8 knows the letters.
 * ICU collations are there by name whatever the provider of the default one.
 */
export async function createCluster(
  folder: string,
  binaries: string,
  surroundings: ExecFileOptions,
): Promise<void> {
  const access = ['-U', 'postgres', '-A', 'trust']
  const locale =
    (await majorVersion(binaries)) >= firstWithBuiltinLocale
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--lc-collate=C', '--lc-ctype=C.UTF-8']
  const words = [
    '-D',
    join(folder, 'data'),
    ...access,
    '-E',
    'UTF8',
    ...locale,
    '--no-sync',
    '--no-instructions',
  ]
  await run(join(binaries, 'initdb'), words, surroundings)
}

const firstWithBuiltinLocale = 17

async function majorVersion(binaries: string): Promise<number> {
  const { stdout } = await run(join(binaries, 'postgres'), ['--version'])
  return Number.parseInt(/\d+/.exec(stdout)?.[0] ?? '', 10)
}

/** A base backup: the files, copied while the primary knows that a copy is being made. */
export async function copyCluster(
  primary: Pick<PostgresServer, 'adminUrl' | 'folder'>,
  data: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  const client = new pg.Client({ connectionString: primary.adminUrl })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('replica', true)`)
    // Files may come and go meanwhile, which cp reports; the log that is replayed makes up for it.
    await run('cp', ['-Rp', join(primary.folder, 'data'), data]).catch(() => undefined)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await writeFile(join(data, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  await rm(join(data, 'postmaster.pid'), { force: true })
  await writeFile(join(data, 'standby.signal'), '')
  const { searchParams, port } = new URL(primary.adminUrl)
  const conninfo = `host=${searchParams.get('host')} port=${port} user=postgres`
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, data])
}
