/**
 * Lets the command line work while a service has the embedded store open. The service takes commands over a socket in
 * the data folder that only its owner can open. One line of JSON asks; lines of JSON answer: progress, pieces of
 * output, and at last a result or a failure.
 */
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { CommandContext } from './commandContext.ts'
import { type CommandName, isCommandName, runCommand } from './commands.ts'
import { socketPath } from './dataFolder.ts'
import { Failure, PassingFailure } from './failure.ts'

type Message =
  | { progress: [done: number, total: number] }
  | { text: string }
  | { base64: string }
  | { result: object }
  | { failure: string; passing?: boolean }

/** As much as the paths of a thousand files may take. */
const requestBytesMax = 4 * 1024 * 1024

export interface ControlSocket {
  close(): Promise<void>
}

type Surroundings = Omit<CommandContext, 'nowMs' | 'onProgress' | 'write'> & { clock: () => number }

/** The caller holds the folder's lock, so a socket that is there already was left by a process that died. */
export async function listenForCommands(path: string, surroundings: Surroundings): Promise<ControlSocket> {
  rmSync(path, { force: true })
  const connections = new Set<Socket>()
  const server = createServer(connection => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
    connection.on('error', () => connection.destroy())
    void answer(connection, surroundings)
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

async function answer(connection: Socket, surroundings: Surroundings): Promise<void> {
  const send = (message: Message) =>
    new Promise<void>(settle => {
      connection.write(`${JSON.stringify(message)}\n`, () => settle())
    })
  try {
    const { command, input } = await readRequest(connection)
    const context: CommandContext = {
      ...surroundings,
      nowMs: surroundings.clock(),
      onProgress: (done, total) => void send({ progress: [done, total] }),
      write: piece => send(pieceMessage(piece)),
    }
    await send({ result: await runCommand(command, context, input) })
  } catch (error) {
    const message =
      error instanceof Failure ? error.message : `The service failed on it: ${(error as Error).message}`
    await send({ failure: message, ...(error instanceof PassingFailure && { passing: true }) })
  }
  connection.end()
}

const pieceMessage = (piece: string | Uint8Array): Message =>
  typeof piece === 'string' ? { text: piece } : { base64: Buffer.from(piece).toString('base64') }

async function readRequest(connection: Socket): Promise<{ command: CommandName; input: unknown }> {
  let line = ''
  for await (const chunk of connection.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    line += chunk
    if (chunk.includes('\n')) break
    if (line.length > requestBytesMax) throw new Failure('The request is too long: name fewer files at once.')
  }
  const request: unknown = JSON.parse(line)
  const { command, input } = request as { command: string; input: unknown }
  if (!isCommandName(command))
    throw new Failure(`The running service does not know ${command}. Start it anew.`)
  return { command, input }
}

type Listener = Pick<CommandContext, 'onProgress' | 'write'>

/** Has the running service do it; null where no service takes commands, as while one starts. */
export async function askService(
  path: string,
  command: CommandName,
  input: object,
  { onProgress, write }: Listener,
): Promise<object | null> {
  const connection = createConnection(socketPath(path))
  const connected = await new Promise<boolean>(settle => {
    connection.once('connect', () => settle(true))
    connection.once('error', () => settle(false))
  })
  if (!connected) return null
  connection.write(`${JSON.stringify({ command, input })}\n`)
  for await (const line of createInterface({ input: connection })) {
    const message = JSON.parse(line) as Message
    if ('progress' in message) onProgress(...message.progress)
    else if ('text' in message) await write(message.text)
    else if ('base64' in message) await write(Buffer.from(message.base64, 'base64'))
    else if ('result' in message) return message.result
    else throw message.passing ? new PassingFailure(message.failure) : new Failure(message.failure)
  }
  throw new PassingFailure(
    'The service stopped before it had answered. Nothing was changed, or all of it: try again to see.',
  )
}
