/** Runs the program beside a service on PostgreSQL, where both connect to the database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { type RunningService, startService } from '../../src/main/serve/serve.ts'
import { smallWorkspace } from '../support/builders.ts'
import { clientFor, useSandbox } from '../support/program.ts'
import { checkedFetch } from '../support/setup/contractCheck.ts'
import { describeOnServers, freshStore, type TestStore } from '../support/stores.ts'

describeOnServers('while a service runs on a server', name => {
  const sandbox = useSandbox()
  const file = smallWorkspace()
  let store: TestStore
  let env: Record<string, string>
  let service: RunningService

  beforeAll(async () => {
    store = await freshStore(name)
    env = { DATABASE_URL: store.databaseUrl ?? '', FLORIN_DEMO: 'off' }
    service = await startService(readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' }))
  })

  afterAll(async () => {
    await service?.close()
    await store?.remove()
  })

  async function json<Result>(...words: string[]): Promise<Result> {
    const { code, stdout, stderr } = await sandbox.run([...words, '--json'], env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  it('loaded data, a new key and a revoked key take effect with the next request', async () => {
    const loaded = await json('load', sandbox.file('small.json', file))
    expect(loaded).toMatchObject({ workspaceId: file.workspace.id, created: true })
    const words = ['--workspace', file.workspace.id, '--name', 'Sync', '--scopes', 'all']
    const { id, secret } = await json<{ id: string; secret: string }>('keys', 'create', ...words)
    const { data } = await clientFor(service.url, secret).payees.list()
    expect(data).toEqual(file.payees)
    expect(await json('keys', 'revoke', id)).toMatchObject({ id, alreadyRevoked: false })
    const headers = { Authorization: `Bearer ${secret}` }
    expect((await checkedFetch(`${service.url}/v1/payees`, { headers })).status).toBe(401)
  })
})
