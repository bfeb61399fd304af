/**
 * The folder of the embedded store. Two processes in one folder would destroy each other's data without noticing, so
 * whoever opens it holds a lock.
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
import { closeFolder, isOpenToOthers } from './closeFolder.ts'
import { Failure } from './failure.ts'
import { isAlive } from './isAlive.ts'
import { newMark, removeLeftBehind } from './ownerMark.ts'

export interface DataFolder {
  /** Whether users of this machine other than its owner could look into it until now. */
  wasOpen: boolean
  storePath: string
  controlSocketPath: string
  release(): Promise<void>
}

/** Null where another process has the folder. */
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
      `The data folder ${folder} cannot be used (${code}). Set FLORIN_DATA_DIR to one that can.`,
    )
  }
  const release = process.platform === 'linux' ? await lockByName(folder) : lockByFile(folder)
  if (release === null) return null
  removeDeadCopies(folder)
  // Left by a restore that was killed: a living one would hold the lock.
  rmSync(join(folder, 'store.restoring'), { recursive: true, force: true })
  for (const path of own) if (existsSync(path)) closeFolder(path)
  return { wasOpen, storePath: join(folder, 'store'), controlSocketPath: controlSocketPath(dataDir), release }
}

/** A copy that a backup reads from; the mark of its process follows. */
const copyPrefix = 'store.copy-'
const ownFolders = ['store', 'store.partial', 'store.restoring', 'store.replaced']
const ownFiles = ['control.sock', 'lock.sock', 'lock.pid']

const isOwnFolderName = (name: string): boolean => ownFolders.includes(name) || name.startsWith(copyPrefix)

/** One that holds other things is left as open as it is: closing it would be a surprise for whoever uses them. */
function isOwnFolder(folder: string): boolean {
  return readdirSync(folder).every(name => isOwnFolderName(name) || ownFiles.includes(name))
}

const ownFoldersIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(isOwnFolderName)
    .map(name => join(folder, name))

/** A backup that was killed leaves its copy behind. */
export const removeDeadCopies = (folder: string): void => removeLeftBehind(folder, copyPrefix, '')

/** Where a backup has the store copied to. */
export const newCopyPath = (dataDir: string): string => join(resolve(dataDir), `${copyPrefix}${newMark()}`)

export const controlSocketPath = (dataDir: string): string => join(resolve(dataDir), 'control.sock')

/**
 * Linux has socket names outside the file system, which vanish with their process and cannot go stale. A container with
 * a network of its own does not see them, so there is a socket in the folder too: whoever can connect to it is late.
 */
async function lockByName(folder: string): Promise<(() => Promise<void>) | null> {
  const { dev, ino } = statSync(folder)
  const name = await listenAlone(`\0florin-data-${dev}-${ino}`)
  if (name === null) return null
  const path = socketPath(join(folder, 'lock.sock'))
  if (await answers(path)) {
    await closed(name)
    return null
  }
  rmSync(path, { force: true })
  const inFolder = await listenAlone(path)
  if (inFolder === null) {
    await closed(name)
    return null
  }
  return async () => {
    await closed(inFolder)
    await closed(name)
  }
}

/** Null where another process listens there. */
async function listenAlone(path: string): Promise<Server | null> {
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

function answers(path: string): Promise<boolean> {
  return new Promise(settle => {
    const connection = createConnection(path)
    connection.once('connect', () => {
      connection.destroy()
      settle(true)
    })
    connection.once('error', () => settle(false))
  })
}

/** What the operating systems allow for the path of a socket. */
const socketPathBytesMax = 103

/** A path that a socket can have: a long one may still fit when it is told from where we stand. */
export function socketPath(path: string): string {
  const fromHere = relative(process.cwd(), path)
  const shorter = fromHere.length < path.length ? fromHere : path
  if (Buffer.byteLength(shorter) <= socketPathBytesMax) return shorter
  throw new Failure(`The path ${path} is too long for a socket. Set FLORIN_DATA_DIR to a shorter one.`)
}

/** Elsewhere a file names the process that has the folder; it is never taken from one that lives. */
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
