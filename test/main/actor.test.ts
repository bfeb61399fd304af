import { describe, expect, it, vi } from 'vitest'
import { commandLineActor } from '../../src/main/commands.ts'

vi.mock('node:os', async importOriginal => ({
  ...(await importOriginal<typeof import('node:os')>()),
  userInfo: () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  },
}))

describe('who is on record for a command', () => {
  it('has a name even where the user has none, as in a container that runs under a number', () => {
    expect(commandLineActor()).toEqual({ kind: 'command', id: expect.stringMatching(/^florin\b/) })
  })
})
