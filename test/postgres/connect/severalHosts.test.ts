/** Several hosts in one URL: the first suitable one is used, and after a failover another one. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgresServer.ts'
import { type Front, openFront } from '../front.ts'

/** A host that accepts connections and never sends anything. */
async function openSilent() {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).resume()
  })
  const reached = once(server, 'connection') as Promise<[Socket]>
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    /** The first client has hung up. */
    left: reached.then(([socket]) => new Promise(settle => socket.once('close', settle))),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('a URL with several hosts (postgres)', () => {
  let standby: PostgresServer
  let fronts: { standby: Front; primary: Front }

  beforeAll(async () => {
    standby = await startPostgres()
    await standby.kill()
    await writeFile(join(standby.folder, 'data', 'standby.signal'), '')
    await standby.startAgain()
    fronts = {
      standby: await openFront(standby.adminUrl),
      primary: await openFront(inject('postgresAdminUrl')),
    }
  })
  afterAll(async () => {
    await fronts?.standby.close()
    await fronts?.primary.close()
    await standby?.stop()
  })

  const hostOf = (front: Front): string => front.urlOf(standby.adminUrl).host
  const urlOf = (hosts: string[], attributes?: string): string =>
    `postgres://postgres@${hosts.join(',')}/postgres${attributes ? `?target_session_attrs=${attributes}` : ''}`

  async function using<Result>(
    url: string,
    work: (db: Database) => Promise<Result>,
    limits = {},
  ): Promise<Result> {
    const db = await openPostgres({ url, connections: 1, limits })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  const isStandby = async (db: Database): Promise<unknown> =>
    (await db.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))[0]?.standby

  it.each([undefined, 'read-write', 'primary'])(
    'and target_session_attrs %s skips a dead host and a standby',
    async attributes => {
      const hosts = ['127.0.0.1:1', hostOf(fronts.standby), hostOf(fronts.primary)]
      expect(await using(urlOf(hosts, attributes), isStandby)).toBe(false)
    },
  )

  it('and target_session_attrs any takes the first host that responds, and another one after it rejected a write', async () => {
    const hosts = ['127.0.0.1:1', hostOf(fronts.standby), hostOf(fronts.primary)]
    await using(urlOf(hosts, 'any'), async db => {
      expect(await isStandby(db)).toBe(true)
      await expect(db.query('create table florin_never (id integer)')).rejects.toBeInstanceOf(
        StoreUnavailable,
      )
      expect(await isStandby(db)).toBe(false)
    })
  })

  it('uses the next host if the first accepts a connection but never responds', async () => {
    const silent = await openSilent()
    const hosts = [silent.host, hostOf(fronts.primary)]
    // Shorter than the time that the first host takes up.
    const limits = { tickMs: 20, probeAfterMs: 100, silentMsMax: 300 }
    const url = `${urlOf(hosts, 'read-write')}&connect_timeout=1`
    expect(await using(url, isStandby, limits)).toBe(false)
    await silent.close()
  })

  it('aborts a login in progress when the store is closed', async () => {
    const silent = await openSilent()
    // Without the abort it would take much longer than this test may.
    const db = await openPostgres({ url: `${urlOf([silent.host])}?connect_timeout=600`, connections: 1 })
    const refused = expect(db.query('select 1')).rejects.toBeInstanceOf(StoreUnavailable)
    await silent.reached
    await db.close()
    await refused
    await silent.left
    await silent.close()
  })

  it('fails with the reason for each host if none is suitable', async () => {
    const hosts = ['127.0.0.1:1', hostOf(fronts.standby)]
    const reason = await using(urlOf(hosts, 'read-write'), isStandby).catch((error: unknown) => error)
    expect(reason).toBeInstanceOf(StoreUnavailable)
    const { message } = (reason as StoreUnavailable).cause as Error
    expect(message).toMatch(/^127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:\d+: it takes no writes$/)
  })

  it('does not try other hosts if the database does not exist', async () => {
    const before = fronts.standby.connections
    const url = urlOf([hostOf(fronts.primary), hostOf(fronts.standby)]).replace(/postgres$/, 'nothing')
    await expect(using(url, isStandby)).rejects.toMatchObject({ cause: { code: '3D000' } })
    expect(fronts.standby.connections).toBe(before)
  })

  it('finds the new primary after the standby was promoted', async () => {
    const url = urlOf(['127.0.0.1:1', hostOf(fronts.standby)], 'read-write')
    await using(url, async db => {
      await expect(isStandby(db)).rejects.toBeInstanceOf(StoreUnavailable)
      await using(standby.adminUrl, admin => admin.query('select pg_promote()'))
      expect(await isStandby(db)).toBe(false)
    })
  })
})
