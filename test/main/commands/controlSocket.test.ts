/** The control socket of a running service, used by well and badly behaved clients. */
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import type { CommandName } from '../../../src/main/commands/commands.ts'
import { askService } from '../../../src/main/commands/controlSocket.ts'
import { controlSocketPath } from '../../../src/main/dataFolder.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { type Serving, useSandbox } from '../../support/program.ts'

/** For what takes a moment, and much longer on a busy machine. */
const patience = { timeout: 60_000 }
const sandbox = useSandbox()
let service: Serving
let path: string
/** The service has its own, because other tests also spool into the system's. */
let tempFolder: string

/** Larger than the socket's buffers, so that the writer has to wait for the reader. */
function largeWorkspace(): WorkspaceFile {
  const owner = company()
  const on = account(owner)
  const description = 'x'.repeat(1_000)
  const transactions = Array.from({ length: 3_000 }, () => transaction(on, { description }))
  return workspaceFile({ companies: [owner], accounts: [on], transactions })
}

const file = largeWorkspace()
const exportRequest = { command: 'export', input: { workspace: file.workspace.id } }

beforeAll(async () => {
  const dataDir = sandbox.dataFolder('data')
  path = controlSocketPath(dataDir)
  tempFolder = join(sandbox.folder, 'temp')
  mkdirSync(tempFolder)
  service = await sandbox.serve({ FLORIN_DATA_DIR: dataDir, FLORIN_DEMO: 'off', TMPDIR: tempFolder })
  await ask('load', { file: sandbox.file('large.json', file) })
})

async function ask(
  command: CommandName,
  input: object = {},
): Promise<{ result: object | null; output: string }> {
  let output = ''
  const write = async (text: string) => {
    output += text
  }
  const result = await askService(path, command, input, { onProgress: () => undefined, write })
  return { result, output }
}

function opened(): Promise<Socket> {
  const connection = connect(path)
  connection.on('error', () => undefined)
  return new Promise(settle => connection.once('connect', () => settle(connection)))
}

/** The last line of the reply to these bytes. */
async function lastReply(sent: string | Buffer): Promise<Record<string, unknown>> {
  const connection = await opened()
  connection.write(sent)
  let last = ''
  for await (const line of createInterface({ input: connection })) last = line
  return JSON.parse(last)
}

const scratchFolders = () => readdirSync(tempFolder).filter(name => name.startsWith('florin-scratch-'))

/** The service still replies. */
async function expectUnharmed(): Promise<void> {
  const reply = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(patience.timeout) })
  expect(reply.status).toBe(200)
}

describe('the control socket', () => {
  it('is accessible only to its owner, and so is its folder', () => {
    expect(statSync(path).isSocket()).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  })

  it('accepts several commands at once', async () => {
    const replies = await Promise.all([
      ask('workspaces list'),
      ask('export', { workspace: file.workspace.id }),
      ask('keys list'),
    ])
    expect(replies[0]?.result).toMatchObject({ workspaces: [{ id: file.workspace.id }] })
    expect(JSON.parse(replies[1]?.output ?? '')).toMatchObject({ transactions: { length: 3_000 } })
    expect(replies[2]?.result).toEqual({ keys: [] })
  })

  it('reports progress while it works', async () => {
    const connection = await opened()
    const load = { command: 'load', input: { file: join(sandbox.folder, 'large.json') } }
    connection.write(`${JSON.stringify(load)}\n`)
    const names: string[] = []
    for await (const line of createInterface({ input: connection }))
      names.push(...Object.keys(JSON.parse(line)))
    const told = names.filter(name => name !== 'alive')
    expect(told.slice(0, -1).every(name => name === 'progress')).toBe(true)
    expect(told.length).toBeGreaterThan(2)
    expect(names.at(-1)).toBe('result')
  })

  it.each([
    ['no JSON', 'GET / HTTP/1.1\r\n\r\n'],
    ['bytes that are no text', Buffer.from([0xff, 0x00, 0xfe, 0x0a])],
    ['null', 'null\n'],
    ['a command that is not there', '{"command":"constructor","input":{}}\n'],
    ['a command without its input', '{"command":"keys create"}\n'],
    ['input of the wrong kind', '{"command":"load","input":{"file":7}}\n'],
    ['a line without an end', 'x'.repeat(5_000_000)],
  ])('replies to %s with a failure, and the service keeps working', async (_, sent) => {
    expect(await lastReply(sent)).toEqual({ failure: expect.stringMatching(/./), kind: expect.any(String) })
    await expectUnharmed()
  })

  it('survives clients that disconnect without a command, or in the middle of one', async () => {
    for (let count = 0; count < 10; count += 1) {
      ;(await opened()).destroy()
      ;(await opened()).end('{"command": "exp')
    }
    await expectUnharmed()
  })

  it('survives a client that disconnects in the middle of an export', async () => {
    const connection = await opened()
    connection.write(`${JSON.stringify(exportRequest)}\n`)
    await new Promise(settle => connection.once('data', settle))
    connection.destroy()
    await expectUnharmed()
    const { result } = await ask('export', { workspace: file.workspace.id })
    expect(result).toMatchObject({ workspaceId: file.workspace.id })
  })

  it('does not delay requests while a client does not read its export, and leaves no file behind', async () => {
    const connection = await opened()
    try {
      connection.pause()
      connection.write(`${JSON.stringify(exportRequest)}\n`)
      // The first bytes have arrived and are not read, as with `florin export | less`.
      await vi.waitFor(() => expect(connection.readableLength).toBeGreaterThan(0), patience)
      expect(scratchFolders()).not.toEqual([])
      await expectUnharmed()
    } finally {
      connection.destroy()
    }
    await vi.waitFor(() => expect(scratchFolders()).toEqual([]), patience)
  })

  it('is refused in one line if its path is too long for a socket', async () => {
    const quiet = { onProgress: () => undefined, write: async () => undefined }
    const asked = askService(join('/', 'x'.repeat(120), 'control.sock'), 'keys list', {}, quiet)
    await expect(asked).rejects.toThrow(/^The path \S+ is too long for a socket\. Set FLORIN_DATA_DIR .+\.$/)
  })

  it('of a frozen service is given up in one clear line, and the command is not run later', async () => {
    const quiet = { onProgress: () => undefined, write: async () => undefined }
    const input = { workspace: file.workspace.id, name: 'Asked in vain', scopes: 'all' }
    service.program.signal('SIGSTOP')
    try {
      const asked = askService(path, 'keys create', input, quiet, 1_000)
      await expect(asked).rejects.toThrow(/has not responded for 1 s\. It may be frozen/)
    } finally {
      service.program.signal('SIGCONT')
    }
    const { result } = await ask('keys list')
    expect(JSON.stringify(result)).not.toContain('Asked in vain')
  })

  it('does not run a command whose client has given up meanwhile, even if the connection is still open', async () => {
    const input = { workspace: file.workspace.id, name: 'Asked too early', scopes: 'all' }
    const late = { command: 'keys create', input, untilMs: Date.now() }
    expect(await lastReply(`${JSON.stringify(late)}\n`)).toMatchObject({
      failure: expect.stringMatching(/has not run this command, and has changed nothing/),
      passing: true,
    })
    const { result } = await ask('keys list')
    expect(JSON.stringify(result)).not.toContain('Asked too early')
  })

  it('sends signs of life while a long command outputs nothing', async () => {
    const connection = await opened()
    // No command was sent yet, so only a sign of life can come.
    const [line] = await once(createInterface({ input: connection }), 'line')
    expect(JSON.parse(line)).toEqual({ alive: true })
    connection.destroy()
  })

  it('is removed when the service stops, even while a client holds it open', async () => {
    const connection = await opened()
    const { code, stderr } = await service.program.stop()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(existsSync(path)).toBe(false)
    connection.destroy()
    expect((await ask('workspaces list')).result).toBeNull()
  })
})
