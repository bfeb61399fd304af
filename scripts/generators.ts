/**
 * `npm run generators [name …]`: six OpenAPI generators make clients from openapi.json. Each client must compile under
 * strict and pass the same calls against a service. The generators are installed into a temporary folder, about 450 MB,
 * because no one needs them to work on Florin.
 */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { clearAway, clearAwayOnSignals, temporaryFolder } from '../bench/support/cleanup.ts'
import { openPlace } from '../faults/drill/place.ts'
import { account, company, smallWorkspace, transaction } from '../test/support/builders.ts'
import { type Generator, generators } from './generators/clients.ts'
import type { Place } from './generators/common.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const outputBytesMax = 50_000_000

const tsconfig = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
    ...{
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    },
  },
  include: ['adapter.ts'],
}

const prelude = `import { type Adapter, check, type Place } from './common.ts'

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The client returned nothing.')
  return value
}

const totalOf = ({ currency, debit }: { currency: string; debit: string }) => ({ currency, debit })
void [given, totalOf]
`

const ending = `
const place = JSON.parse(process.env.FLORIN_PLACE ?? '') as Place
await check(adapterFor(place), place)
`

async function placeFor(service: Awaited<ReturnType<typeof openPlace>>): Promise<Place> {
  const owner = company()
  const on = account(owner)
  const days = ['2026-01-05', '2026-01-04', '2026-01-03', '2026-01-02', '2026-01-01']
  const transactions = days.map(bookingDate => transaction(on, { bookingDate }))
  const file = {
    ...smallWorkspace(),
    companies: [owner],
    accounts: [on],
    transactions,
    bills: [],
    payees: [],
  }
  await service.load(file)
  return {
    ...{ baseUrl: service.api, apiKey: await service.key(file), workspaceName: file.workspace.name },
    ...{ companyId: owner.id, transactionIds: transactions.map(({ id }) => id), debit: '50.00' },
  }
}

/** Returns what went wrong; null if the client works. */
async function tried(generator: Generator, place: Place): Promise<string | null> {
  const folder = join(temporaryFolder(), generator.name)
  mkdirSync(join(folder, 'out'), { recursive: true })
  const within = (program: string, ...words: string[]) =>
    run(program, words, {
      cwd: folder,
      maxBuffer: outputBytesMax,
      env: { ...process.env, FLORIN_PLACE: JSON.stringify(place) },
    })
  const dependencies = { ...generator.packages, typescript: '5.9.3', '@types/node': '20.19.43' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  copyFileSync(join(root, 'openapi.json'), join(folder, 'openapi.json'))
  copyFileSync(join(root, 'scripts/generators/common.ts'), join(folder, 'common.ts'))
  for (const [name, text] of Object.entries(generator.files?.(place.baseUrl) ?? {})) {
    writeFileSync(join(folder, name), text)
  }
  writeFileSync(join(folder, 'adapter.ts'), `${prelude}${generator.adapter}\n${ending}`)
  const [program, ...words] = generator.command
  const tsx = fileURLToPath(import.meta.resolve('tsx'))
  const steps: [string, () => Promise<unknown>][] = [
    ['install', () => within('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund')],
    ['generate', () => within(join(folder, 'node_modules/.bin', program), ...words)],
    ['compile', () => within(join(folder, 'node_modules/.bin/tsc'), '-p', '.')],
    ['call', () => within(process.execPath, '--import', tsx, 'adapter.ts')],
  ]
  for (const [name, step] of steps) {
    process.stdout.write(`${generator.name}: ${name}\n`)
    try {
      await step()
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
      return `${name} failed: ${(stdout + stderr).slice(0, 3000) || message}`
    }
  }
  return null
}

clearAwayOnSignals()
try {
  const names = process.argv.slice(2)
  const service = await openPlace('embedded')
  for (const generator of generators.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const problem = await tried(generator, await placeFor(service))
    process.stdout.write(`${generator.name}: ${problem ?? 'ok'}\n`)
    if (problem !== null) process.exitCode = 1
  }
} finally {
  await clearAway()
}
