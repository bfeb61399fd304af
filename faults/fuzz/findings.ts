/** What was found, printed at once and kept in a file that can be replayed. */
import { appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreName } from '../support/store.ts'
import type { RawRequest } from './connection.ts'
import { type Target, withStandIns } from './target.ts'

export interface Finding {
  store: StoreName
  what: string
  method: string
  /** With stand-ins in place of the secrets. */
  base64: string
}

const printedLettersMax = 2_000

export class Findings {
  count = 0
  readonly path: string

  constructor(path = join(tmpdir(), `florin-fuzz-${process.pid}.jsonl`)) {
    this.path = path
  }

  add({ florin, known }: Target, what: string, request?: RawRequest): void {
    this.count += 1
    const { name: store } = florin.store
    if (request === undefined) {
      process.stdout.write(`FOUND on ${store}: ${what}\n`)
      return
    }
    const base64 = withStandIns(request.bytes, known).toString('base64')
    const finding: Finding = { store, what, method: request.method, base64 }
    appendFileSync(this.path, `${JSON.stringify(finding)}\n`)
    process.stdout.write(
      `FOUND on ${store}: ${what}\n  ${base64.slice(0, printedLettersMax)}\n  npm run faults -- fuzz --replay ${this.path}\n`,
    )
  }
}
