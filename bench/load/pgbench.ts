/** Only the database, with the exact queries of the service and nothing in between: what the machine can do. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectionSettings } from '../../src/postgres/settings.ts'
import { run } from '../support/child.ts'

/** As many connections as the service reads with. */
export const pgbenchClients = 4

export interface PgbenchRequest {
  folder: string
  socketFolder: string
  database: string
  script: string
  seconds: number
}

export async function loadWithPgbench({ folder, socketFolder, database, script, seconds }: PgbenchRequest) {
  const file = join(folder, 'pgbench.sql')
  writeFileSync(file, script)
  const output = await run(
    'pgbench',
    [
      ...['-n', '-h', socketFolder, '-U', 'postgres', '-M', 'prepared', '-c', String(pgbenchClients)],
      ...['-j', '1', '-T', String(seconds), '-f', file, database],
    ],
    { PATH: process.env.PATH, PGOPTIONS: sessionOptions() },
  )
  const [, failed = '0'] = /^number of failed transactions: (\d+)/m.exec(output) ?? []
  const [, replies = '0'] = /^number of transactions actually processed: (\d+)/m.exec(output) ?? []
  const [, perSecond = ''] = /^tps = ([\d.]+)/m.exec(output) ?? []
  if (failed !== '0' || perSecond === '') throw new Error(`pgbench failed:\n${output}`)
  return { replies: Number(replies), requestsPerSecond: Number(perSecond) }
}

/** The service's connections have these settings, and its queries are planned with them. */
const sessionOptions = (): string =>
  Object.entries(connectionSettings)
    // A space would end the option.
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')
