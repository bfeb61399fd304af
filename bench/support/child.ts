/** Child processes: the service, its commands and its peers. Each is ended by its own id. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { undoLater } from './cleanup.ts'

const programPath = fileURLToPath(new URL('../../bin/florin.js', import.meta.url))
const scriptPath = (name: string): string => fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
const startSecondsMax = 120
const stopSecondsMax = 20
const logLinesShown = 15
/** The maximum the service accepts: the limit is not measured here. */
const rateMax = '1000000'

export interface RunningServer {
  url: string
  pid: number
  /** From the start of the process to the line with its address and key. */
  greetedMs: number
  /** From the start of the process to its first reply. */
  startMs: number
  /** Of the demo workspace, on a first start with `FLORIN_DEMO=on`. */
  demoKey: string | null
  stop(): Promise<void>
}

export type Environment = Record<string, string>

/** The given environment plus the few variables a child needs. */
function environment(env: Environment): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, HOME } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env }
}

/** `florin serve` with a limit out of reach and its log in a file. */
export function startFlorin(folder: string, env: Environment): Promise<RunningServer> {
  const settings = {
    PORT: '0',
    FLORIN_DEMO: 'off',
    FLORIN_RATE_PER_SECOND: rateMax,
    FLORIN_RATE_BURST: rateMax,
    ...env,
  }
  return startServer(folder, 'service', [programPath, 'serve', '--json'], settings, '/healthz')
}

/** Starts a peer of `bench/peers`. */
export function startPeer(folder: string, name: string, words: string[], env: Environment = {}) {
  return startServer(
    folder,
    name.replace('/', '-'),
    ['--import', 'tsx', scriptPath(`peers/${name}`), ...words],
    env,
    '/',
  )
}

/** Starts a server that prints a line of JSON, with its address in `url` or `api`, when it listens. */
async function startServer(
  folder: string,
  name: string,
  words: string[],
  env: Environment,
  firstPath: string,
): Promise<RunningServer> {
  const logPath = join(folder, `${name}.log`)
  const log = openSync(logPath, 'a')
  const startedMs = performance.now()
  const child = spawn(process.execPath, words, { env: environment(env), stdio: ['ignore', 'pipe', log] })
  closeSync(log)
  const stop = undoLater(() => end(child))
  try {
    const line = await firstLine(child)
    const greetedMs = performance.now() - startedMs
    const {
      url,
      api,
      demoKey = null,
    } = JSON.parse(line) as { url?: string; api?: string; demoKey?: string | null }
    const origin = new URL(url ?? api ?? '').origin
    await (await fetch(origin + firstPath)).arrayBuffer()
    const startMs = performance.now() - startedMs
    return { url: origin, pid: child.pid as number, greetedMs, startMs, demoKey, stop }
  } catch (cause) {
    await stop()
    const lines = readFileSync(logPath, 'utf8').trimEnd().split('\n').slice(-logLinesShown)
    throw new Error(`${name} did not start. Its log ends:\n${lines.join('\n')}`, { cause })
  }
}

/** The output is still read to its end: a full pipe would block the child. */
async function firstLine(child: ChildProcess): Promise<string> {
  const signal = AbortSignal.timeout(startSecondsMax * 1000)
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('it exited before it listened')
  })
  const line = new Promise<string>(settle => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (text.includes('\n')) settle(text)
    })
  })
  ended.catch(() => undefined)
  return await Promise.race([line, ended])
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exit = once(child, 'exit')
  const impatience = setTimeout(() => child.kill('SIGKILL'), stopSecondsMax * 1000)
  child.kill('SIGTERM')
  await exit
  clearTimeout(impatience)
}

/** Runs a script of `bench` to completion. */
export function runScript(name: string, words: string[], env: Environment): Promise<string> {
  return run(process.execPath, ['--import', 'tsx', scriptPath(name), ...words], environment(env))
}

/** Runs a command of `florin` to completion. */
export function runFlorin(
  words: string[],
  env: Environment,
  onStart?: (pid: number) => void,
): Promise<string> {
  return run(process.execPath, [programPath, ...words, '--json'], environment(env), onStart)
}

/** Runs a program to completion; throws with its output if it fails. */
export async function run(
  program: string,
  words: string[],
  env?: NodeJS.ProcessEnv,
  onStart?: (pid: number) => void,
): Promise<string> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], ...(env && { env }) })
  if (child.pid !== undefined) onStart?.(child.pid)
  const undone = undoLater(() => end(child))
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code, signal] = await once(child, 'close')
  await undone()
  if (code === 0) return output
  throw new Error(`${program} ${words.join(' ')} exited with ${code ?? signal}:\n${errors}${output}`)
}
