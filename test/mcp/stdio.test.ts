/** florin mcp as an assistant's program starts it, with the official client. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { smallWorkspace } from '../support/builders.ts'
import { nodeWords, programPath, useSandbox } from '../support/program.ts'
import { useService } from '../support/service.ts'
import { connected } from './clients.ts'
import { argumentsFor } from './results.ts'

const sandbox = useSandbox()

describe('florin mcp', () => {
  const service = useService('embedded')
  let file: WorkspaceFile
  let secret: string
  const env = () => ({ FLORIN_API_KEY: secret, FLORIN_URL: `${service.current.url}/v1` })

  beforeAll(async () => {
    file = smallWorkspace()
    await service.current.load(file)
    secret = await service.current.key(file, {
      scopes: ['transactions:read', 'accounts:read', 'payees:write'],
    })
  })

  async function started(...words: string[]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const args = [...nodeWords, programPath, 'mcp', ...words]
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: env(), cwd: sandbox.folder }),
    )
    return client
  }

  it('has the tools of the key, and the same results as POST /mcp', async () => {
    const [here, there] = [await started(), await connected(service.current.url, secret)]
    const [{ tools }, other] = [await here.listTools(), await there.listTools()]
    expect(tools).toEqual(other.tools)
    expect(tools.map(({ name }) => name)).toEqual([
      ...['get_workspace', 'list_accounts', 'get_account', 'list_transactions', 'get_transaction'],
      ...['summarize_transactions', 'list_changes'],
    ])
    for (const { name } of tools) {
      const call = { name, arguments: argumentsFor(name, file) }
      const result = await here.callTool(call)
      expect(result.isError).not.toBe(true)
      expect(result.structuredContent).toEqual((await there.callTool(call)).structuredContent)
    }
    const missing = await here.callTool({ name: 'get_account', arguments: { id: 'acc_none' } })
    expect(missing).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('NOT_FOUND') }],
    })
    await Promise.all([here.close(), there.close()])
  })

  it('--without-texts leaves out every text', async () => {
    const client = await started('--without-texts')
    const { structuredContent } = await client.callTool({ name: 'list_transactions' })
    expect(structuredContent).toMatchObject({ data: [{ id: file.transactions?.[0]?.id }] })
    expect(JSON.stringify(structuredContent)).not.toContain('untrusted')
    await client.close()
  })

  it('a missing or wrong key is reported at once, on standard error', async () => {
    const without = await sandbox.run(['mcp'], { FLORIN_URL: env().FLORIN_URL })
    expect(without).toMatchObject({ code: 2, stdout: '' })
    expect(without.stderr).toContain('florin mcp needs an API key')
    const wrong = await sandbox.run(['mcp'], { ...env(), FLORIN_API_KEY: 'florin_wrong' })
    expect(wrong).toMatchObject({ code: 3, stdout: '' })
    expect(wrong.stderr).toContain('The API key is malformed')
  })
})
