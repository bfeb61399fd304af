/** What a newcomer sees: the first start, the demo workspace, and the second start. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../src/contract/scopes.ts'
import { askService } from '../../src/main/commands/controlSocket.ts'
import { controlSocketPath } from '../../src/main/dataFolder.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { clientFor, type Program, type Serving, useSandbox } from '../support/program.ts'
import { checkedFetch } from '../support/setup/contractCheck.ts'
import { patient } from './patientService.ts'
import { payeeHead, RawConnection, refusesConnections } from './rawConnection.ts'

const sandbox = useSandbox()
let env: Record<string, string>
let program: Program
let greeting: string
let url: string
let secret: string

const found = (pattern: RegExp): string => pattern.exec(greeting)?.[1] ?? ''

beforeAll(async () => {
  env = { FLORIN_DATA_DIR: join(sandbox.folder, 'data'), LOG_LEVEL: 'info' }
  program = sandbox.start(['serve'], env)
  // The curl line is followed by an empty line.
  greeting = await program.until(({ stdout }) => (/curl .*\n\n$/.test(stdout) ? stdout : null))
  url = new URL(found(/API +(\S+)/)).origin
  secret = found(/^ {2}(florin_\w{40})$/m)
})

describe('the first start', () => {
  it('prints in a few lines where the API and the reference are, and both work', async () => {
    expect(greeting).toMatch(/Florin is running/)
    expect(greeting.split('\n').length).toBeLessThan(25)
    expect(found(/API +(\S+)/)).toBe(`${url}/v1`)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await checkedFetch(`${url}/v1/openapi.json`)).status).toBe(200)
    expect((await fetch(found(/Reference +(\S+)/))).status).toBe(200)
  })

  it('prints the demo key, which has all scopes', async () => {
    expect(secret).not.toBe('')
    const { apiKey } = await clientFor(url, secret).workspace.get()
    expect(apiKey).toMatchObject({ name: 'Demo key', scopes })
  })

  it('prints a curl line that works when pasted', async () => {
    const line = found(/^ {2}(curl .*)$/m)
    expect(line).toContain(secret)
    const reply = hasCurl()
      ? execFileSync('sh', ['-c', `${line} --silent --fail`], { encoding: 'utf8' })
      : null
    const [, header, value, target = ''] = /-H '(\w+): ([^']+)' '([^']+)'/.exec(line) ?? []
    const body = reply ?? (await (await fetch(target, { headers: { [`${header}`]: `${value}` } })).text())
    const page = JSON.parse(body) as { data: unknown[]; nextCursor: string | null }
    expect(page.data).toHaveLength(3)
    expect(page.nextCursor).not.toBeNull()
  })

  it('has migrated the schema, so that florin migrate finds nothing to do', async () => {
    const quiet = { onProgress: () => undefined, write: async () => undefined }
    const socket = controlSocketPath(join(sandbox.folder, 'data'))
    expect(await askService(socket, 'migrate', {}, quiet)).toEqual({
      applied: [],
      version: readMigrations().length,
    })
  })
})

describe('the demo workspace over HTTP', () => {
  it('has 3 companies, 8 accounts, 2,000 transactions, 150 bills and 30 payees', async () => {
    const client = clientFor(url, secret)
    const counted = async (rows: AsyncIterable<{ id: string }>) => {
      const ids = new Set<string>()
      for await (const { id } of rows) ids.add(id)
      return ids.size
    }
    expect({
      companies: (await client.companies.list()).data.length,
      accounts: (await client.accounts.list()).data.length,
      transactions: await counted(client.transactions.all({ limit: 100 })),
      bills: await counted(client.bills.all({ limit: 100 })),
      payees: (await client.payees.list()).data.length,
    }).toEqual({ companies: 3, accounts: 8, transactions: 2_000, bills: 150, payees: 30 })
  })
})

describe('the log', () => {
  it('has a line for each request with the Request-Id of its reply, and never a secret', async () => {
    const replies = [
      await fetch(`${url}/v1/companies?note=${secret}`, { headers: { Authorization: `Bearer ${secret}` } }),
      await fetch(`${url}/v1/companies`, { headers: { Authorization: `Bearer ${secret}x` } }),
      await fetch(`${url}/v1/payees`, {
        method: 'POST',
        headers: { Authorization: `bearer ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: secret, iban: secret }),
      }),
    ]
    for (const reply of replies) {
      const requestId = reply.headers.get('request-id') ?? 'none'
      const line = await program.until(({ stderr }) =>
        stderr.split('\n').find(each => each.includes(requestId)),
      )
      expect(JSON.parse(line)).toMatchObject({ requestId, status: reply.status })
    }
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 400])
    expect(program.stderr).not.toContain(secret)
    expect(program.stderr).not.toContain(secret.slice('florin_'.length, -6))
  })

  it('is one JSON object per line, only on standard error', () => {
    for (const line of program.stderr.trimEnd().split('\n'))
      expect(() => JSON.parse(line), line).not.toThrow()
    expect(program.stdout).toBe(greeting)
  })
})

describe('a second process in the same data folder', () => {
  it('says in one line what is wrong, and the first keeps working', async () => {
    const { code, stdout, stderr } = await sandbox.run(['serve'], env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^florin: The data folder \S+ is in use by another Florin process\. .*FLORIN_DATA_DIR.*\n$/,
    )
    expect((await clientFor(url, secret).companies.list()).data).toHaveLength(3)
    expect((await checkedFetch(`${url}/readyz`)).status).toBe(200)
  })
})

describe('the second start', () => {
  let again: Serving

  it('finds everything as it was, and prints no key', async () => {
    const { code } = await program.stop('SIGINT')
    expect(code).toBe(0)
    again = await sandbox.serve({ ...env, ...patient(sandbox) })
    expect(JSON.parse(again.program.stdout)).toEqual({
      api: `${again.url}/v1`,
      openapi: `${again.url}/v1/openapi.json`,
      reference: `${again.url}/docs`,
      console: again.url,
      demoKey: null,
      // The first link was not used, so there is a new one.
      setupLink: expect.stringMatching(/\/join#[\w-]{43}$/),
    })
    expect((await again.client(secret).payees.list()).data).toHaveLength(30)
    expect(again.program.stdout).not.toContain('florin_')
  })

  it('ends at the second signal if the first waits for a request that never ends', async () => {
    const hanging = await RawConnection.open(again.url)
    hanging.send(payeeHead(secret, 'a body that is never sent'))
    await hanging.until(/^HTTP\/1\.1 100 Continue/)
    again.program.signal('SIGTERM')
    await refusesConnections(again.url)
    expect((await again.program.stop('SIGTERM')).code).toBe(1)
    hanging.destroy()
  })
})

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
