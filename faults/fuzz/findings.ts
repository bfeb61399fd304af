/** Findings, printed at once and stored in a file that can be replayed. */
import { appendFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreName } from '../support/store.ts'
import type { RawRequest } from './connection.ts'
import { type Target, withStandIns } from './target.ts'

export interface Finding {
  store: StoreName
  what: string
  method: string
  /** With placeholders instead of the secrets. */
  base64: string
  /** Its framing is broken, so it may get no reply. */
  last: boolean
}

const printedLettersMax = 2_000
/** The service buffers log lines for up to 100 ms. */
const logMs = 500
const logLinesMax = 5

export class Findings {
  count = 0
  readonly path: string
  readonly #reasons: Promise<void>[] = []

  constructor(path = join(tmpdir(), `florin-fuzz-${process.pid}.jsonl`)) {
    this.path = path
  }

  /** With the id of its reply, the matching log lines of the service are printed too. */
  add({ florin, tenants }: Target, what: string, request?: RawRequest, requestId?: string): void {
    this.count += 1
    const { name: store } = florin.store
    if (request === undefined) {
      process.stdout.write(`FOUND on ${store}: ${what}\n`)
      return
    }
    const { method, last } = request
    const base64 = withStandIns(request.bytes, tenants).toString('base64')
    const finding: Finding = { store, what, method, base64, last }
    appendFileSync(this.path, `${JSON.stringify(finding)}\n`)
    process.stdout.write(
      `FOUND on ${store}: ${what}\n  ${base64.slice(0, printedLettersMax)}\n  npm run faults -- fuzz --replay ${this.path}\n`,
    )
    if (requestId) this.#reasons.push(printReason(florin.logPath, requestId))
  }

  /** Waits until every reason is printed. */
  async settled(): Promise<void> {
    await Promise.all(this.#reasons.splice(0))
  }
}

async function printReason(logPath: string, requestId: string): Promise<void> {
  await sleep(logMs)
  const lines = readFileSync(logPath, { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter(line => line.toLowerCase().includes(requestId))
  const text = lines.slice(0, logLinesMax).join('\n  ')
  process.stdout.write(`  ${requestId} in the log: ${text === '' ? 'nothing' : text}\n`)
}
