/** The whole service with its sender: from a write over HTTP to a message at a receiver. */
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandName } from '../../../src/main/commands/commands.ts'
import { runCommand } from '../../../src/main/commands/commands.ts'
import { askService } from '../../../src/main/commands/controlSocket.ts'
import { readConfig } from '../../../src/main/config.ts'
import { controlSocketPath } from '../../../src/main/dataFolder.ts'
import { startService } from '../../../src/main/serve/serve.ts'
import { webhookTools } from '../../../src/main/webhooks/webhooks.ts'
import { clientFor, useSandbox } from '../../support/program.ts'
import { freshDatabase, type TestStore } from '../../support/stores.ts'
import { type ReceivedMessage, verified } from '../../support/webhooks.ts'

const received: ReceivedMessage[] = []
/** Plain HTTP, which only hosts that FLORIN_WEBHOOK_ALLOW names may use. */
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (piece: string) => {
    body += piece
  })
  request.on('end', () => {
    received.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(204).end()
  })
})
let receiverUrl: string
const sandbox = useSandbox()

beforeAll(async () => {
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  receiverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await new Promise(settle => server.close(settle))
})

const environment = { PORT: '0', LOG_LEVEL: 'silent', FLORIN_WEBHOOK_ALLOW: '127.0.0.1' }
const ignored = { onProgress: () => undefined, write: async () => undefined }

interface Made {
  id: string
  secret: string
}

/** Makes a webhook by command and changes a payee over HTTP; returns the message that this leads to. */
async function changeAndReceive(
  url: string,
  demoSecret: string | null,
  run: (command: CommandName, input: object) => Promise<object | null>,
) {
  received.length = 0
  const client = clientFor(url, demoSecret ?? '')
  const { id: workspace } = await client.workspace.get()
  const input = { workspace, name: 'Ledger', url: receiverUrl, resources: 'payee' }
  const { id, secret } = (await run('webhooks create', input)) as Made
  const [payee] = (await client.payees.list()).data
  await client.payees.update(payee?.id ?? '', { name: `Renamed ${id}` })
  await expect.poll(() => received.length).toBe(1)
  const [message = { headers: {}, body: '' }] = received
  expect(verified(secret, message)).toMatchObject({
    type: 'workspace.changed',
    data: { webhookId: id, workspaceId: workspace, resources: ['payee'], changes: 1 },
  })
  return { id, secret }
}

describe('A service on the embedded store (embedded)', () => {
  it('makes its own secret on the first start, delivers, and signs with it after a restart', async () => {
    const dataDir = sandbox.dataFolder('data')
    const config = readConfig({ ...environment, FLORIN_DATA_DIR: dataDir })
    const first = await startService(config)
    const run = (command: CommandName, input: object) =>
      askService(controlSocketPath(dataDir), command, input, ignored)
    const { id, secret } = await changeAndReceive(first.url, first.demoSecret, run)
    const path = join(dataDir, 'secret')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const text = readFileSync(path, 'utf8')
    expect(text.trim().length).toBeGreaterThanOrEqual(43)
    await first.close()

    const second = await startService(config)
    received.length = 0
    expect(await run('webhooks test', { id })).toMatchObject({ delivered: true, status: 204 })
    verified(secret, received[0] ?? { headers: {}, body: '' })
    await second.close()
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

describe('A service on PostgreSQL (postgres)', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshDatabase('florin_template')
  })
  afterAll(() => store.remove())

  it('delivers once with two processes, and what a command made', async () => {
    const config = readConfig({
      ...environment,
      DATABASE_URL: store.databaseUrl ?? '',
      FLORIN_SECRET: 'a secret of more than 32 characters',
    })
    const services = [await startService(config), await startService(config)]
    const context = { db: store.db, migration: { applied: [], version: 1 }, home: '', ...ignored }
    const run = (command: CommandName, input: object) =>
      runCommand(
        command,
        { ...context, nowMs: Date.now(), webhooks: () => webhookTools(config, null) },
        input,
      )
    const demo = services.find(({ demoSecret }) => demoSecret !== null)
    const { id } = await changeAndReceive(demo?.url ?? '', demo?.demoSecret ?? null, run)
    await expect.poll(async () => await run('webhooks show', { id })).toMatchObject({ upToDate: true })
    for (const { close } of services) await close()
    expect(received).toHaveLength(1)
  })

  it('starts without FLORIN_SECRET, with webhooks off', async () => {
    const config = readConfig({ ...environment, DATABASE_URL: store.databaseUrl ?? '' })
    const service = await startService(config)
    await service.close()
    expect(webhookTools(config, null).master).toBeNull()
  })
})
