/** RunsRuns the program as a user would: first alone, then beside a service that has the embedded store open. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import type { CommandName } from '../../src/main/commands/commands.ts'
import { askService } from '../../src/main/commands/controlSocket.ts'
import { controlSocketPath } from '../../src/main/dataFolder.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { payee, smallWorkspace } from '../support/builders.ts'
import { type Outcome, type Serving, useSandbox } from '../support/program.ts'

const sandbox = useSandbox()
const file = smallWorkspace()
const workspace = file.workspace.id
let env: Record<string, string>
let secret: string

beforeAll(() => {
  env = { FLORIN_DATA_DIR: sandbox.dataFolder('data'), FLORIN_DEMO: 'off' }
})

const florin = (line: string): Promise<Outcome> => sandbox.run(line.split(' '), env)

/** The output of a command with --json: one object on one line and nothing else. */
async function json<Result>(line: string): Promise<Result> {
  const { code, stdout, stderr } = await florin(`${line} --json`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.indexOf('\n')).toBe(stdout.length - 1)
  return JSON.parse(stdout)
}

/** Does what the program does beside a running service, without starting it. */
async function ask(command: CommandName, input: object): Promise<object | null> {
  const quiet = { onProgress: () => undefined, write: async () => undefined }
  return await askService(controlSocketPath(env.FLORIN_DATA_DIR ?? ''), command, input, quiet)
}

async function human(line: string): Promise<string> {
  const { code, stdout, stderr } = await florin(line)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** A failed command prints one line on standard error, nothing on standard output, and exits with a code by its kind. */
async function refusal(line: string, expected: number): Promise<string> {
  const { code, stdout, stderr } = await florin(line)
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
  expect(stderr).toMatch(/^florin: .+\n$/)
  return stderr
}

describe('without a running service', () => {
  it('load and keys create work on the embedded store', async () => {
    const loaded = await json(`load ${sandbox.file('small.json', file)}`)
    expect(loaded).toMatchObject({ workspaceId: workspace, created: true, changed: 0 })
    const created = await human(`keys create --workspace ${workspace} --name Sync --scopes all --expires 90`)
    expect(created).toMatch(
      /^Created key key_\w{26} \(Sync\): companies:read, .*; it expires at 20\d\d-.*Z\.\n/,
    )
    secret = /^ {2}(florin_\w{40})$/m.exec(created)?.[1] ?? ''
    expect(secret).not.toBe('')
    expect(created.split(secret)).toHaveLength(2)
  })
})

describe('while the service runs on the embedded store', () => {
  let service: Serving

  beforeAll(async () => {
    service = await sandbox.serve(env)
  })

  it('it accepts a key that was created before it started', async () => {
    expect(await service.client(secret).workspace.get()).toMatchObject({ name: file.workspace.name })
  })

  it('load takes a path relative to its own working directory, and the data shows at once', async () => {
    const added = payee(file.companies[0] ?? { id: '' })
    sandbox.file('more.json', { workspace: file.workspace, payees: [added] })
    expect(await human('load more.json')).toBe(
      `Updated workspace ${workspace}: 1 added, 0 changed, 0 unchanged.\n`,
    )
    const { data } = await service.client(secret).payees.list()
    expect(data.map(({ id }) => id)).toContain(added.id)
  })

  it('an export to standard output is one JSON object that loads again without changes', async () => {
    const text = await human(`export --workspace ${workspace}`)
    const { companies } = JSON.parse(text) as WorkspaceFile
    expect(companies).toEqual(file.companies)
    const loaded = await ask('load', { file: sandbox.file('again.json', text) })
    expect(loaded).toMatchObject({ created: false, added: 0, changed: 0 })
  })

  it('export --output writes the whole file, only readable only by its owner', async () => {
    const output = join(sandbox.folder, 'exported.json')
    const result = await json<{ elements: number }>(`export --workspace ${workspace} --output exported.json`)
    const exported = JSON.parse(readFileSync(output, 'utf8')) as WorkspaceFile
    expect(exported.bills).toEqual(file.bills)
    expect(result).toEqual({ workspaceId: workspace, elements: 6 + exported.categories.length })
    expect(statSync(output).mode & 0o777).toBe(0o600)
    expect(existsSync(`${output}.partial`)).toBe(false)
  })

  it('a key works right after it is created, and fails right after it is revoked', async () => {
    const line = `keys create --workspace ${workspace} --name Console --scopes companies:read,payees:read`
    const { id, secret: fresh, ...rest } = await json<Record<string, string>>(line)
    expect(rest).toMatchObject({ workspaceId: workspace, name: 'Console', expiresAt: null })
    expect((await service.request('/v1/companies', fresh)).status).toBe(200)
    expect((await service.request('/v1/bills', fresh)).status).toBe(403)
    expect(await human(`keys revoke ${id}`)).toBe(
      `Revoked key ${id} (Console). The next request with it fails.\n`,
    )
    expect((await service.request('/v1/companies', fresh)).status).toBe(401)
  })

  it('workspaces are listed with id, name and number of companies', async () => {
    const { id, name } = file.workspace
    expect(await ask('workspaces list', {})).toMatchObject({ workspaces: [{ id, name, companies: 1 }] })
  })

  it('keys are listed with their state and without their secrets', async () => {
    const { keys } = (await ask('keys list', { workspace })) as { keys: Record<string, unknown>[] }
    expect(keys.map(({ name, state }) => `${name} ${state}`)).toEqual(['Sync active', 'Console revoked'])
    expect(keys[0]).toMatchObject({ workspaceId: workspace, scopes, visibleStart: secret.slice(0, 13) })
    expect(JSON.stringify(keys)).not.toContain(secret)
  })

  it('migrate finds the schema up to date', async () => {
    expect(await json('migrate')).toEqual({ applied: [], version: readMigrations().length })
  })

  it.each([
    [
      'an unknown workspace',
      4,
      'export --workspace nowhere --output no.json',
      'There is no workspace nowhere.',
    ],
    ['an output that is a folder', 1, `export --workspace ${workspace} --output .`, 'florin: '],
    [
      'an unknown scope',
      2,
      `keys create --workspace ${workspace} --name K --scopes x`,
      '--scopes has unknown',
    ],
  ])(
    'a failed command says why in one line and leaves nothing behind: %s',
    async (_, code, line, message) => {
      const before = readdirSync(sandbox.folder)
      expect(await refusal(line, code)).toContain(message)
      expect(readdirSync(sandbox.folder)).toEqual(before)
    },
  )

  it('an invalid element of a file is named by list and index', async () => {
    const bad = { ...smallWorkspace(), payees: [{ ...payee({ id: 'com' }), iban: 7 }] }
    await expect(ask('load', { file: sandbox.file('bad.json', bad) })).rejects.toThrow('payees[0].iban')
  })

  it('the service is still ready after all of that, and stops cleanly', async () => {
    expect((await service.request('/readyz')).status).toBe(200)
    const { code, stderr } = await service.program.stop()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})
