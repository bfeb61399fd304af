/** A key has the tools that its scopes allow, for each of the 128 sets of scopes. */
import { beforeAll, expect, it } from 'vitest'
import { type Scope, scopes } from '../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { smallWorkspace } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { post, toolCall } from './clients.ts'
import { argumentsFor, restPathOf } from './results.ts'

const service = useService('embedded')
let file: WorkspaceFile

beforeAll(async () => {
  file = smallWorkspace()
  await service.current.load(file)
})

const sets: Scope[][] = Array.from({ length: 2 ** scopes.length }, (_, number) =>
  scopes.filter((_scope, bit) => (number >> bit) & 1),
)

async function toolsOf(secret: string): Promise<string[]> {
  const reply = await post(service.current.url, secret, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const { result } = (await reply.json()) as { result: { tools: { name: string }[] } }
  return result.tools.map(({ name }) => name)
}

async function works(secret: string, name: string): Promise<boolean> {
  const reply = await post(service.current.url, secret, toolCall(name, argumentsFor(name, file)))
  const { result } = (await reply.json()) as { result?: { isError?: boolean } }
  return result !== undefined && result.isError !== true
}

it('for each set, the tools listed are those that work, and those whose operation the key may call', async () => {
  const all = await toolsOf(await service.current.key(file))
  expect(sets).toHaveLength(128)
  for (const granted of sets) {
    const secret = await service.current.key(file, { scopes: granted })
    const listed = await toolsOf(secret)
    const working = await Promise.all(all.map(async name => [name, await works(secret, name)] as const))
    expect(working.filter(([, does]) => does).map(([name]) => name)).toEqual(listed)
    const allowed = await Promise.all(
      all.map(async name => {
        const reply = await service.current.request(restPathOf(name, argumentsFor(name, file)), { secret })
        // The feed allows every key, and shows one without a read scope nothing.
        return reply.ok && (name !== 'list_changes' || granted.some(scope => scope.endsWith(':read')))
      }),
    )
    expect(all.filter((_, index) => allowed[index])).toEqual(listed)
  }
})
