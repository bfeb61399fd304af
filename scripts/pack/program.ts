/** The package `florin`: the bundled program, the built console, and the files that they read. Nothing is built later. */
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle } from '../../bin/build.js'
import { buildConsole } from '../buildConsole.ts'
import { packedCluster } from './cluster.ts'
import { asJson, copy, packageJson, root, write } from './files.ts'
import { notices } from './notices.ts'

/** Files that the program reads from its own folder. */
const readAtRunTime = ['src/store/migrations', 'src/actions/commonPasswords.txt', 'src/reference/browser']
/** Bundled into the program. The others load files from their own folders, so they are installed. */
const installed = ['@electric-sql/pglite', 'pg', 'pino', 'prom-client']

const program = `#!/usr/bin/env node
import module from 'node:module'

// Keeps the compiled program between starts. Node 20 does not have this.
module.enableCompileCache?.()
await import('../dist/program/florin.js')
`

/** Returns the folder to pack. */
export async function stageProgram(staging: string): Promise<string> {
  const folder = join(staging, 'florin')
  await buildConsole(() => undefined)
  const { files, inputs } = await bundle()
  for (const { name, text } of files) write(join(folder, 'dist', 'program', name), text)
  write(join(folder, 'dist', 'cluster.br'), await packedCluster())
  write(join(folder, 'bin', 'florin.js'), program)
  chmodSync(join(folder, 'bin', 'florin.js'), 0o755)
  for (const name of readAtRunTime) copy(name, folder, path => !path.endsWith('tsconfig.json'))
  // Files that begin with a dot belong to the build tool.
  copy('console/dist', folder, path => !basename(path).startsWith('.'))
  copy('LICENSE', folder)
  write(join(folder, 'README.md'), readFileSync(join(root, 'scripts/pack/florin.md')))
  write(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(inputs))
  write(join(folder, 'package.json'), asJson(manifest()))
  if (!existsSync(join(folder, 'console/dist/index.html'))) throw new Error('The console is not built.')
  return folder
}

function manifest() {
  const { name, version, description, license, engines, dependencies = {} } = packageJson(root)
  return {
    ...{ name, version, description, license, type: 'module', engines },
    bin: { florin: 'bin/florin.js' },
    files: ['bin', 'console', 'dist', 'src', 'THIRD-PARTY-NOTICES.txt'],
    dependencies: Object.fromEntries(installed.map(each => [each, dependencies[each]])),
  }
}
