/**
 * The sources are TypeScript, in hundreds of files. They run as one file of JavaScript, dist/florin.js, which is made at the
 * first start and whenever one of them has changed: loaded one by one, they would take a second more at each command.
 */
import { createHash } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = join(root, 'dist', 'florin.js')

/**
 * The program's address; null where it cannot be kept, as in a folder that this user may not write.
 * @returns {Promise<string | null>}
 */
export async function builtProgram() {
  const heading = `// Made from the sources as of ${stamp()}\n`
  if (!beginsWith(built, heading)) {
    if (!canBeKept()) return null
    const program = heading + (await bundled())
    if (!replaced(built, program)) return null
  }
  return pathToFileURL(built).href
}

/** Known before it is made, as that takes longer. */
function canBeKept() {
  try {
    mkdirSync(dirname(built), { recursive: true })
    accessSync(dirname(built), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Changes with each source's name, size and time, and with what is installed. */
function stamp() {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const paths = names.filter(name => name.endsWith('.ts')).map(name => join(root, 'src', name))
  const hash = createHash('sha256')
  for (const path of [...paths.sort(), join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @param {string} text
 */
function beginsWith(path, text) {
  try {
    const file = openSync(path, 'r')
    const found = Buffer.alloc(text.length)
    readSync(file, found)
    closeSync(file)
    return found.toString() === text
  } catch {
    return false
  }
}

/**
 * Whoever starts at the same moment finds all of the old file or all of the new one.
 * @param {string} path
 * @param {string} text
 */
function replaced(path, text) {
  const unfinished = `${path}.${process.pid}`
  try {
    writeFileSync(unfinished, text)
    renameSync(unfinished, path)
    return true
  } catch {
    if (existsSync(unfinished)) rmSync(unfinished)
    return false
  }
}

async function bundled() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/florin.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // These load files of their own from where they lie.
    external: ['@electric-sql/pglite', 'pg', 'pino', 'prom-client'],
    plugins: [sourcesKeepTheirPlace],
  })
  return outputFiles[0]?.text
}

/**
 * Each source finds what lies beside it where it always did.
 * @type {import('esbuild').Plugin}
 */
const sourcesKeepTheirPlace = {
  name: 'sources keep their place',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!/[\\/]src[\\/]/.test(path)) return undefined
      const text = readFileSync(path, 'utf8')
      const place = JSON.stringify(pathToFileURL(path).href)
      return { contents: text.replaceAll('import.meta.url', place), loader: 'ts' }
    })
  },
}
