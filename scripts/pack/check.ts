/**
 * `npm run pack -- --check`: uses the packages in surroundings that are too large for `npm test`: Bun and Deno from npm
 * (200 MB), a compiler of the previous generation, and every version of Node that `npm run nodes` has brought.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installedNodes } from '../nodes/binaries.ts'
import { root, run } from './files.ts'
import {
  bundleWithVite,
  compileWith,
  project,
  readmeOutput,
  startInstalled,
  tarball,
  writeReadmeScript,
} from './projects.ts'

const bunVersion = '1.4.4'
const denoVersion = '2.9.6'
const olderCompiler = '5.9.3'

export async function check(packages: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-check-'))
  const service = await startInstalled(await project(join(folder, 'florin'), tarball(packages, 'florin')))
  process.stdout.write(`First key after ${(service.greetedMs / 1000).toFixed(1)} s\n`)
  try {
    const client = await project(join(folder, 'client'), tarball(packages, 'florin-client'))
    const script = writeReadmeScript(client, service.url)
    const env = { FLORIN_API_KEY: service.key }
    const ran = async (program: string, ...words: string[]) => {
      const output = await run(program, [...words, script], client, env)
      if (!readmeOutput.test(output)) throw new Error(`It printed:\n${output}`)
    }
    const tools = join(folder, 'tools')
    await attempt(`Node ${process.version}`, () => ran(process.execPath))
    for (const { version, program } of await installedNodes())
      await attempt(`Node ${version}`, () => ran(program))
    await attempt(`Bun ${bunVersion}`, async () => {
      const name = `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`
      await project(join(tools, 'bun'), `${name}@${bunVersion}`)
      await ran(join(tools, 'bun/node_modules', name, 'bin/bun'), 'run')
    })
    await attempt(`Deno ${denoVersion}`, async () => {
      const name = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
      await project(join(tools, 'deno'), `${name}@${denoVersion}`)
      await ran(join(tools, 'deno/node_modules', name, 'deno'), 'run', '--allow-net', '--allow-env')
    })
    for (const kind of ['node16', 'bundler'] as const) {
      await attempt(`TypeScript, ${kind}`, () =>
        compileWith(join(root, 'node_modules/.bin/tsc'), client, kind),
      )
      await attempt(`TypeScript ${olderCompiler}, ${kind}`, async () => {
        await project(join(tools, 'tsc'), `typescript@${olderCompiler}`)
        await compileWith(join(tools, 'tsc/node_modules/.bin/tsc'), client, kind)
      })
    }
    await attempt('Vite bundle', async () => void (await bundleWithVite(client)))
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function attempt(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    process.stdout.write(`${name}: ok\n`)
  } catch (error) {
    process.stdout.write(`${name}: failed\n${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
