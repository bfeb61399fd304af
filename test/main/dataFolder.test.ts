import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockByFile, takeDataFolder } from '../../src/main/dataFolder.ts'
import { nodeWords, Program, programPath, useSandbox } from '../support/program.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-folder-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('the data folder', () => {
  it('is created if missing, only for its owner', async () => {
    const path = join(folder, 'deep', 'data')
    const taken = await takeDataFolder(path)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(taken).toMatchObject({
      storePath: join(path, 'store'),
      controlSocketPath: join(path, 'control.sock'),
    })
    await taken?.release()
  })

  it('can be locked by one process at a time, by any path, and again after its release', async () => {
    const first = await takeDataFolder(folder)
    expect(first).not.toBeNull()
    expect(await takeDataFolder(join(folder, '..', folder.split('/').at(-1) ?? ''))).toBeNull()
    await first?.release()
    const second = await takeDataFolder(folder)
    expect(second).not.toBeNull()
    await second?.release()
  })

  it('is refused if it is a file, in one line that says what to set', async () => {
    writeFileSync(join(folder, 'file'), '')
    const taken = takeDataFolder(join(folder, 'file'))
    await expect(taken).rejects.toThrow(
      /^The data folder .*file cannot be used \(EEXIST\)\. Set FLORIN_DATA_DIR/,
    )
  })

  it('is closed to other users if it was open to them', async () => {
    chmodSync(folder, 0o755)
    const taken = await takeDataFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await taken?.release()
  })
})

describe('a store that other users could read, under a umask of 022', () => {
  const sandbox = useSandbox()

  it('is closed to them when the service starts, with all present and later files, and the log says so', async () => {
    const dataDir = sandbox.dataFolder('open')
    execFileSync('chmod', ['-R', 'a+rX', dataDir])
    const program = new Program(
      spawn(
        'sh',
        ['-c', 'umask 022; exec "$0" "$@" serve --json', process.execPath, ...nodeWords, programPath],
        {
          cwd: sandbox.folder,
          env: { PATH: process.env.PATH, FLORIN_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
        },
      ),
    )
    try {
      await program.until(({ stdout }) => (stdout.endsWith('\n') ? stdout : null))
      const open = execFileSync('find', [dataDir, '-perm', '/077', '-not', '-type', 's'], {
        encoding: 'utf8',
      })
      expect(open).toBe('')
      expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
      await program.until(({ stderr }) =>
        stderr.includes('other users could read the data folder') ? true : null,
      )
    } finally {
      await program.stop()
    }
    expect(program.stderr.trim().split('\n')).toHaveLength(1)
  })

  it('is closed in a folder with other files, which stay unchanged', async () => {
    const dataDir = sandbox.dataFolder('shared')
    writeFileSync(join(dataDir, 'notes.txt'), '', { mode: 0o644 })
    execFileSync('chmod', ['-R', 'a+rX', dataDir])
    const taken = await takeDataFolder(dataDir)
    expect(taken?.wasOpen).toBe(true)
    await taken?.release()
    expect(statSync(dataDir).mode & 0o777).toBe(0o755)
    expect(statSync(join(dataDir, 'notes.txt')).mode & 0o777).toBe(0o644)
    expect(execFileSync('find', [join(dataDir, 'store'), '-perm', '/077'], { encoding: 'utf8' })).toBe('')
  })
})

describe('two containers that share a data folder', () => {
  const sandbox = useSandbox()

  it('cannot both open it, even with separate network namespaces', async context => {
    const run = promisify(execFile)
    const allowed = await run('unshare', ['-rn', 'true']).then(
      () => true,
      () => false,
    )
    if (!allowed) return context.skip('this system does not allow tests to create network namespaces')
    const dataDir = sandbox.dataFolder('shared')
    const taken = await takeDataFolder(dataDir)
    try {
      const options = { env: { PATH: process.env.PATH, FLORIN_DATA_DIR: dataDir }, timeout: 90_000 }
      const second = run('unshare', ['-rn', process.execPath, programPath, 'migrate'], options)
      const inUse = { code: 5, stderr: expect.stringMatching(/^florin: The data folder .*in use.*\n$/) }
      await expect(second).rejects.toMatchObject(inUse)
    } finally {
      await taken?.release()
    }
  })
})

describe('the lock by file, for systems other than Linux', () => {
  const lockPath = () => join(folder, 'lock.pid')

  it('names the process that holds it, one at a time', async () => {
    const release = lockByFile(folder)
    expect(readFileSync(lockPath(), 'utf8')).toBe(String(process.pid))
    expect(lockByFile(folder)).toBeNull()
    await release?.()
  })

  it('is removed on release, and can be taken again', async () => {
    await lockByFile(folder)?.()
    expect(existsSync(lockPath())).toBe(false)
    const again = lockByFile(folder)
    expect(again).not.toBeNull()
    await again?.()
  })

  it('is taken over from a dead process', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(child, 'exit')
    writeFileSync(lockPath(), String(child.pid))
    const release = lockByFile(folder)
    expect(readFileSync(lockPath(), 'utf8')).toBe(String(process.pid))
    await release?.()
  })

  it("is never taken from a living process, not even another user's", () => {
    writeFileSync(lockPath(), '1')
    expect(lockByFile(folder)).toBeNull()
    expect(readFileSync(lockPath(), 'utf8')).toBe('1')
  })

  it('is not taken from a process that has created the file but not yet written its id', () => {
    writeFileSync(lockPath(), '')
    expect(lockByFile(folder)).toBeNull()
  })
})
