/**
 * Runs the real program as a user would: a process of its own, in a folder and with an environment of its own. Every
 * process is ended by its id after the tests of the file, and every folder removed, whatever became of the tests.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, inject } from 'vitest'
import { createClient, type FlorinClient } from '../../src/client/index.ts'
import { checkedFetch } from './setup/contractCheck.ts'

/** As it is installed. */
export const programPath = fileURLToPath(new URL('../../bin/florin.js', import.meta.url))
/**
 * Words for Node before the program's. Half the CPU time of a short run on the embedded store goes into optimizing
 * WebAssembly that is hardly run, or into counting how often it runs. With this it is never optimized. The program is
 * the same.
 */
export const nodeWords = ['--liftoff-only'] as const
/** A first start takes some seconds, and much longer on a busy machine. */
const patienceMs = 240_000

export type Environment = Record<string, string>

export interface Outcome {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export class Program {
  stdout = ''
  stderr = ''
  /** Settles when the process has ended and all of its output has arrived. */
  readonly ended: Promise<Outcome>
  readonly #child: ChildProcess
  readonly #waiting = new Set<() => void>()
  #over = false

  constructor(child: ChildProcess) {
    this.#child = child
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
      this.#lookAgain()
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
      this.#lookAgain()
    })
    this.ended = once(child, 'close').then(([code, signal]) => {
      this.#over = true
      this.#lookAgain()
      return { code, signal, stdout: this.stdout, stderr: this.stderr }
    })
  }

  get pid(): number {
    return this.#child.pid as number // A process that was spawned has one.
  }

  #lookAgain(): void {
    for (const look of this.#waiting) look()
  }

  /** Waits until the output shows something; fails with the whole output where the program ends before that. */
  until<Found>(find: (program: Program) => Found | null | undefined): Promise<Found> {
    return new Promise((settle, fail) => {
      const look = () => {
        const found = find(this)
        if (found !== null && found !== undefined) end(() => settle(found))
        else if (this.#over) end(() => fail(this.#unseen('it ended')))
      }
      const patience = setTimeout(() => end(() => fail(this.#unseen('it took too long'))), patienceMs)
      const end = (outcome: () => void) => {
        clearTimeout(patience)
        this.#waiting.delete(look)
        outcome()
      }
      this.#waiting.add(look)
      look()
    })
  }

  #unseen(reason: string): Error {
    return new Error(`What was waited for did not show: ${reason}.\n${this.stdout}\n${this.stderr}`)
  }

  /** Closes its output, as a reader that was killed does. */
  stopReading(): void {
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async stop(name: NodeJS.Signals = 'SIGTERM'): Promise<Outcome> {
    this.signal(name)
    return await this.ended
  }
}

/** A running `florin serve --json`. */
export class Serving {
  readonly program: Program
  readonly api: string
  readonly url: string
  readonly demoKey: string | null

  constructor(program: Program, { api, demoKey }: { api: string; demoKey: string | null }) {
    this.program = program
    this.api = api
    this.url = new URL(api).origin
    this.demoKey = demoKey
  }

  client(secret: string): FlorinClient {
    return clientFor(this.url, secret)
  }

  request(path: string, secret?: string): Promise<Response> {
    const headers: Record<string, string> = secret === undefined ? {} : { Authorization: `Bearer ${secret}` }
    return checkedFetch(`${this.url}${path}`, { headers })
  }
}

export function clientFor(url: string, secret: string): FlorinClient {
  return createClient({ baseUrl: `${url}/v1`, apiKey: secret, fetch: checkedFetch, retries: 0 })
}

/** A temp folder that stands for a user's machine, and the programs that run on it. */
export class Sandbox {
  #folder: string | null = null
  readonly #programs = new Set<Program>()

  /** Made when it is first asked for, so that a file whose tests are skipped leaves none behind. */
  get folder(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'florin-program-'))
    return this.#folder
  }

  file(name: string, content: string | object): string {
    const path = join(this.folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  /** A data folder whose store has its schema and nothing else: making one from nothing takes seconds. */
  dataFolder(name: string): string {
    const path = join(this.folder, name)
    mkdirSync(join(path, 'store'), { recursive: true })
    // The archive's names begin with a slash, which tar drops, and says so.
    execFileSync('tar', ['-xf', inject('embeddedArchive'), '-C', join(path, 'store')], { stdio: 'pipe' })
    // As the service makes it: else it would say at its start that others could read the folder.
    for (const each of [path, join(path, 'store')]) chmodSync(each, 0o700)
    return path
  }

  /** Starts the program; its environment is the given one and the little that it cannot do without. `input` is its standard input. */
  start(words: readonly string[], env: Environment = {}, input?: string): Program {
    const { PATH, TMPDIR } = process.env
    const child = spawn(process.execPath, [...nodeWords, programPath, ...words], {
      cwd: this.folder,
      env: { PATH, ...(TMPDIR && { TMPDIR }), HOME: this.folder, PORT: '0', LOG_LEVEL: 'warn', ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    child.stdin?.end(input)
    const program = new Program(child)
    this.#programs.add(program)
    program.ended.then(
      () => this.#programs.delete(program),
      () => this.#programs.delete(program),
    )
    return program
  }

  async run(words: readonly string[], env: Environment = {}, input?: string): Promise<Outcome> {
    return await this.start(words, env, input).ended
  }

  async serve(env: Environment): Promise<Serving> {
    const program = this.start(['serve', '--json'], env)
    const line = await program.until(({ stdout }) => (stdout.endsWith('\n') ? stdout : null))
    return new Serving(program, JSON.parse(line))
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#programs].map(program => program.stop('SIGKILL')))
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true })
    this.#folder = null
  }
}

/** A sandbox for the tests of a file or a describe, cleared away after them. */
export function useSandbox(): Sandbox {
  const sandbox = new Sandbox()
  afterAll(() => sandbox.remove())
  return sandbox
}
