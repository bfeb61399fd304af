/** Empty projects, as strangers have them, into which the packages are installed and in which they are used. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readmeScript } from './clientReference.ts'
import { asJson, root, run, write } from './files.ts'

/** The path of a tarball that `npm run pack` made in the folder. */
export function tarball(folder: string, name: 'florin' | 'florin-client'): string {
  const isOf = (file: string) => file.startsWith(`${name}-`) && /\d/.test(file.charAt(name.length + 1))
  const found = readdirSync(folder).find(each => isOf(each) && each.endsWith('.tgz'))
  if (found === undefined) throw new Error(`${folder} has no package of ${name}.`)
  return join(folder, found)
}

/** A project with these packages. Scripts of packages are not run: nothing may depend on them. */
export async function project(folder: string, ...packages: string[]): Promise<string> {
  mkdirSync(folder, { recursive: true })
  write(join(folder, 'package.json'), asJson({ private: true, type: 'module' }))
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--prefer-offline']
  await run('npm', ['install', ...quiet, ...packages], folder)
  return folder
}

export interface Started {
  url: string
  key: string
  output: string
  /** From the command to the end of the greeting. */
  greetedMs: number
  stop(): Promise<void>
}

const patienceMs = 240_000

/** `npx florin serve` in a project that has the package, up to the end of its greeting. */
export async function startInstalled(folder: string, env: Record<string, string> = {}): Promise<Started> {
  const settings = { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'error', ...env }
  const startedMs = performance.now()
  const child = spawn(join(folder, 'node_modules/.bin/florin'), ['serve'], { cwd: folder, env: settings })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    const output = await greetingOf(child)
    const [, url = ''] = /API +(\S+)\/v1/.exec(output) ?? []
    const [, key = ''] = /^ {2}(florin_\w{40})$/m.exec(output) ?? []
    return { url, key, output, greetedMs: performance.now() - startedMs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function greetingOf(child: ChildProcess): Promise<string> {
  let [output, errors] = ['', '']
  child.stderr?.setEncoding('utf8').on('data', text => {
    errors += text
  })
  const greeted = new Promise<string>(settle => {
    child.stdout?.setEncoding('utf8').on('data', text => {
      output += text
      if (output.includes('curl ') && output.endsWith('\n\n')) settle(output)
    })
  })
  const failed = once(child, 'exit', { signal: AbortSignal.timeout(patienceMs) }).then(([code]) => {
    throw new Error(`florin serve exited with ${code}.\n${output}${errors}`)
  })
  failed.catch(() => undefined)
  return await Promise.race([greeted, failed])
}

/** The README's script, with the address of this service. */
export function writeReadmeScript(folder: string, url: string): string {
  const path = join(folder, 'readme.js')
  write(path, readmeScript().replace('http://127.0.0.1:8080', url))
  return path
}

/** What the README's script prints for the demo workspace. */
export const readmeOutput =
  /^(\d{4}-\d{2}-\d{2} \d+\.\d{2} [A-Z]{3}\n){3}\d+ booked transactions\n100 false true\n$/

const typedProgram = `import { createClient, FlorinError, type MirrorStore, type Transaction } from 'florin-client'

const florin = createClient({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'key' })

export async function newest(): Promise<Transaction | undefined> {
  const { data, nextCursor } = await florin.transactions.list({ status: 'booked', limit: 1 })
  const cursor: string | null = nextCursor
  // @ts-expect-error: not a status
  await florin.transactions.list({ status: 'paid' })
  // @ts-expect-error: not a parameter
  await florin.transactions.list({ updated_after: '2026-01-01' })
  // @ts-expect-error: a number is not money
  const wrong: number = data[0]?.amount
  const side: 'credit' | 'debit' | null | undefined = data[0]?.side
  for await (const { changes } of florin.follow({ resources: ['payee'] })) {
    for (const change of changes) if (change.resource === 'payee') console.log(change.object?.iban)
  }
  await florin.payees.create({ name: 'Papierwerk', iban: 'DE89370400440532013000' }, { idempotencyKey: '1' })
  console.log(cursor, wrong, side)
  return data[0]
}

export const mirrored = (store: MirrorStore) => florin.mirror(store).sync().then(({ equal }) => equal)
export const isMissing = (error: unknown): boolean => error instanceof FlorinError && error.status === 404
`

/** Both kinds of projects check the declarations of the package too. */
const kinds = {
  node16: { module: 'node16', moduleResolution: 'node16', lib: ['es2023'], types: ['node'] },
  bundler: {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  },
}

/** Compiles a program that uses the package, under strict. Throws with the compiler's messages. */
export async function compileWith(tsc: string, folder: string, kind: keyof typeof kinds): Promise<void> {
  write(join(folder, 'typed.ts'), typedProgram)
  const typeRoots = [join(root, 'node_modules/@types')]
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
  const compilerOptions = {
    ...strict,
    noEmit: true,
    target: 'es2022',
    skipLibCheck: false,
    typeRoots,
    ...kinds[kind],
  }
  write(join(folder, `${kind}.json`), asJson({ compilerOptions, files: ['typed.ts'] }))
  await run(tsc, ['-p', `${kind}.json`], folder)
}

/** Bundles the README's script for a browser; returns the path of the bundle. */
export async function bundleWithVite(folder: string): Promise<string> {
  const { build } = await import('vite')
  await build({
    ...{ root: folder, configFile: false, logLevel: 'error', define: { 'process.env': 'globalThis.env' } },
    build: {
      outDir: 'bundle',
      target: 'es2022',
      lib: { entry: 'readme.js', formats: ['es'], fileName: 'readme' },
    },
  })
  return join(folder, 'bundle/readme.js')
}
