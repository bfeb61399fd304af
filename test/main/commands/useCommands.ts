/** Runs commands in this process, on a store and with files that are removed after the tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { CommandContext } from '../../../src/main/commandContext.ts'
import { type CommandName, type CommandResult, runCommand } from '../../../src/main/commands/commands.ts'
import { Failure } from '../../../src/main/failure.ts'
import { freshStore, type StoreName, type TestStore } from '../../support/stores.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.000Z')

export function useCommands(storeName: StoreName, surroundings: Pick<CommandContext, 'webhooks'> = {}) {
  let store: TestStore
  let folder: string
  let output = ''
  let progress: [number, number][] = []

  beforeAll(async () => {
    store = await freshStore(storeName)
    folder = mkdtempSync(join(tmpdir(), 'florin-commands-'))
  })

  afterAll(async () => {
    await store?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  function saved(name: string, content: string | object): string {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  async function run<Name extends CommandName>(name: Name, input: object): Promise<CommandResult<Name>> {
    output = ''
    progress = []
    const context = {
      ...surroundings,
      db: store.db,
      migration: { applied: [], version: 1 },
      nowMs,
      home: 'http://127.0.0.1:8080',
      onProgress: (done: number, total: number) => progress.push([done, total]),
      write: async (text: string) => {
        output += text
      },
    }
    return (await runCommand(name, context, input)) as CommandResult<Name>
  }

  /** The message of the failure, which must be one line. */
  async function refusal(name: CommandName, input: object): Promise<string> {
    const error = await run(name, input).then(
      () => new Error(`${name} was done`),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Failure)
    const { message } = error as Failure
    expect(message).not.toContain('\n')
    return message
  }

  /** The store, the folder of the files, and what the last command wrote and reported. */
  const current = {
    get store() {
      return store
    },
    get folder() {
      return folder
    },
    get output() {
      return output
    },
    get progress() {
      return progress
    },
  }
  return { current, saved, run, refusal }
}
