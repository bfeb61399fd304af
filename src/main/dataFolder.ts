/**
 * The folder of the embedded store. Two processes using it at once would corrupt the data, so opening it takes a lock.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { Failure } from './failure.ts'
import { isAlive } from './isAlive.ts'
import { newMark, removeLeftBehind } from './ownerMark.ts'
import { isOpenToOthers, makePrivate } from './privateFolder.ts'

export interface DataFolder {
  /** Whether other users of this machine could read the folder until now. */
  wasOpen: boolean
  storePath: string
  controlSocketPath: string
  /** What secrets of webhooks are derived from. */
  secretPath: string
  release(): Promise<void>
}

export const storePathIn = (dataDir: string): string => join(resolve(dataDir), 'store')

/** Null if another process has the folder open. */
export async function takeDataFolder(dataDir: string): Promise<DataFolder | null> {
  const folder = resolve(dataDir)
  let own: string[]
  let wasOpen: boolean
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    own = isOwnFolder(folder) ? [folder] : ownFoldersIn(folder)
    wasOpen = own.some(isOpenToOthers)
    for (const path of own) chmodSync(path, 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure(
      `The data folder ${folder} cannot be used (${code}). Set FLORIN_DATA_DIR to another folder.`,
    )
  }
  const release = process.platform === 'linux' ? await lockByName(folder) : lockByFile(folder)
  if (release === null) return null
  removeDeadCopies(folder)
  // Left by a restore that was killed: a running one would hold the lock.
  rmSync(join(folder, 'store.restoring'), { recursive: true, force: true })
  for (const path of own) if (existsSync(path)) makePrivate(path)
  return {
    wasOpen,
    storePath: storePathIn(dataDir),
    controlSocketPath: controlSocketPath(dataDir),
    secretPath: join(folder, 'secret'),
    release,
  }
}

/** A copy that a backup reads from. The mark of its process follows the prefix. */
const copyPrefix = 'store.copy-'
const ownFolders = ['store', 'store.partial', 'store.restoring', 'store.replaced']
const ownFiles = ['control.sock', 'lock.sock', 'lock.pid', 'secret', 'secret.partial']

const isOwnFolderName = (name: string): boolean => ownFolders.includes(name) || name.startsWith(copyPrefix)

/** Permissions of a folder with other files in it are left alone, so that other users keep access to those. */
function isOwnFolder(folder: string): boolean {
  return readdirSync(folder).every(name => isOwnFolderName(name) || ownFiles.includes(name))
}

const ownFoldersIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(isOwnFolderName)
    .map(name => join(folder, name))

/** Removes copies that killed backups left behind. */
export const removeDeadCopies = (folder: string): void => removeLeftBehind(folder, copyPrefix, '')

/** Where a backup copies the store to. */
export const newCopyPath = (dataDir: string): string => join(resolve(dataDir), `${copyPrefix}${newMark()}`)

export const controlSocketPath = (dataDir: string): string => join(resolve(dataDir), 'control.sock')

/**
 * Linux has abstract socket names, which disappear with their process and never go stale. Containers with their own
 * network namespace do not see them, so there is also a socket in the folder: if it accepts connections, the folder is
 * in use.
 */
async function lockByName(folder: string): Promise<(() => Promise<void>) | null> {
  const { dev, ino } = statSync(folder)
  const name = await tryListen(`\0florin-data-${dev}-${ino}`)
  if (name === null) return null
  const path = socketPath(join(folder, 'lock.sock'))
  if (await acceptsConnections(path)) {
    await closed(name)
    return null
  }
  rmSync(path, { force: true })
  const inFolder = await tryListen(path)
  if (inFolder === null) {
    await closed(name)
    return null
  }
  return async () => {
    await closed(inFolder)
    await closed(name)
  }
}

/** Null if another process already listens there. */
async function tryListen(path: string): Promise<Server | null> {
  const server = createServer(connection => connection.destroy())
  const listens = await new Promise<boolean>((settle, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? settle(false) : fail(error),
    )
    server.listen({ path }, () => settle(true))
  })
  return listens ? server.unref() : null
}

const closed = (server: Server): Promise<void> => new Promise(settle => server.close(() => settle()))

function acceptsConnections(path: string): Promise<boolean> {
  return new Promise(settle => {
    const connection = createConnection(path)
    connection.once('connect', () => {
      connection.destroy()
      settle(true)
    })
    connection.once('error', () => settle(false))
  })
}

/** The shortest limit among operating systems for the path of a socket. */
const socketPathBytesMax = 103

/** Sockets have short paths. A path that is too long may still fit relative to the working directory. */
export function socketPath(path: string): string {
  const fromHere = relative(process.cwd(), path)
  const shorter = fromHere.length < path.length ? fromHere : path
  if (Buffer.byteLength(shorter) <= socketPathBytesMax) return shorter
  throw new Failure(`The path ${path} is too long for a socket. Set FLORIN_DATA_DIR to a shorter one.`)
}

/** On other systems, a file holds the id of the process that has the folder. A stale file is replaced. */
export function lockByFile(folder: string): (() => Promise<void>) | null {
  const path = join(folder, 'lock.pid')
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return async () => rmSync(path, { force: true })
    } catch {
      if (isAlive(Number(readFileSync(path, 'utf8')))) return null
      rmSync(path, { force: true })
    }
  }
  return null
}
