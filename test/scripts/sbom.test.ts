import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

interface Locked {
  version: string
  dev?: boolean
  devOptional?: boolean
  /** A folder of ours. */
  link?: boolean
}

describe('npm run sbom', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-sbom-'))
  let text = ''
  let sbom: {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: { 'bom-ref': string; name: string; hashes?: unknown[]; licenses?: unknown[] }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }

  beforeAll(() => {
    const file = join(folder, 'sbom.json')
    // A registry that does not exist: the lock file must be enough.
    const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/registry/', npm_execpath: '' }
    const words = ['--import', 'tsx', 'scripts/sbom.ts', file]
    expect(execFileSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' })).toBe('')
    text = readFileSync(file, 'utf8')
    sbom = JSON.parse(text)
  }, 60_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const refs = () => sbom.components.map(each => each['bom-ref']).sort()

  /** Package names of bare imports. */
  const inPages = () => {
    const sources = readdirSync(join(root, 'console/src'), { recursive: true, encoding: 'utf8' })
      .filter(path => /\.tsx?$/.test(path))
      .map(path => readFileSync(join(root, 'console/src', path), 'utf8'))
    const names = sources.flatMap(source =>
      [...source.matchAll(/^(?:import|export) (?:[^'`]*from )?'((?:@[^/']+\/)?[a-z][^/']*)/gm)].map(
        found => found[1],
      ),
    )
    return new Set(names)
  }

  it('lists every package that the service needs, from the lock file, and no development tool', () => {
    const locked = Object.entries<Locked>(json('package-lock.json').packages)
    const needed = locked
      .filter(([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link)
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
    expect(refs()).toEqual(expect.arrayContaining(needed))
    const { devDependencies } = json('package.json')
    const tools = Object.keys(devDependencies).filter(name => !inPages().has(name))
    expect(sbom.components.map(({ name }) => name).filter(name => tools.includes(name))).toEqual([])
  })

  it('lists the packages that are built into the pages', () => {
    const names = sbom.components.map(({ name }) => name)
    expect([...inPages()].sort()).toEqual(['@fontsource-variable/inter', 'react', 'react-dom', 'uqr'])
    expect(names).toEqual(expect.arrayContaining([...inPages()]))
  })

  it('names the version, hash and licence of each, and its dependents', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'florin' } } })
    expect(sbom.metadata.component.version).toBe(json('package.json').version)
    expect(sbom.components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length)).toEqual([])
    const known = new Set(refs())
    expect(sbom.dependencies.flatMap(each => each.dependsOn).filter(ref => !known.has(ref))).toEqual([])
    expect(sbom.dependencies.find(({ ref }) => ref.startsWith('pg@'))?.dependsOn.join()).toContain(
      'pg-protocol@',
    )
  })

  it('names no registry and no folder of the build machine', () => {
    expect([...text.matchAll(/https?:\/\/[^"/]+/g)].map(found => found[0])).toEqual(['http://cyclonedx.org'])
    expect(text).not.toContain(root)
    expect(text).not.toMatch(/registry|127\.0\.0\.1|node_modules/)
  })
})
