/**
 * `npm run nodes [-- --only 22,24] [test/http …]`: runs the tests, or those that are named, on Node 20, 22, 24 and 26.
 * The binaries come from npm, about 100 MB each, and are kept under node_modules/.cache.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { majors, type NodeBinary, nodeBinary } from './nodes/binaries.ts'
import { root } from './pack/files.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: majors.join(',') }, project: { type: 'string' } },
})

/** Programs that the tests start find this Node too. */
async function passes({ program, folder }: NodeBinary): Promise<boolean> {
  const project = values.project === undefined ? [] : ['--project', values.project]
  const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...project, ...positionals]
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  const [code] = await once(spawn(program, words, { cwd: root, env, stdio: 'inherit' }), 'exit')
  return code === 0
}

const results: string[] = []
for (const major of values.only.split(',')) {
  const binary = await nodeBinary(major)
  process.stdout.write(`\nNode ${binary.version}\n`)
  const passed = await passes(binary)
  results.push(`Node ${binary.version}: ${passed ? 'passed' : 'FAILED'}`)
  if (!passed) process.exitCode = 1
}
process.stdout.write(`\n${results.join('\n')}\n`)
