/**
 * `npm run pack [folder]`: makes the two packages, `florin` (what runs) and `florin-client` (the SDK), as tarballs in
 * dist/packages or the named folder. `npm run pack -- --check` also installs and uses them as strangers would, in more
 * surroundings than `npm test` does.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stageClient } from './pack/client.ts'
import { root, run } from './pack/files.ts'
import { stageProgram } from './pack/program.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
})
const target = resolve(positionals[0] ?? join(root, 'dist', 'packages'))
const staging = join(root, 'dist', `staging-${process.pid}`)
mkdirSync(target, { recursive: true })
try {
  for (const stage of [stageProgram, stageClient]) {
    const folder = await stage(staging)
    const words = ['pack', folder, '--pack-destination', target, '--json', '--ignore-scripts']
    const [packed] = JSON.parse(await run('npm', words, root)) as {
      filename: string
      size: number
      entryCount: number
    }[]
    if (packed === undefined) throw new Error('npm packed nothing')
    const { filename, size, entryCount } = packed
    process.stdout.write(`${join(target, filename)}  ${Math.round(size / 1000)} kB, ${entryCount} files\n`)
  }
} finally {
  rmSync(staging, { recursive: true, force: true })
}
if (values.check) await (await import('./pack/check.ts')).check(target)
