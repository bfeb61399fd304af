/** Makes a streaming replica's files from those of its primary. */
import { execFile } from 'node:child_process'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { PostgresServer } from './postgresServer.ts'

const run = promisify(execFile)

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
