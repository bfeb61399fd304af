/**
 * Writes the packages that the service and its pages use at run time as a CycloneDX document: `npm run sbom
 * -- FILE`, or to standard output. npm creates the full list from the lock file, without network access. Its
 * `--omit dev` also drops packages that both we and a development tool need, such as pg, so we follow our
 * dependencies ourselves.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inPages } from './pack/inPages.ts'

interface Component {
  'bom-ref': string
  name: string
  externalReferences?: unknown
  properties?: unknown
}

interface Sbom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Package {
  name: string
  version: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const root = fileURLToPath(new URL('../', import.meta.url))
const outputBytesMax = 64 * 1024 * 1024

/** Everything that is installed, including development tools. */
function fromNpm(): Sbom {
  const words = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    '--offline',
    '--loglevel',
    'error',
  ]
  const { npm_execpath: npm } = process.env
  const [program, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const text = execFileSync(program as string, [...before, ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
  })
  return JSON.parse(text) as Sbom
}

/** The packages the service needs at run time, directly or indirectly. */
function neededAtRunTime({ dependencies }: Sbom, own: Package): Set<string> {
  const dependsOn = new Map(dependencies.map(each => [each.ref, each.dependsOn]))
  // Versions in package.json are exact, so they identify their entries.
  const pages = inPages.map(name => `${name}@${own.devDependencies[name]}`)
  const waiting = [
    ...Object.entries(own.dependencies).map(([name, version]) => `${name}@${version}`),
    ...pages,
  ]
  const needed = new Set<string>()
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (needed.has(ref)) continue
    const next = dependsOn.get(ref)
    if (next === undefined)
      throw new Error(`${ref} of package.json is not in package-lock.json. Run npm install.`)
    needed.add(ref)
    waiting.push(...next)
  }
  return needed
}

/** Without the registry of this machine, and without the name of the source folder. */
function published(sbom: Sbom, own: Package): Sbom {
  const needed = neededAtRunTime(sbom, own)
  const ownRef = sbom.metadata.component['bom-ref']
  const without = ({ externalReferences: _, properties: __, ...component }: Component): Component => component
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component: { ...without(sbom.metadata.component), name: own.name } },
    components: sbom.components.filter(each => needed.has(each['bom-ref'])).map(without),
    dependencies: sbom.dependencies
      .filter(({ ref }) => ref === ownRef || needed.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(each => needed.has(each)) })),
  }
}

const own = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Package
const text = `${JSON.stringify(published(fromNpm(), own), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)
