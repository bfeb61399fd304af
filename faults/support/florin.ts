/** The real program: a service that is restarted again and again on one store, and commands that run alongside it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { undoLater } from '../../bench/support/cleanup.ts'
import { childrenOf } from './processes.ts'
import type { FaultStore } from './store.ts'

const programPath = fileURLToPath(new URL('../../bin/florin.js', import.meta.url))
const startMsMax = 300_000
const endMsMax = 60_000
const errorLettersMax = 4_000
/** The maximum of the configuration: rate limits are not tested here. */
const limitMax = '1000000'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export class Child {
  stdout = ''
  stderr = ''
  readonly process: ChildProcess
  readonly ended: Promise<Ended>

  constructor(
    words: readonly string[],
    env: Record<string, string>,
    cwd: string,
    nodeWords: string[] = [],
    logPath?: string,
  ) {
    const { PATH, TMPDIR } = process.env
    this.process = spawn(process.execPath, [...nodeWords, programPath, ...words], {
      cwd,
      env: { PATH, ...(TMPDIR && { TMPDIR }), HOME: cwd, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(nodeWords.length > 0 ? (['ipc'] as const) : [])],
    })
    // Kept open, because the last lines may arrive after the folder is removed.
    const log = logPath === undefined ? null : openSync(logPath, 'a')
    const forget = undoLater(() => this.kill())
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
    })
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-errorLettersMax)
      if (log !== null) writeSync(log, text)
    })
    this.ended = once(this.process, 'close').then(async ([code]) => {
      if (log !== null) closeSync(log)
      await forget()
      return { code, stdout: this.stdout, stderr: this.stderr }
    })
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null
  }

  async kill(): Promise<void> {
    if (this.running) {
      this.process.kill('SIGKILL')
      await once(this.process, 'exit')
    }
  }
}

export class Florin {
  readonly store: FaultStore
  readonly #serveWords: string[]
  readonly #nodeWords: string[]
  #service: Child | null = null
  #url = ''

  constructor(store: FaultStore, serveWords: string[] = [], nodeWords: string[] = []) {
    this.store = store
    this.#serveWords = serveWords
    this.#nodeWords = nodeWords
  }

  get url(): string {
    return this.#url
  }

  /** The service's log over all its starts. */
  get logPath(): string {
    return join(this.store.folder, 'service.log')
  }

  get service(): Child {
    if (this.#service === null) throw new Error('The service was not started.')
    return this.#service
  }

  get #env(): Record<string, string> {
    return {
      ...this.store.env,
      PORT: '0',
      FLORIN_DEMO: 'off',
      LOG_LEVEL: 'warn',
      FLORIN_RATE_PER_SECOND: limitMax,
      FLORIN_RATE_BURST: limitMax,
      FLORIN_AUTH_FAILURES_PER_MINUTE: limitMax,
    }
  }

  /** Starts the service and waits until it is ready. */
  async start(): Promise<void> {
    const words = ['serve', '--json', ...this.#serveWords]
    const child = new Child(words, this.#env, this.store.folder, this.#nodeWords, this.logPath)
    this.#service = child
    const deadlineMs = performance.now() + startMsMax
    while (!child.stdout.includes('\n')) {
      if (!child.running) throw new Error(`The service did not start:\n${child.stderr}`)
      if (performance.now() > deadlineMs)
        throw new Error(`The service took too long to start.\n${child.stderr}`)
      await sleep(5)
    }
    this.#url = new URL((JSON.parse(child.stdout) as { api: string }).api).origin
    await this.ready(deadlineMs)
  }

  /** Waits until the service is ready, for example after its database was down. */
  async ready(deadlineMs = performance.now() + startMsMax): Promise<void> {
    while (performance.now() < deadlineMs) {
      if (!this.service.running) throw new Error(`The service exited on its own:\n${this.service.stderr}`)
      const reply = await fetch(`${this.#url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => null,
      )
      await reply?.arrayBuffer().catch(() => null)
      if (reply?.status === 200) return
      await sleep(20)
    }
    throw new Error(`The service did not become ready again.\n${this.service.stderr}`)
  }

  /** The worker processes of a service with several. */
  get workers(): number[] {
    return childrenOf(this.service.process.pid ?? 0)
  }

  /** The workers of a killed service finish their requests and exit on their own. */
  async gone(pids: readonly number[]): Promise<boolean> {
    const deadlineMs = performance.now() + endMsMax
    while (pids.some(isRunning)) {
      if (performance.now() > deadlineMs) return false
      await sleep(20)
    }
    return true
  }

  command(words: readonly string[]): Child {
    return new Child(words, this.#env, this.store.folder)
  }

  /** Runs a command, which must succeed, and parses its JSON output. */
  async run<Result>(words: readonly string[]): Promise<Result> {
    const { code, stdout, stderr } = await this.command([...words, '--json']).ended
    if (code !== 0) throw new Error(`florin ${words.join(' ')} exited with ${code}:\n${stderr}${stdout}`)
    return JSON.parse(stdout) as Result
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie process is still in the process table.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
