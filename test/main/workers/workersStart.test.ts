/** Failed starts with several workers: one line and one exit code, as with one process. And a start with TLS. */
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/main/config.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { canMakeCertificates, makeCertificate } from '../../support/certificate.ts'
import { useSandbox } from '../../support/program.ts'
import { freshDatabase, type TestStore } from '../../support/stores.ts'
import { logOf } from './workersLines.ts'
import { loadWithKey } from './workersStore.ts'

const sandbox = useSandbox()
let store: TestStore

beforeAll(async () => {
  store = await freshDatabase('florin_template')
})

afterAll(() => store?.remove())

describe('the number of workers', () => {
  const databaseUrl = 'postgres://db.example/books'

  it('is one by default, and is read from the command line or from FLORIN_WORKERS', () => {
    const env = { DATABASE_URL: databaseUrl, FLORIN_WORKERS: '4' }
    expect(readConfig({}).workers).toBe(1)
    expect(readConfig(env).workers).toBe(4)
    expect(readConfig(env, { workers: '64' }).workers).toBe(64)
    expect(readConfig(env, { workers: '1' }).workers).toBe(1)
  })

  it.each(['0', '65', '-1', '2.5', '1e1', 'many', ''])(
    'is refused as --workers %j with an error that names the option',
    workers => {
      const read = () => readConfig({ DATABASE_URL: databaseUrl, FLORIN_WORKERS: '2' }, { workers })
      expect(read).toThrow(`: --workers must be a whole number from 1 to 64, but is "${workers}".`)
    },
  )

  it('is refused in the environment together with every other mistake', () => {
    const read = () => readConfig({ FLORIN_WORKERS: '65', PORT: 'x' })
    expect(read).toThrow(
      /PORT must be .*; FLORIN_WORKERS must be a whole number from 1 to 64, but is "65"\.$/,
    )
  })
})

describe('a start with several workers is refused in one line, with an exit code by kind', () => {
  it('on the embedded store, and says what to do', async () => {
    const { code, stdout, stderr } = await sandbox.run(['serve', '--workers', '2'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^florin: .*2 workers cannot share the embedded store.*set DATABASE_URL.*\.\n$/)
  })

  it('if PostgreSQL is unavailable', async () => {
    const env = {
      DATABASE_URL: 'postgres://florin:hunter2@127.0.0.1:1/books',
      FLORIN_DATABASE_WAIT_SECONDS: '0',
      LOG_LEVEL: 'info',
    }
    const { code, stdout, stderr } = await sandbox.run(['serve', '--workers', '2'], env)
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
    expect(stderr).toMatch(/^florin: PostgreSQL at 127\.0\.0\.1:1\/books does not respond \(.*\)\. .+\n$/)
    expect(stderr).not.toContain('hunter2')
  })

  it('if the port is in use; the demo key is left to the start that succeeds', async () => {
    const blocker = createServer()
    await new Promise<void>(settle => blocker.listen(0, '127.0.0.1', settle))
    const { port } = blocker.address() as { port: number }
    const env = { DATABASE_URL: store.databaseUrl ?? '', PORT: String(port), LOG_LEVEL: 'info' }
    const { code, stdout, stderr } = await sandbox.run(['serve', '--workers', '2'], env)
    blocker.close()
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `florin: Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another port.\n`,
    })
    expect(await store.db.query('select workspace_id from workspaces')).toEqual([])
  })
})

describe('with a certificate', () => {
  it.runIf(canMakeCertificates)(
    'every worker replies over HTTPS, to each key with its own workspace',
    async () => {
      const { cert, key } = makeCertificate(sandbox.folder)
      const files = [smallWorkspace(), smallWorkspace()]
      const keys = await Promise.all(files.map(file => loadWithKey(store.db, file)))
      const { url, program } = await sandbox.serve({
        DATABASE_URL: store.databaseUrl ?? '',
        FLORIN_WORKERS: '2',
        FLORIN_TLS_CERT: cert,
        FLORIN_TLS_KEY: key,
        LOG_LEVEL: 'info',
      })
      expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
      const ca = readFileSync(cert)
      for (let turn = 0; turn < 2; turn += 1) {
        for (const [index, { secret }] of keys.entries()) {
          const body = await textOf(`${url}/v1/workspace`, ca, secret)
          expect(JSON.parse(body)).toMatchObject({ id: files[index]?.workspace.id })
        }
      }
      expect((await program.stop()).code).toBe(0)
      const replies = logOf(program).filter(({ requestId }) => requestId !== undefined)
      expect(new Set(replies.map(({ worker }) => worker))).toEqual(new Set([1, 2]))
    },
  )

  /** On a new connection. */
  function textOf(url: string, ca: Buffer, secret: string): Promise<string> {
    return new Promise((settle, fail) => {
      const headers = { Authorization: `Bearer ${secret}` }
      get(url, { ca, agent: false, headers }, reply => {
        let text = ''
        reply.setEncoding('utf8').on('data', piece => {
          text += piece
        })
        reply.on('end', () => settle(text))
      }).on('error', fail)
    })
  }
})
