/** sslmode, with libpq's meaning, against a real server with a self-signed certificate. */
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { canMakeCertificates, newCertificate } from '../../support/certificate.ts'
import { type PostgresServer, serverUser, startPostgres } from '../../support/servers/postgresServer.ts'

const freePort = (): Promise<number> =>
  new Promise(settle => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => settle(port))
    })
  })

describe.runIf(canMakeCertificates)('sslmode (postgres)', () => {
  let folder: string
  let port: number
  let server: PostgresServer
  let root: string
  let strangerRoot: string
  const warnings: Error[] = []
  const keepWarning = (warning: Error) => void warnings.push(warning)

  beforeAll(async () => {
    process.on('warning', keepWarning)
    folder = mkdtempSync(join(tmpdir(), 'florin-sslmode-'))
    chmodSync(folder, 0o755)
    const file = (name: string, text: string, mode = 0o644) => {
      const path = join(folder, name)
      writeFileSync(path, text, { mode })
      if (serverUser) chownSync(path, serverUser.uid, serverUser.gid)
      return path
    }
    const { key, cert } = newCertificate('localhost')
    root = file('cert', cert)
    strangerRoot = file('stranger', newCertificate('localhost').cert)
    // One user must use TLS, another must not, and the rest may do either.
    const rules = [
      'local all all trust',
      'hostnossl all encrypted 127.0.0.1/32 reject',
      'hostssl all plain 127.0.0.1/32 reject',
      'host all all 127.0.0.1/32 trust',
      '',
    ].join('\n')
    port = await freePort()
    server = await startPostgres({
      tcpPort: port,
      settings: {
        ssl: 'on',
        ssl_cert_file: root,
        ssl_key_file: file('key', key, 0o600),
        hba_file: file('rules', rules),
      },
    })
    const admin = await openPostgres({ url: server.adminUrl, connections: 1 })
    await admin.script('create role encrypted login; create role plain login')
    await admin.close()
  })
  afterAll(async () => {
    process.off('warning', keepWarning)
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Whether the connection is encrypted. */
  async function isEncrypted(
    parameters: string,
    { user = 'postgres', host = 'localhost' } = {},
  ): Promise<unknown> {
    const db = await openPostgres({
      url: `postgres://${user}@${host}:${port}/postgres?${parameters}`,
      connections: 1,
    })
    try {
      const [row] = await db.query<{ ssl: boolean }>(
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      )
      return row?.ssl
    } finally {
      await db.close()
    }
  }

  it.each([
    ['disable', false],
    ['allow', false],
    ['prefer', true],
    ['require', true],
    ['no-verify', true],
  ])('%s makes an encrypted connection: %s', async (mode, encrypted) => {
    expect(await isEncrypted(`sslmode=${mode}`)).toBe(encrypted)
  })

  it('defaults to an unencrypted connection', async () => {
    expect(await isEncrypted('')).toBe(false)
  })

  it('allow and prefer fall back to the other way if the first is rejected', async () => {
    expect(await isEncrypted('sslmode=allow', { user: 'encrypted' })).toBe(true)
    expect(await isEncrypted('sslmode=prefer', { user: 'plain' })).toBe(false)
  })

  it('disable and require do not fall back', async () => {
    await expect(isEncrypted('sslmode=disable', { user: 'encrypted' })).rejects.toMatchObject({
      cause: { code: '28000' },
    })
    await expect(isEncrypted('sslmode=require', { user: 'plain' })).rejects.toMatchObject({
      cause: { code: '28000' },
    })
  })

  it.each(['verify-ca', 'verify-full'])('%s accepts only the certificate of a known issuer', async mode => {
    expect(await isEncrypted(`sslmode=${mode}&sslrootcert=${root}`)).toBe(true)
    await expect(isEncrypted(`sslmode=${mode}&sslrootcert=${strangerRoot}`)).rejects.toThrow(/not accepted/)
    await expect(isEncrypted(`sslmode=${mode}`)).rejects.toThrow(/not accepted: self-signed certificate/)
  })

  it('only verify-full checks the host name', async () => {
    const byAddress = { host: '127.0.0.1' }
    expect(await isEncrypted(`sslmode=verify-ca&sslrootcert=${root}`, byAddress)).toBe(true)
    await expect(isEncrypted(`sslmode=verify-full&sslrootcert=${root}`, byAddress)).rejects.toThrow(
      /not accepted/,
    )
  })

  it('require checks the certificate if a root is given, as libpq does', async () => {
    expect(await isEncrypted(`sslmode=require&sslrootcert=${root}`)).toBe(true)
    await expect(isEncrypted(`sslmode=require&sslrootcert=${strangerRoot}`)).rejects.toThrow(/not accepted/)
  })

  it('names a certificate file that does not exist', async () => {
    await expect(isEncrypted('sslmode=verify-full&sslrootcert=/nowhere/root.crt')).rejects.toThrow(
      /sslrootcert that cannot be read \(ENOENT: \/nowhere\/root\.crt\)/,
    )
  })

  it('is ignored on a Unix socket, as in libpq', async () => {
    const db = await openPostgres({ url: `${server.adminUrl}&sslmode=require`, connections: 1 })
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
    await db.close()
  })

  it('causes no warning of the driver', () => {
    expect(warnings.filter(({ message }) => /ssl/i.test(message))).toEqual([])
  })
})
