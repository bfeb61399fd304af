/** docs/client.md describes the client as it is. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clientReference, methodNames } from '../../scripts/pack/clientReference.ts'
import { membersOf } from '../../scripts/pack/sourceComments.ts'
import { clientMethod } from '../../src/contract/openapi/codeSamples.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'

const written = readFileSync(new URL('../../docs/client.md', import.meta.url), 'utf8')

describe('docs/client.md', () => {
  it('is what npm run openapi writes', () => {
    expect(written).toBe(clientReference())
  })

  it('has every method of the client, and the client has one for every operation', () => {
    const methods = methodNames()
    for (const method of methods)
      expect(written).toMatch(new RegExp(`^#{3,4} \`${method.replace('.', '\\.')}\\(`, 'm'))
    const called = Object.values<Operation>(operations).map(clientMethod)
    expect(called.filter(method => !methods.includes(method))).toEqual([])
  })

  it('names each public member with its comment, and nothing private', () => {
    expect(membersOf('mirror/mirror.ts', 'class Mirror').map(({ text }) => text)).toEqual([
      'sync(): Promise<MirrorReport>',
      'verify(): Promise<MirrorReport>',
      'run(): Promise<void>',
    ])
    expect(membersOf('mirror/store.ts', 'interface MirrorStore')[0]).toEqual({
      text: expect.stringMatching(/^get\(resource: ChangeResource, range\?: DayRange\): Eventually</),
      comment: expect.stringContaining('in any order'),
    })
  })
})
