/** A real PgBouncer in front of a test server, where one is installed. FLORIN_TEST_PGBOUNCER names another program. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverUser } from './postgresServer.ts'

const program = process.env.FLORIN_TEST_PGBOUNCER || 'pgbouncer'
const listenPort = 6432
const startMsMax = 20_000

const { stdout = '' } = spawnSync(program, ['--version'], { encoding: 'utf8' })
const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []

/** Null where it is not installed. */
export const pgbouncerVersion =
  stdout === '' || stdout === null ? null : { major: Number(major), minor: Number(minor) }
/** Only a test asks for the version: it says which outcome is the right one. */
export const keepsPrepared =
  pgbouncerVersion !== null && (pgbouncerVersion.major > 1 || pgbouncerVersion.minor >= 21)

export interface Pooler {
  url(database: string): string
  stop(): Promise<void>
}

/** `settings` are lines of its configuration; all else is at its default. */
export async function startPgbouncer(adminUrl: string, settings: Record<string, string>): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-pgbouncer-'))
  const upstream = new URL(adminUrl)
  const lines = {
    listen_port: String(listenPort),
    unix_socket_dir: folder,
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    ...settings,
  }
  writeFileSync(join(folder, 'users'), '"postgres" ""\n')
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(
    configuration,
    [
      '[databases]',
      `* = host=${upstream.searchParams.get('host')} port=${upstream.port}`,
      '[pgbouncer]',
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  )
  chmodSync(folder, 0o755)
  if (serverUser) chownSync(folder, serverUser.uid, serverUser.gid)
  const child = spawn(program, ['-q', configuration], { ...serverUser, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    await ready(child, join(folder, `.s.PGSQL.${listenPort}`))
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    url: database => `postgres://postgres@/${database}?host=${encodeURIComponent(folder)}&port=${listenPort}`,
    async stop() {
      if (child.exitCode === null) {
        const exit = once(child, 'exit')
        child.kill('SIGQUIT')
        await exit
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Its socket file appears before it listens there. */
async function ready(child: ChildProcess, socketPath: string): Promise<void> {
  let said = ''
  const keep = (text: Buffer) => {
    said += text
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep)
  const deadline = performance.now() + startMsMax
  while (!(await replies(socketPath))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`PgBouncer did not start.\n${said}`)
    }
    await sleep(10)
  }
}

function replies(socketPath: string): Promise<boolean> {
  return new Promise(settle => {
    const socket = connect(socketPath)
    socket.on('connect', () => settle(true)).on('error', () => settle(false))
    socket.on('connect', () => socket.destroy())
  })
}
