/**
 * The program as one file of JavaScript, made from the sources before the tests begin. As it is installed, it takes the
 * types off each of its files whenever it starts, which is most of the time that a short test of it would take.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Builds it into the folder, and gives back the path of what to run. */
export async function buildProgram(folder: string): Promise<string> {
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [placesOf(folder)],
    build: {
      ssr: 'src/cli/florin.ts',
      target: 'node20',
      outDir: join(folder, 'bin'),
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'florin.js' } },
    },
  })
  return join(folder, 'bin', 'florin.js')
}

/** Each source finds what lies beside it where it always did, and workers are started from what was built. */
const placesOf = (folder: string): Plugin => ({
  name: 'places of sources',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    const place = id.endsWith('/workersFork.ts') ? join(folder, 'src', 'main', 'workersFork.ts') : id
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href))
  },
})
