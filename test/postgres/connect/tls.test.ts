/** With TLS, data is read from the TLS stream and not from the socket. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { canMakeCertificates, newCertificate } from '../../support/certificate.ts'
import { type Front, openFront } from '../front.ts'

describe.runIf(canMakeCertificates)('an encrypted connection (postgres)', () => {
  let front: Front
  let db: Database

  const urlWith = (sslmode: string): string => {
    const url = front.urlOf(inject('postgresAdminUrl'))
    url.searchParams.set('sslmode', sslmode)
    return url.href
  }

  beforeAll(async () => {
    front = await openFront(inject('postgresAdminUrl'), newCertificate())
    db = await openPostgres({ url: urlWith('no-verify'), connections: 2 })
  })
  afterAll(async () => {
    await db?.close()
    await front?.close()
  })

  it('carries long texts and many rows, several queries at once', async () => {
    const long = '漢é😀'.repeat(300_000)
    const found = await Promise.all(
      Array.from({ length: 6 }, () =>
        db.query<{ n: number; text: string }>(
          `select n, case when n = 1 then $1::text else repeat('é', n % 100) end as text
           from generate_series(1, 2000) as n`,
          [long],
        ),
      ),
    )
    const expected = Array.from({ length: 2000 }, (_, at) => (at === 0 ? long : 'é'.repeat((at + 1) % 100)))
    for (const rows of found) expect(rows.every(({ n, text }) => text === expected[n - 1])).toBe(true)
    expect(found.map(({ length }) => length)).toEqual([2000, 2000, 2000, 2000, 2000, 2000])
    // No more than needed, and all encrypted: the proxy accepts nothing else.
    expect(front.connections).toBe(2)
  })

  it('carries COPY data', async () => {
    const counted = await db.transaction(async connection => {
      await connection.script('create temporary table copied (text text) on commit drop')
      const pieces = Array.from({ length: 300 }, (_, index) => `${index}${'é'.repeat(5000)}\n`)
      await connection.copyIn?.('copy copied from stdin', pieces)
      return await connection.query(
        'select count(*)::integer as rows, sum(length(text))::integer as length from copied',
      )
    })
    expect(counted).toEqual([{ rows: 300, length: 300 * 5000 + 10 + 90 * 2 + 200 * 3 }])
  })

  it('fails its query when lost, and the next query gets another connection', async () => {
    const lost = db.query('select pg_terminate_backend(pg_backend_pid()) from generate_series(1, 2)')
    await expect(lost).rejects.toThrow(StoreUnavailable)
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is refused if the certificate is not trusted, unless verification is off', async () => {
    const strict = await openPostgres({ url: urlWith('verify-full'), connections: 1 })
    await expect(strict.query('select 1')).rejects.toThrow(/self-signed certificate/)
    await strict.close()
  })
})
