/** Password authentication, over TCP. */
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionRefused } from '../../../src/postgres/connect/errors.ts'
import { StoreUnavailable } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgresServer.ts'
import { type Front, openFront } from '../front.ts'

const password = 'open sesame/@?é'

describe('password authentication (postgres)', () => {
  let folder: string
  let server: PostgresServer
  let front: Front

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'florin-password-'))
    // The server may run as another user and has to read the file.
    await chmod(folder, 0o755)
    const rules = join(folder, 'rules')
    await writeFile(rules, 'local all postgres trust\nlocal all all scram-sha-256\n', { mode: 0o644 })
    server = await startPostgres({ settings: { hba_file: rules } })
    const admin = await openPostgres({ url: server.adminUrl, connections: 1 })
    await admin.script(`create role clerk login password '${password}'`)
    await admin.close()
    front = await openFront(server.adminUrl)
  })
  afterAll(async () => {
    await front?.close()
    await server?.stop()
    await rm(folder, { recursive: true })
  })

  function urlWith(given: string): string {
    const url = front.urlOf(server.adminUrl)
    url.username = 'clerk'
    url.password = encodeURIComponent(given)
    return url.href
  }

  it('succeeds, and queries and transactions run', async () => {
    const db = await openPostgres({ url: urlWith(password), connections: 2 })
    const who = 'select current_user::text as who, $1::text as value'
    const expected = [{ who: 'clerk', value: 'é' }]
    const found = await Promise.all(Array.from({ length: 5 }, () => db.query(who, ['é'])))
    expect(found).toEqual(Array(5).fill(expected))
    expect(await db.transaction(connection => connection.query(who, ['é']))).toEqual(expected)
    await db.close()
    expect(front.connections).toBe(3)
  })

  it('fails at once without a password, and the error says what to change', async () => {
    const db = await openPostgres({ url: urlWith(''), connections: 1 })
    const reason = await db.query('select 1').catch((error: unknown) => error)
    expect(reason).toMatchObject({ cause: expect.any(ConnectionRefused) })
    expect((reason as Error).message).toMatch(/password.*Give user and password in DATABASE_URL\.$/)
    await db.close()
  })

  it('fails with advice if the server wants an unknown method, and does not crash the process', async () => {
    // A request for Kerberos authentication.
    const askForKerberos = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 7])
    const strange = createServer(socket => {
      socket.on('error', () => undefined).once('data', () => socket.write(askForKerberos))
    }).listen(0, '127.0.0.1')
    await once(strange, 'listening')
    const url = `postgres://clerk@127.0.0.1:${(strange.address() as AddressInfo).port}/postgres`
    const db = await openPostgres({ url, connections: 1 })
    await expect(db.query('select 1')).rejects.toThrow(/pg_hba\.conf/)
    await db.close()
    strange.close()
  })

  it('fails every time with a wrong password, and the cause has the code', async () => {
    const db = await openPostgres({ url: urlWith('wrong'), connections: 1 })
    for (let time = 0; time < 2; time += 1) {
      const reason = await db.query('select 1').catch((error: unknown) => error)
      expect(reason).toBeInstanceOf(StoreUnavailable)
      expect(reason).toMatchObject({ cause: { code: '28P01' } })
    }
    await db.close()
  })
})
