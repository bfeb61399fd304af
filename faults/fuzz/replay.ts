/** `npm run faults -- fuzz --replay FILE`: sends each request of a findings file on its own, to a new service. */
import { readFileSync } from 'node:fs'
import type { StoreName } from '../support/store.ts'
import { exchange } from './connection.ts'
import type { Finding } from './findings.ts'
import { stallMsMax, stallSince } from './suspects.ts'
import { startTarget, withSecrets } from './target.ts'

const brokenMs = 1_000

export async function replay(path: string): Promise<boolean> {
  const findings = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Finding)
  let fine = true
  for (const store of new Set<StoreName>(findings.map(finding => finding.store))) {
    const target = await startTarget(store, 1)
    for (const { method, base64, what, last } of findings.filter(finding => finding.store === store)) {
      const bytes = withSecrets(Buffer.from(base64, 'base64'), target.tenants)
      const before = target.stalls.length
      const { replies, timedOut } = await exchange(target.port, [{ method, bytes, last }], brokenMs)
      const lagMs = await stallSince(target, before)
      const [reply] = replies
      const isUnanswered = reply === undefined && !last
      const again = isUnanswered || (reply?.status ?? 0) >= 500 || lagMs > stallMsMax
      fine &&= !again
      const status = reply?.status ?? (timedOut ? 'never' : 'by closing the connection')
      const now = `answered ${status}, longest stall ${Math.round(lagMs)} ms`
      process.stdout.write(`${store}: ${again ? 'AGAIN' : 'fine now'} (${what}): ${now}\n`)
    }
    await target.florin.service.kill()
  }
  return fine
}
