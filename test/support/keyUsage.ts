/** A workspace with a key, other apps on its store, and the usage that the console shows. */
import type { Usage } from '../../src/contract/console/usage.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { type Home, home, type Person, sessionOf } from '../console/access/people.ts'
import { directApp } from '../http/replies/directApp.ts'
import type { TestService } from './service.ts'

export function keyUsage(service: { readonly current: TestService }) {
  async function ownKey(scopes?: Scope[]) {
    const own = await home(service.current)
    const owner = await own.person('owner')
    const { key, secret } = await service.current.createKey(own.file, scopes ? { scopes } : {})
    return { own, owner, keyId: key.id, secret }
  }

  const app = (db: Database = service.current.store.db, config = {}) =>
    directApp(db, { clock: () => service.current.nowMs, config })

  async function usageOf(own: Home, by: Person, query = ''): Promise<Usage> {
    by.token = await sessionOf(service.current, by.id)
    return (await by.get(own.at(`/usage${query}`))).body
  }

  /** Counts by status, over all keys and days. */
  function countsOf({ requests }: Usage): Record<number, number> {
    const counts: Record<number, number> = {}
    for (const { status, count } of requests) counts[status] = (counts[status] ?? 0) + count
    return counts
  }

  const today = () => new Date(service.current.nowMs).toISOString().slice(0, 10)

  return { ownKey, app, usageOf, countsOf, today }
}
