/** `npm run faults -- fuzz --replay FILE`: each request of a findings file, by itself, on a new service. */
import { readFileSync } from 'node:fs'
import type { StoreName } from '../support/store.ts'
import type { Finding } from './findings.ts'
import { alone, stallMsMax } from './suspects.ts'
import { startTarget, withSecrets } from './target.ts'

export async function replay(path: string): Promise<boolean> {
  const findings = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Finding)
  let fine = true
  for (const store of new Set<StoreName>(findings.map(finding => finding.store))) {
    const target = await startTarget(store)
    for (const { method, base64, what } of findings.filter(finding => finding.store === store)) {
      const bytes = withSecrets(Buffer.from(base64, 'base64'), target.known)
      const { status, lagMs } = await alone(target, { method, bytes, last: true })
      const again = (status !== null && status >= 500) || lagMs > stallMsMax
      fine &&= !again
      const now = `answered ${status ?? 'by closing the connection'}, longest stall ${Math.round(lagMs)} ms`
      process.stdout.write(`${store}: ${again ? 'AGAIN' : 'fine now'} (${what}): ${now}\n`)
    }
    await target.florin.service.kill()
  }
  return fine
}
