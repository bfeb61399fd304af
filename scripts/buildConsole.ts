/**
 * Builds the console into console/dist if it is not built yet or its sources have changed. Run by `npm
 * start` and the tests' global setup. If there is nothing to do, it takes a few milliseconds and prints
 * nothing.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const outFolder = join(root, 'console', 'dist')
const stampFile = join(outFolder, '.stamp')
const sources = ['console', 'src/client', 'src/contract', 'package-lock.json']

export async function buildConsole(say: (line: string) => void = console.log): Promise<void> {
  const stamp = stampOf(filesUnder(sources.map(path => join(root, path))))
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const vite = await loadVite()
  if (!vite) {
    // Installed without the build tools: serve the build that came with the package.
    if (existsSync(join(outFolder, 'index.html'))) return
    throw new Error('The console is not built, and vite is not installed: run npm ci, then npm start')
  }
  say('Building the console…')
  const startedAt = performance.now()
  await vite.build({ configFile: join(root, 'console', 'vite.config.ts'), logLevel: 'warn' })
  writeFileSync(stampFile, stamp)
  say(`Built the console in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

async function loadVite() {
  try {
    return await import('vite')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

function filesUnder(paths: string[]): string[] {
  return paths.flatMap(path => {
    if (path === outFolder) return []
    if (!statSync(path).isDirectory()) return [path]
    return filesUnder(readdirSync(path).map(name => join(path, name)))
  })
}

/** Names count as well as contents: a moved file triggers a new build. */
function stampOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file).split(sep).join('/')}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildConsole()
