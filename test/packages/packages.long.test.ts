/** Packs both packages, installs them into empty projects and uses them there, as strangers would. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageJson, root, run } from '../../scripts/pack/files.ts'
import {
  bundleWithVite,
  compileWith,
  project,
  readmeOutput,
  type Started,
  startInstalled,
  tarball,
  writeReadmeScript,
} from '../../scripts/pack/projects.ts'

const folder = mkdtempSync(join(tmpdir(), 'florin-packages-'))
const installBytesMax = 60_000_000
let service: Started | null = null
/** Why npm could not install; null if it could. */
let offline: string | null = null
let [forFlorin, forClient] = ['', '']

beforeAll(async () => {
  await run(process.execPath, ['--import', 'tsx', 'scripts/pack.ts', folder], root)
  forClient = await project(join(folder, 'client'), tarball(folder, 'florin-client'))
  try {
    forFlorin = await project(join(folder, 'florin'), tarball(folder, 'florin'))
  } catch (error) {
    if (!/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENOTCACHED/.test(String(error))) throw error
    offline = 'npm reaches no registry here, so the package cannot be installed'
    return
  }
  service = await startInstalled(forFlorin)
})

afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const started = (skip: (note?: string) => never): Started => service ?? skip(offline ?? undefined)

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name).slice(path.length + 1))

describe('the package florin', () => {
  const installed = () => join(forFlorin, 'node_modules/florin')

  it('starts in an empty folder as the repository does, with a line while it makes the store', ({ skip }) => {
    const { output, url, key } = started(skip)
    expect(output).toMatch(/^Making the store in \.\/data …\n\nFlorin is running\.\n/)
    expect(output).toContain(`  Console    ${url}\n`)
    expect(output).toMatch(/This link creates the first owner/)
    expect(key).not.toBe('')
    expect(statSync(join(forFlorin, 'data/store')).mode & 0o077).toBe(0)
  })

  it('serves the API, the console, the reference and its scripts', async ({ skip }) => {
    const { url, key } = started(skip)
    const headers = { Authorization: `Bearer ${key}` }
    const page = await fetch(`${url}/v1/transactions?limit=3`, { headers })
    expect(((await page.json()) as { data: unknown[] }).data).toHaveLength(3)
    const asset = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(url)).text())?.[1]
    for (const path of [`${asset}`, '/docs', '/v1/openapi.json', '/llms.txt', '/healthz', '/readyz']) {
      expect({ path, status: (await fetch(url + path)).status }).toEqual({ path, status: 200 })
    }
  })

  it('has only what runs: no sources, tests, tools or other files of the repository', ({ skip }) => {
    started(skip)
    const expected = [
      /^(package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES\.txt|bin\/florin\.js)$/,
      /^dist\/(cluster\.br|program\/(florin|\w+-[A-Z0-9]{8})\.js)$/,
      /^console\/dist\/(index\.html|theme\.js|favicon\.svg|assets\/[\w.-]+\.(js|css|svg|woff2))$/,
      /^src\/(store\/migrations\/\d{4}_\w+\.sql|actions\/commonPasswords\.txt|reference\/browser\/\w+\.js)$/,
    ]
    const files = filesIn(installed())
    expect(files.filter(name => !expected.some(pattern => pattern.test(name)))).toEqual([])
    expect(files).toContain('src/store/migrations/0001_service.sql')
    for (const name of files.filter(each => each.startsWith('dist/program/'))) {
      expect(readFileSync(join(installed(), name), 'utf8')).not.toContain(root)
    }
  })

  it('needs four packages at run time, no build tool, and less than 60 MB', ({ skip }) => {
    started(skip)
    const { dependencies = {}, devDependencies } = packageJson(installed())
    expect(Object.keys(dependencies)).toEqual(['@electric-sql/pglite', 'pg', 'pino', 'prom-client'])
    const own = packageJson(root).dependencies ?? {}
    for (const [name, version] of Object.entries(dependencies)) expect(own[name]).toBe(version)
    expect(devDependencies).toBeUndefined()
    const modules = join(forFlorin, 'node_modules')
    const names = readdirSync(modules)
    expect(names.filter(name => /^(esbuild|@esbuild|tsx|vite|typescript|zod)$/.test(name))).toEqual([])
    const bytes = filesIn(modules).reduce((sum, name) => sum + statSync(join(modules, name)).size, 0)
    expect(bytes).toBeLessThan(installBytesMax)
  })

  it('names the licence of every package whose code it contains', ({ skip }) => {
    started(skip)
    const text = readFileSync(join(installed(), 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of [
      'zod',
      'csv-parse',
      'saxes',
      '@modelcontextprotocol/server',
      'react',
      'react-dom',
      'uqr',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
    }
    expect(text).not.toMatch(/\(undefined\)/)
    expect(text.match(/no licence file/g) ?? []).toHaveLength(1) // saxes
  })

  it('runs its commands from any folder, in the running service', ({ skip }) => {
    started(skip)
    const program = join(forFlorin, 'node_modules/.bin/florin')
    const env = { ...process.env, FLORIN_DATA_DIR: join(forFlorin, 'data') }
    const list = execFileSync(program, ['workspaces', 'list', '--json'], {
      cwd: tmpdir(),
      env,
      encoding: 'utf8',
    })
    expect(JSON.parse(list).workspaces).toHaveLength(1)
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(
      `florin ${packageJson(root).version}\n`,
    )
  })
})

describe('the package florin-client', () => {
  const tsc = join(root, 'node_modules/.bin/tsc')

  it('has no dependency, and only modules with their declarations', () => {
    const installed = join(forClient, 'node_modules/florin-client')
    expect(packageJson(installed).dependencies).toBeUndefined()
    const files = filesIn(installed)
    const others = files.filter(name => !/^dist\/[\w/]+\.(js|d\.ts)$/.test(name)).sort()
    expect(others).toEqual(['LICENSE', 'README.md', 'package.json'])
    const text = files
      .filter(name => name.endsWith('.ts'))
      .map(name => readFileSync(join(installed, name), 'utf8'))
    expect(text.join('')).not.toMatch(/zod|from '[^.]/)
    expect(files.filter(name => name.endsWith('.js')).length).toBe(
      files.filter(name => name.endsWith('.d.ts')).length,
    )
  })

  it("runs the README's script in Node", async ({ skip }) => {
    const { url, key } = started(skip)
    const script = writeReadmeScript(forClient, url)
    const output = await run(process.execPath, [script], forClient, { FLORIN_API_KEY: key })
    expect(output).toMatch(readmeOutput)
  })

  it('runs it as a bundle of Vite, which needs nothing of Node', async ({ skip }) => {
    const { url, key } = started(skip)
    writeReadmeScript(forClient, url)
    const bundle = await bundleWithVite(forClient)
    expect(readFileSync(bundle, 'utf8')).not.toMatch(/\bprocess\b|node:|require\(/)
    const page = join(forClient, 'page.mjs')
    writeFileSync(page, `globalThis.env = { FLORIN_API_KEY: '${key}' }\nawait import('${bundle}')\n`)
    expect(await run(process.execPath, [page], forClient)).toMatch(readmeOutput)
  })

  it.each(['node16', 'bundler'] as const)('compiles under strict with %s resolution', async kind => {
    await compileWith(tsc, forClient, kind)
  })

  it('is not loose: the same program fails if a mistake in it is not expected', async () => {
    await compileWith(tsc, forClient, 'bundler')
    const path = join(forClient, 'typed.ts')
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('// @ts-expect-error', '//'))
    const failure = run(tsc, ['-p', 'bundler.json'], forClient)
    await expect(failure).rejects.toThrow(/"paid"[\s\S]*updated_after[\s\S]*'number'/)
  })
})
