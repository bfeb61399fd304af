/** Starts on PostgreSQL and on embedded stores, and their errors. */
import { createServer } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { Failure } from '../../src/main/failure.ts'
import { startService } from '../../src/main/serve/serve.ts'
import { openFront } from '../postgres/front.ts'
import { clientFor, type Environment, useSandbox } from '../support/program.ts'
import { checkedFetch } from '../support/setup/contractCheck.ts'
import { freshDatabase, type TestStore } from '../support/stores.ts'

const sandbox = useSandbox()
const start = (env: Environment) =>
  startService(readConfig({ PORT: '0', LOG_LEVEL: 'silent', FLORIN_DATABASE_WAIT_SECONDS: '0', ...env }))

/** The message of a failed start, which must be one line. */
async function refusal(env: Environment): Promise<string> {
  const error = await start(env).then(
    async service => {
      await service.close()
      return new Error('the service started')
    },
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Failure)
  const { message } = error as Failure
  expect(message).not.toContain('\n')
  return message
}

async function withDatabase(
  template: 'template1' | 'florin_template',
  work: (env: { DATABASE_URL: string }, store: TestStore) => Promise<void>,
): Promise<void> {
  const store = await freshDatabase(template)
  try {
    await work({ DATABASE_URL: store.databaseUrl ?? '' }, store)
  } finally {
    await store.remove()
  }
}

let silence: Promise<string>

beforeAll(() => {
  // Detecting a silent server takes its whole time limit, so the other tests run meanwhile.
  silence = refusalBy(null)
  silence.catch(() => undefined)
})

describe('a start on PostgreSQL', () => {
  it('of two services at once on one empty database makes one demo workspace with one key', async () => {
    await withDatabase('template1', async (env, { db }) => {
      const both = await Promise.all([sandbox.serve(env), sandbox.serve(env)])
      const keys = both.map(({ demoKey }) => demoKey).filter(key => key !== null)
      expect(keys).toHaveLength(1)
      const counts = `select (select count(*)::int from workspaces) as workspaces, (select count(*)::int from api_keys) as keys`
      expect(await db.query(counts)).toEqual([{ workspaces: 1, keys: 1 }])
      for (const { url } of both) {
        expect((await clientFor(url, keys[0] ?? '').companies.list()).data).toHaveLength(3)
      }
      const ends = await Promise.all(both.map(({ program }) => program.stop()))
      expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
        Array(2).fill({ code: 0, stderr: '' }),
      )
    })
  })

  it('makes no workspace and no key with FLORIN_DEMO=off', async () => {
    await withDatabase('florin_template', async (env, { db }) => {
      const service = await start({ ...env, FLORIN_DEMO: 'off' })
      expect(service.demoSecret).toBeNull()
      expect(await db.query('select workspace_id from workspaces')).toEqual([])
      expect((await checkedFetch(`${service.url}/v1/companies`)).status).toBe(401)
      await service.close()
    })
  })

  it('leads to a healthy and ready service', async () => {
    await withDatabase('florin_template', async env => {
      const service = await start({ ...env, FLORIN_DEMO: 'off' })
      const healthy = await checkedFetch(`${service.url}/healthz`)
      const ready = await checkedFetch(`${service.url}/readyz`)
      expect([healthy.status, await healthy.json()]).toEqual([200, { status: 'ok' }])
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
      await service.close()
    })
  })
})

describe('a store that cannot be used', () => {
  it('because a newer version made it: the program says so in one line and changes nothing', async () => {
    await withDatabase('florin_template', async (env, { db }) => {
      await db.query(`insert into migrations (number, name, checksum) values (999, '0999_later.sql', 'x')`)
      const { code, stdout, stderr } = await sandbox.run(['serve'], env)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(
        /^florin: The store was made by a newer version of Florin \(.*0999_later\.sql.*\)\. .+\n$/,
      )
      expect(await db.query('select workspace_id from workspaces')).toEqual([])
    })
  })

  it('because nothing listens at DATABASE_URL', async () => {
    const message = await refusal({
      DATABASE_URL: 'postgres://florin:hunter2@127.0.0.1:1/books',
      FLORIN_DATABASE_WAIT_SECONDS: '0',
    })
    expect(message).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:1\/books does not respond \(.*ECONNREFUSED.*\)\. Start it, /,
    )
    expect(message).not.toContain('hunter2')
  })

  it('because the folder of its socket does not exist', async () => {
    const message = await refusal({ DATABASE_URL: 'postgres://florin:hunter2@localhost/books?host=/nowhere' })
    expect(message).toMatch(/^PostgreSQL at \/nowhere\/books does not respond \(/)
    expect(message).not.toContain('hunter2')
  })

  it('because its host name does not resolve', async () => {
    const message = await refusal({ DATABASE_URL: 'postgres://florin:hunter2@db.invalid/books' })
    expect(message).toMatch(/^PostgreSQL at db\.invalid:5432\/books does not respond \(/)
  })

  it('because there is no such database', async () => {
    await withDatabase('florin_template', async ({ DATABASE_URL }) => {
      const url = new URL(DATABASE_URL)
      url.pathname = '/nosuchbooks'
      expect(await refusal({ DATABASE_URL: url.href })).toMatch(
        /nosuchbooks refuses the connection \(.*\)\. Correct DATABASE_URL/,
      )
    })
  })

  it('because it does not support the requested TLS', async () => {
    await withDatabase('florin_template', async ({ DATABASE_URL }) => {
      // Over TCP, because a Unix socket is never encrypted, whatever sslmode says.
      const front = await openFront(DATABASE_URL)
      const url = front.urlOf(DATABASE_URL)
      url.searchParams.set('sslmode', 'verify-full')
      expect(await refusal({ DATABASE_URL: url.href })).toMatch(
        /does not support SSL.* sslmode=disable in DATABASE_URL/,
      )
      await front.close()
    })
  })

  describe('because what listens at DATABASE_URL', () => {
    it.each([
      ['hangs up', ''],
      ['is no PostgreSQL', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'],
    ])('%s', async (_, reply) => {
      expectNamed(await refusalBy(reply))
    })

    it('sends nothing', async () => {
      expectNamed(await silence)
    })

    function expectNamed(message: string): void {
      expect(message).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+\/books .*DATABASE_URL/)
      expect(message).not.toContain('hunter2')
    }
  })
})

/** The error of a start on a server that sends this text to every connection and hangs up, or sends nothing. */
async function refusalBy(reply: string | null): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined).resume()
    if (reply !== null) socket.end(reply)
  })
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  const { port } = server.address() as { port: number }
  try {
    return await refusal({ DATABASE_URL: `postgres://florin:hunter2@127.0.0.1:${port}/books` })
  } finally {
    server.close()
  }
}

describe('a port that is in use', () => {
  it('is reported in one line; the demo key is shown by the first start that succeeds', async () => {
    const blocker = createServer()
    await new Promise<void>(settle => blocker.listen(0, '127.0.0.1', settle))
    const { port } = blocker.address() as { port: number }
    try {
      await withDatabase('florin_template', async env => {
        expect(await refusal({ ...env, PORT: String(port) })).toBe(
          `Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another port.`,
        )
        const service = await start(env)
        await service.close()
        expect(service.demoSecret).not.toBeNull()
      })
    } finally {
      blocker.close()
    }
  })

  it('or an address of another machine is reported in one line', async () => {
    await withDatabase('florin_template', async env => {
      const elsewhere = { ...env, HOST: '192.0.2.1', FLORIN_TRUST_PROXY: 'on', FLORIN_DEMO: 'off' }
      expect(await refusal(elsewhere)).toMatch(
        /^HOST 192\.0\.2\.1 is not an address of this machine\. Set HOST /,
      )
    })
  })
})
