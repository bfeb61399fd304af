/** A log that cannot be written costs lines. It never stops the service, and never keeps it from stopping. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { LogOutput } from '../../../src/main/serve/logOutput.ts'
import { useSandbox } from '../../support/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'florin-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const flushed = (output: LogOutput): Promise<void> => new Promise(settle => output.flush(settle))
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `{"line":${from + at},"text":"Zürich"}\n`)

describe('the output of the log', () => {
  it('writes every line once, whole and in order, however many come at once', async () => {
    const path = join(folder, 'all')
    const fd = openSync(path, 'w')
    const output = new LogOutput({ fd, writeLengthMax: 2048 })
    for (const line of lines(0, 500)) output.write(line)
    await flushed(output)
    for (const line of lines(500, 503)) output.write(line)
    await flushed(output)
    closeSync(fd)
    expect(readFileSync(path, 'utf8')).toBe(lines(0, 503).join(''))
  })

  it('writes a few lines that come during a write later and together, though nobody asks for them', async () => {
    const path = join(folder, 'few')
    const fd = openSync(path, 'w')
    const output = new LogOutput({ fd })
    // A line as long as this is written at once, and the others come meanwhile.
    const all = [`${'x'.repeat(20_000)}\n`, ...lines(0, 2)]
    for (const line of all) output.write(line)
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe(all.join('')), 20_000)
    await flushed(output)
    closeSync(fd)
  })

  it.skipIf(!existsSync('/dev/full'))(
    'goes on when the disk is full, and lets the process exit',
    async () => {
      const fd = openSync('/dev/full', 'w')
      const output = new LogOutput({ fd })
      for (let round = 0; round < 3; round += 1) {
        for (const line of lines(0, 100)) output.write(line)
        await flushed(output)
      }
      const before = process.listenerCount('exit')
      output.write('The last line.\n')
      expect(process.listenerCount('exit')).toBe(before + 1)
      process.listeners('exit').at(-1)?.(0)
      await flushed(output)
      expect(process.listenerCount('exit')).toBe(before)
      closeSync(fd)
    },
  )

  it.skipIf(process.platform === 'win32')(
    'keeps a bounded number of lines while nobody reads, and those in order',
    async () => {
      const path = join(folder, 'pipe')
      execFileSync('mkfifo', [path])
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
      const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
      const output = new LogOutput({ fd })
      const line = `${'x'.repeat(9_999)}\n`
      for (let count = 0; count < 1_000; count += 1) output.write(line)
      const done = flushed(output)
      let read = 0
      const buffer = Buffer.alloc(65_536)
      const readAll = () => {
        try {
          for (let bytes = 1; bytes > 0; read += bytes) bytes = readSync(reader, buffer)
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe('EAGAIN')
        }
      }
      const reading = setInterval(readAll, 5)
      await done
      clearInterval(reading)
      readAll()
      expect(read % line.length).toBe(0)
      expect(read).toBeGreaterThan(900_000)
      expect(read).toBeLessThan(1_200_000)
      closeSync(fd)
      closeSync(reader)
    },
  )
})

/** Logs its first line when its input ends, and exits before that line is written. */
const lastWords = `
  import { openLog } from './src/main/serve/serve.ts'
  process.stdin.resume().on('end', () => {
    openLog({ logLevel: 'info' }).info('the last line')
    process.exit(0)
  })`

describe('a service whose log nobody reads any more', () => {
  const sandbox = useSandbox()

  it('exits, although a line is left that no write has tried yet', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', lastWords], {
      timeout: 120_000,
    })
    const ended = once(child, 'exit')
    child.stderr.destroy()
    child.stdin.end()
    expect(await ended).toEqual([0, null])
  })

  it('answers, and stops within its time limit', async () => {
    const service = await sandbox.serve({ FLORIN_DATA_DIR: sandbox.dataFolder('data'), LOG_LEVEL: 'info' })
    service.program.stopReading()
    const { status } = await service.request('/v1/companies', service.demoKey ?? '')
    expect(status).toBe(200)
    const { code, signal } = await service.program.stop()
    expect({ code, signal }).toEqual({ code: 0, signal: null })
  })
})
