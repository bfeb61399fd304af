/**
 * The package `florin-client`: the sources of `src/client` as JavaScript modules with declarations. Their types come from
 * the contract, which needs zod; here they come from plain types that the compiler has compared with the contract.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { operations } from '../../src/contract/operations.ts'
import { asJson, copy, packageJson, root, run, write } from './files.ts'
import { plainTypes } from './plainTypes.ts'

const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
  ...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
  ...{ module: 'nodenext', moduleResolution: 'nodenext', verbatimModuleSyntax: true },
}

/** Returns the folder to pack. */
export async function stageClient(staging: string): Promise<string> {
  const sources = join(staging, 'client-sources')
  const folder = join(staging, 'florin-client')
  writeSources(sources)
  await comparedWithContract(sources)
  const emit = { ...compilerOptions, rootDir: sources, outDir: join(folder, 'dist'), declaration: true }
  await compile(join(sources, 'tsconfig.json'), { compilerOptions: emit, files: ['index.ts'] })
  copy('LICENSE', folder)
  cpSync(join(root, 'docs/client.md'), join(folder, 'README.md'))
  write(join(folder, 'package.json'), asJson(manifest()))
  return folder
}

function manifest() {
  const { version, license } = packageJson(root)
  return {
    ...{ name: 'florin-client', version, license, type: 'module', engines: { node: '>=20' } },
    description:
      'The client of Florin, a self-hosted Workspace Banking Data API. Typed, without dependencies.',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    ...{ types: './dist/index.d.ts', sideEffects: false, files: ['dist'] },
  }
}

/** The client's sources, with imports that work in JavaScript and the contract's types in one file. */
function writeSources(folder: string): void {
  const from = join(root, 'src/client')
  write(join(folder, 'package.json'), asJson({ type: 'module' }))
  write(join(folder, 'contract.ts'), plainTypes())
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue
    const target = join(folder, name)
    const contract = `./${relative(dirname(target), join(folder, 'contract.js')).split(sep).join('/')}`
    const text = readFileSync(join(from, name), 'utf8')
      .replaceAll(/'(?:\.\.\/)+contract\/\w+\.ts'/g, `'${contract.replace('./..', '..')}'`)
      .replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'")
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

/** Types that the client exports, and where the contract has them. */
const exported = {
  ...{
    Account: 'accounts',
    Bill: 'bills',
    Category: 'categories',
    Change: 'changes',
    ChangeResource: 'changes',
  },
  ...{ DigestRange: 'changes', Company: 'companies', DefinedErrorCode: 'errors', ErrorBody: 'errors' },
  ...{ ValidationIssue: 'errors', Payee: 'payees', Scope: 'scopes', Transaction: 'transactions' },
  ...{ Workspace: 'workspace', Method: 'operation' },
}

/** The compiler fails here if a plain type and the contract's type differ in a field, a value or what is optional. */
async function comparedWithContract(sources: string): Promise<void> {
  const contract = join(root, 'src/contract')
  const compared = [
    ...Object.entries(exported).map(
      ([name, file]) => `Plain.${name}, import('${join(contract, `${file}.ts`)}').${name}`,
    ),
    ...Object.keys(operations).flatMap(id =>
      ['QueryOf', 'BodyInputOf', 'ResultOf'].map(
        kind => `Plain.${kind}<Plain.Operations['${id}']>, Wire.${kind}<Operations['${id}']>`,
      ),
    ),
  ]
  const text = `import type * as Wire from '${contract}/operation.ts'
import type { Operations } from '${contract}/operations.ts'
import type * as Plain from './contract.ts'

type Flat<T> = T extends readonly (infer Item)[] ? Flat<Item>[] : T extends object ? { [K in keyof T]: Flat<T[K]> } : T
type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>) => undefined
${compared.map(each => `same<${each}>(true)`).join('\n')}
`
  write(join(sources, 'compare.ts'), text)
  const options = { ...compilerOptions, noEmit: true, allowImportingTsExtensions: true, types: ['node'] }
  const lib = ['es2024', 'dom', 'dom.iterable']
  await compile(join(sources, 'compare.json'), {
    compilerOptions: { ...options, lib },
    files: ['compare.ts'],
  })
}

async function compile(path: string, config: object): Promise<void> {
  write(path, asJson(config))
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', path], root)
}
