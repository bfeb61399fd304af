import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandLineActor } from '../../../src/main/commandContext.ts'

beforeEach(() => {
  vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  })
  syncBuiltinESMExports()
})

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

describe('the actor of a command', () => {
  it('has a name even if the user has none, as in a container with a numeric user', () => {
    expect(() => os.userInfo()).toThrow()
    expect(commandLineActor()).toEqual({ kind: 'command', id: expect.stringMatching(/^florin\b/) })
  })
})
