/**
 * Bundles the TypeScript sources into dist/florin.js, at the first start and whenever a source has changed. Loading
 * hundreds of files one by one would add a second to each command.
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
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = join(root, 'dist', 'florin.js')

/**
 * The bundle's URL; null if it cannot be saved, for example because the folder is read-only.
 * @returns {Promise<string | null>}
 */
export async function builtProgram() {
  const heading = `// Made from the sources as of ${stamp()}\n`
  if (!beginsWith(built, heading)) {
    if (!canSave()) return null
    const program = heading + (await bundle()).text
    if (!replaced(built, program)) return null
  }
  return pathToFileURL(built).href
}

/** Checked before bundling, which takes longer. */
function canSave() {
  try {
    mkdirSync(dirname(built), { recursive: true })
    accessSync(dirname(built), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A hash that changes with any source's name, size or time, and with the installed packages. */
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
 * Replaces the file atomically, so that another process that starts meanwhile never sees half of it.
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

/** The sources as one module, and the files that went into it. It finds its own files relative to `dist`. */
export async function bundle() {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/florin.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // These load other files from their own folder.
    external: ['@electric-sql/pglite', 'pg', 'pino', 'prom-client'],
    plugins: [keepImportMetaUrl],
  })
  return { text: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) }
}

/**
 * Keeps each source's own `import.meta.url`, so that it still finds the files next to it, wherever the folder is moved.
 * @type {import('esbuild').Plugin}
 */
const keepImportMetaUrl = {
  name: 'keep import.meta.url',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!/[\\/]src[\\/]/.test(path)) return undefined
      const text = readFileSync(path, 'utf8')
      const fromBundle = relative(dirname(built), path).split(sep).join('/')
      const url = `new URL(${JSON.stringify(fromBundle)}, import.meta.url).href`
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' }
    })
  },
}
