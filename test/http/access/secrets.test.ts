import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { revoke } from '../../../src/actions/keys.ts'
import { hashSecret, newSecret } from '../../../src/domain/access/apiKey.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { dump } from '../../console/access/people.ts'
import { iban } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { directApp, withOtherProcess } from '../replies/directApp.ts'

const wholeStore = async (db: Database): Promise<string> => (await dump(db)).join('\n')

/** The visible start and one more character, and the 40 characters. */
function partsOf(secret: string): string[] {
  return [secret.slice(0, 14), secret.slice(7), secret.slice(13), secret.slice(-20)]
}

describeOnBothStores('Secrets', store => {
  const service = useService(store)

  const newKey = () => service.current.createKey(service.current.foreign, { name: 'Ledger sync' })

  /** Uses a valid, a revoked, a malformed and an unknown key, in the header and elsewhere. */
  async function useKeys(ask: ReturnType<typeof directApp>['ask']): Promise<string[]> {
    const [valid, revoked] = [await newKey(), await newKey()]
    await revoke(service.current.store.db, revoked.key.id, actor, service.current.nowMs)
    const malformed = newSecret().slice(0, -1)
    const secrets = [valid.secret, revoked.secret, malformed, newSecret()]
    for (const secret of secrets) {
      await ask('/v1/workspace', { secret })
      await ask(`/v1/accounts?companyId=${secret}&key=${secret}`, { secret })
      await ask(`/v1/workspace?apiKey=${secret}`)
      await ask('/v1/workspace', { headers: { 'x-api-key': secret, 'user-agent': secret, referer: secret } })
      await ask('/v1/workspace', { headers: { authorization: `Basic ${secret}` } })
    }
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' }
    const body = JSON.stringify({ name: 'Papierwerk', iban: iban() })
    await ask('/v1/payees', { method: 'POST', secret: valid.secret, headers, body })
    return secrets
  }

  describe('in the store', () => {
    it('only a hash is stored: no table contains a secret, its 40 characters, or more than its first characters', async () => {
      const app = directApp(service.current.store.db, { clock: () => service.current.nowMs })
      const secrets = await useKeys((path, request) => app.ask(path, request))
      await app.tidy()
      const everything = await wholeStore(service.current.store.db)
      // Proves that the dump finds stored text.
      expect(everything).toContain(hashSecret(secrets[0] ?? ''))
      expect(everything).toContain('Ledger sync')
      const found = secrets.flatMap(partsOf).filter(part => everything.includes(part))
      expect(found).toEqual([])
    })

    it('only the first characters stay visible', async () => {
      const { key, secret } = await newKey()
      expect(key.visibleStart).toBe(secret.slice(0, 13))
    })
  })

  describe('in the log', () => {
    function loggedApp(db: Database) {
      const lines: string[] = []
      const log = pino({ level: 'trace' }, { write: line => lines.push(line) })
      const app = directApp(db, { clock: () => service.current.nowMs, log })
      return { lines, app, ask: app.ask }
    }

    const leaks = (lines: readonly string[], secrets: readonly string[]) =>
      secrets
        .flatMap(secret => [...partsOf(secret), hashSecret(secret)])
        .filter(part => lines.join('').includes(part))

    it('there is no secret, whether it was valid, revoked or malformed, in the header or in the query', async () => {
      const { lines, app, ask } = loggedApp(service.current.store.db)
      const secrets = await useKeys(ask)
      await app.tidy()
      expect(leaks(lines, secrets)).toEqual([])
    })

    it('there is one line for each reply, with its Request-Id, method, path and status', async () => {
      const { lines, ask } = loggedApp(service.current.store.db)
      const { key, secret } = await newKey()
      const replies = [await ask('/v1/workspace?x=1', { secret }), await ask('/v1/nothing')]
      const logged = lines.map(line => JSON.parse(line) as Record<string, unknown>)
      expect(logged).toMatchObject([
        { method: 'GET', path: '/v1/workspace', status: 200, keyId: key.id },
        { method: 'GET', path: '/v1/nothing', status: 401 },
      ])
      expect(logged.map(({ requestId }) => requestId)).toEqual(
        replies.map(({ headers }) => headers.get('request-id')),
      )
    })

    it('there is no key that was put into the path by mistake', async () => {
      const { lines, ask } = loggedApp(service.current.store.db)
      const { secret } = await newKey()
      await ask(`/v1/${secret}`)
      await ask(`/v1/accounts/${secret}`, { secret })
      expect(lines).toHaveLength(2)
      expect(leaks(lines, [secret])).toEqual([])
    })

    it('there is no secret when the store fails', async () => {
      const { secret } = await newKey()
      await withOtherProcess(service.current.store, async db => {
        const { lines, ask } = loggedApp({ ...db, query: sql => db.query(`${sql} nonsense`) })
        expect((await ask('/v1/workspace', { secret })).status).toBe(500)
        expect(lines.join('')).toContain('request failed')
        expect(leaks(lines, [secret])).toEqual([])
      })
    })
  })
})
