/**
 * Lets the command line work while a service has the embedded store open. The service accepts commands over a socket in
 * the data folder that only its owner can open. A request is one line of JSON; the reply is lines of JSON: progress,
 * pieces of output, and finally a result or a failure. Regular keep-alive lines let a command tell long work from a
 * service that hangs.
 */
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { CommandContext } from '../commandContext.ts'
import { socketPath } from '../dataFolder.ts'
import { Failure, type FailureKind, PassingFailure } from '../failure.ts'
import { type CommandName, isCommandName, runCommand } from './commands.ts'

type Message =
  | { alive: true }
  | { progress: [done: number, total: number] }
  | { text: string }
  | { base64: string }
  | { result: object }
  | { failure: string; passing?: boolean; kind?: FailureKind }

/** Enough for the paths of a thousand files. */
const requestBytesMax = 4 * 1024 * 1024

const aliveMs = 2_000
/** Longer than the embedded store's slowest query, during which the service cannot send anything. */
const silentMsMax = 30_000
/** A command has to be started within this part of the time after which a silent service is given up. */
const startedPart = 0.9

export interface ControlSocket {
  close(): Promise<void>
}

type Surroundings = Omit<CommandContext, 'nowMs' | 'onProgress' | 'write'> & { clock: () => number }

/** The caller holds the folder's lock, so an existing socket was left by a process that died. */
export async function listenForCommands(path: string, surroundings: Surroundings): Promise<ControlSocket> {
  rmSync(path, { force: true })
  const connections = new Set<Socket>()
  const server = createServer(connection => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
    connection.on('error', () => connection.destroy())
    void serveCommand(connection, surroundings)
  })
  await new Promise<void>((settle, fail) => {
    server.once('error', fail)
    server.listen(socketPath(path), settle)
  })
  chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise(settle => {
        server.close(() => settle())
        for (const connection of connections) connection.destroy()
      }),
  }
}

async function serveCommand(connection: Socket, surroundings: Surroundings): Promise<void> {
  const send = (message: Message) =>
    new Promise<void>(settle => {
      connection.write(`${JSON.stringify(message)}\n`, () => settle())
    })
  const alive = setInterval(() => {
    // Skip it if the client is not reading: more lines would only pile up in memory.
    if (!connection.writableNeedDrain) void send({ alive: true })
  }, aliveMs)
  try {
    const { command, input, untilMs } = await readRequest(connection)
    await send({ alive: true })
    // The client has given up, so nothing may happen any more.
    if (connection.destroyed) return
    if (Date.now() >= untilMs) throw new PassingFailure(tooLateMessage)
    const context: CommandContext = {
      ...surroundings,
      nowMs: surroundings.clock(),
      onProgress: (done, total) => void send({ progress: [done, total] }),
      write: piece => send(pieceMessage(piece)),
    }
    await send({ result: await runCommand(command, context, input) })
  } catch (error) {
    const message =
      error instanceof Failure ? error.message : `The service failed: ${(error as Error).message}`
    const kind = error instanceof Failure ? error.kind : 'other'
    await send({ failure: message, kind, ...(error instanceof PassingFailure && { passing: true }) })
  } finally {
    clearInterval(alive)
  }
  connection.end()
}

const pieceMessage = (piece: string | Uint8Array): Message =>
  typeof piece === 'string' ? { text: piece } : { base64: Buffer.from(piece).toString('base64') }

interface CommandRequest {
  command: CommandName
  input: unknown
  untilMs: number
}

async function readRequest(connection: Socket): Promise<CommandRequest> {
  let line = ''
  for await (const chunk of connection.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    line += chunk
    if (chunk.includes('\n')) break
    if (line.length > requestBytesMax)
      throw new Failure('The request is too long: import fewer files at once.')
  }
  const request: unknown = JSON.parse(line)
  // Commands of older versions have no time limit.
  const {
    command,
    input,
    untilMs = Number.POSITIVE_INFINITY,
  } = request as { command: string; input: unknown; untilMs?: number }
  if (!isCommandName(command))
    throw new Failure(`The running service does not know the command ${command}. Restart it.`)
  return { command, input, untilMs }
}

type Listener = Pick<CommandContext, 'onProgress' | 'write'>

/** Runs a command in the running service; null if no service accepts commands, for example while it starts. */
export async function askService(
  path: string,
  command: CommandName,
  input: object,
  { onProgress, write }: Listener,
  silenceMs = silentMsMax,
): Promise<object | null> {
  const connection = createConnection(socketPath(path))
  const connected = await new Promise<boolean>(settle => {
    connection.once('connect', () => settle(true))
    connection.once('error', () => settle(false))
  })
  if (!connected) return null
  connection.on('error', () => undefined)
  // By then we have not given up yet. A closed connection alone is no sure sign of it: while this process starts another one,
  // that one has a copy of the connection for a moment.
  const untilMs = Date.now() + silenceMs * startedPart
  connection.write(`${JSON.stringify({ command, input, untilMs })}\n`)
  const lines = createInterface({ input: connection })[Symbol.asyncIterator]()
  for (;;) {
    const { value: line, done } = await unlessSilent(lines.next(), silenceMs, connection)
    if (done) throw new PassingFailure(stoppedMessage)
    const message = JSON.parse(line) as Message
    if ('alive' in message) continue
    if ('progress' in message) onProgress(...message.progress)
    else if ('text' in message) await write(message.text)
    else if ('base64' in message) await write(Buffer.from(message.base64, 'base64'))
    else if ('result' in message) return message.result
    else
      throw message.passing ? new PassingFailure(message.failure) : new Failure(message.failure, message.kind)
  }
}

/** Silence is counted in ticks, so that a pause of this process itself counts as only one. */
const silenceTicks = 30

/** Limits only the wait for the next line. A slow reader of our own output does not count. */
async function unlessSilent<Result>(
  next: Promise<Result>,
  silenceMs: number,
  connection: Socket,
): Promise<Result> {
  let ticks = 0
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, fail) => {
    timer = setInterval(() => {
      ticks += 1
      if (ticks < silenceTicks) return
      fail(new PassingFailure(silenceMessage(silenceMs)))
      connection.destroy()
    }, silenceMs / silenceTicks)
  })
  try {
    return await Promise.race([next, silence])
  } finally {
    clearInterval(timer)
  }
}

const silenceMessage = (silenceMs: number): string =>
  `The service that has the data folder open has not responded for ${silenceMs / 1000} s. ` +
  'It may be frozen: check it, or stop it. Then check whether this was done before you run the command again.'

const tooLateMessage =
  'The service was busy for so long that it has not run this command, and has changed nothing. Run it again.'

const stoppedMessage =
  'The service stopped before it replied. The change was saved completely or not at all: run the command again.'
