/** Profiles: where keys are kept, who can read them, and to whom they are sent. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessFor } from '../../src/cli/access/access.ts'
import { readProfiles, writeProfiles } from '../../src/cli/access/profiles.ts'
import { Failure } from '../../src/main/failure.ts'
import { smallWorkspace } from '../support/builders.ts'
import { useSandbox } from '../support/program.ts'
import { useService } from '../support/service.ts'

const sandbox = useSandbox()

describe('florin login', () => {
  const service = useService('embedded')
  const file = smallWorkspace()
  let secret: string
  let url: string
  let env: Record<string, string>
  const kept = () => join(sandbox.folder, 'config', 'florin', 'profiles.json')

  beforeAll(async () => {
    await service.current.load(file)
    secret = await service.current.key(file)
    url = `${service.current.url}/v1`
    env = { XDG_CONFIG_HOME: join(sandbox.folder, 'config') }
  })

  const florin = (line: string, input?: string) => sandbox.run(line.split(' '), env, input)

  it('keeps a key that works, in a file that only its owner can read, and shows it nowhere', async () => {
    const outcome = await florin(`login --url ${url}`, `${secret}\n`)
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(outcome.stdout).toContain(`Signed in to ${file.workspace.name} at ${url} with the key Test key`)
    expect(outcome.stdout).not.toContain(secret)
    expect(statSync(kept()).mode & 0o777).toBe(0o600)
    expect(statSync(join(kept(), '..')).mode & 0o777).toBe(0o700)
    expect(existsSync(`${kept()}.partial`)).toBe(false)
  })

  it('lets the other commands do without a key and an address', async () => {
    const list = await florin('accounts list --json')
    expect(JSON.parse(list.stdout)).toEqual(await service.current.client(secret).accounts.list())
    const followed = await florin('follow --once --resources company')
    expect(followed).toMatchObject({ code: 0, stderr: '' })
    expect(followed.stdout).toContain(file.companies?.[0]?.id)
  })

  it('keeps several profiles; the newest is the current one until another is chosen', async () => {
    const other = service.current.foreignSecret
    expect(await florin(`login --url ${url} --profile other`, other)).toMatchObject({ code: 0 })
    const foreign = service.current.foreign.workspace.name
    const { profiles } = JSON.parse((await florin('profiles --json')).stdout)
    expect(profiles).toMatchObject([
      { name: 'default', current: false, workspace: file.workspace.name, keyStartsWith: secret.slice(0, 13) },
      { name: 'other', current: true, workspace: foreign },
    ])
    const company = async (line: string) =>
      JSON.parse((await florin(`companies list --json ${line}`.trim())).stdout)
    expect(await company('')).toEqual(await service.current.client(other).companies.list())
    expect(await company('--profile default')).toEqual(await service.current.client(secret).companies.list())
    expect((await florin('profiles')).stdout).not.toContain(secret)
    expect(await florin('profiles use default')).toMatchObject({ code: 0 })
    expect(await company('')).toEqual(await service.current.client(secret).companies.list())
  })

  it('keeps no key that the service refuses, and no missing one', async () => {
    const before = readFileSync(kept(), 'utf8')
    const wrong = await florin(`login --url ${url} --profile wrong`, 'florin_wrong\n')
    expect(wrong).toMatchObject({ code: 3, stdout: '' })
    expect(await florin(`login --url ${url} --profile none`, '')).toMatchObject({ code: 2, stdout: '' })
    expect(await florin('login --url ftp://x/v1', secret)).toMatchObject({ code: 2, stdout: '' })
    expect(await florin(`login --url ${url} --profile ../x`, secret)).toMatchObject({ code: 2, stdout: '' })
    expect(readFileSync(kept(), 'utf8')).toBe(before)
  })

  it('takes no key on the command line, where others could see it', async () => {
    const outcome = await florin(`login --url ${url} --key ${secret}`)
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
  })

  it('florin logout removes a profile with its key', async () => {
    expect(await florin('logout --profile nobody')).toMatchObject({ code: 4 })
    expect(await florin('logout')).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(kept(), 'utf8')).not.toContain(secret)
    expect(await florin('logout --all')).toMatchObject({ code: 0 })
    expect((await florin('profiles')).stdout).toBe('There is no profile. florin login makes one.\n')
    expect(await florin('accounts list')).toMatchObject({ code: 2 })
  })
})

describe('the key of a profile', () => {
  const env = () => ({ XDG_CONFIG_HOME: join(sandbox.folder, 'unit') })
  const profile = { url: 'https://florin.example/v1', key: 'florin_kept', workspace: 'W' }

  beforeAll(() => {
    writeProfiles(env(), { current: 'default', profiles: { default: profile } })
  })

  it('is never sent to an address from an option or the environment', () => {
    const kept = { baseUrl: profile.url, apiKey: profile.key }
    expect(accessFor('x', {}, env())).toEqual(kept)
    expect(accessFor('x', {}, { ...env(), FLORIN_URL: 'https://evil.example/v1' })).toEqual(kept)
    expect(accessFor('x', { url: 'https://florin.example/v1/' }, env())).toEqual(kept)
    expect(() => accessFor('x', { url: 'https://evil.example/v1' }, env())).toThrow(Failure)
    expect(() => accessFor('x', { url: 'https://evil.example/v1', profile: 'default' }, env())).toThrow(
      'is for https://florin.example/v1',
    )
  })

  it('gives way to a key in the environment, unless the profile is named', () => {
    const given = { ...env(), FLORIN_API_KEY: 'florin_env', FLORIN_URL: 'https://own.example/v1' }
    expect(accessFor('x', {}, given)).toEqual({ baseUrl: 'https://own.example/v1', apiKey: 'florin_env' })
    expect(accessFor('x', { profile: 'default' }, given).apiKey).toBe('florin_kept')
    expect(accessFor('x', {}, { ...env(), FLORIN_PROFILE: 'default' }).apiKey).toBe('florin_kept')
  })

  it('is not used from a file that others can read, nor from a damaged one', () => {
    const folder = join(sandbox.folder, 'open', 'florin')
    const path = join(folder, 'profiles.json')
    const open = { XDG_CONFIG_HOME: join(sandbox.folder, 'open') }
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, JSON.stringify({ current: 'default', profiles: { default: profile } }))
    chmodSync(path, 0o644)
    expect(() => readProfiles(open)).toThrow('others can read it')
    writeFileSync(path, '{"profiles": {"default": {"url": 1}}}')
    chmodSync(path, 0o600)
    expect(() => readProfiles(open)).toThrow('is damaged')
  })
})
