/** Several hosts in one URL: the first that will do is used, and after a failover another one. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, StoreUnavailable } from '../../../src/store/door.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { type PostgresServer, startPostgres } from '../../support/postgresServer.ts'
import { type Front, openFront } from '../wire/front.ts'

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

  async function using<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = await openPostgres({ url, connections: 1 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  const isStandby = async (db: Database): Promise<unknown> =>
    (await db.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))[0]?.standby

  it.each(['read-write', 'primary'])(
    'and %s passes over one that is away and a standby',
    async attributes => {
      const hosts = ['127.0.0.1:1', hostOf(fronts.standby), hostOf(fronts.primary)]
      expect(await using(urlOf(hosts, attributes), isStandby)).toBe(false)
    },
  )

  it.each([undefined, 'any'])('and %s takes the first that answers', async attributes => {
    const hosts = ['127.0.0.1:1', hostOf(fronts.standby), hostOf(fronts.primary)]
    expect(await using(urlOf(hosts, attributes), isStandby)).toBe(true)
  })

  it('of which none will do is out of reach, and says why of each', async () => {
    const hosts = ['127.0.0.1:1', hostOf(fronts.standby)]
    const reason = await using(urlOf(hosts, 'read-write'), isStandby).catch((error: unknown) => error)
    expect(reason).toBeInstanceOf(StoreUnavailable)
    const { message } = (reason as StoreUnavailable).cause as Error
    expect(message).toMatch(/^127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:\d+: it takes no writes$/)
  })

  it('does not try a wrong database elsewhere', async () => {
    const before = fronts.standby.connections
    const url = urlOf([hostOf(fronts.primary), hostOf(fronts.standby)]).replace(/postgres$/, 'nothing')
    await expect(using(url, isStandby)).rejects.toMatchObject({ cause: { code: '3D000' } })
    expect(fronts.standby.connections).toBe(before)
  })

  it('finds the new primary once the standby is promoted', async () => {
    const url = urlOf(['127.0.0.1:1', hostOf(fronts.standby)], 'read-write')
    await using(url, async db => {
      await expect(isStandby(db)).rejects.toBeInstanceOf(StoreUnavailable)
      await using(standby.adminUrl, admin => admin.query('select pg_promote()'))
      expect(await isStandby(db)).toBe(false)
    })
  })
})
