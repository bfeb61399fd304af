/**
 * Bundles the TypeScript sources, at the first start and whenever a source has changed. Loading hundreds of files one by
 * one would add a second to each command.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const prefix = 'program-'

/**
 * The bundled program's URL; null if it cannot be saved, for example because the folder is read-only. Each state of the
 * sources has a folder of its own.
 * @returns {Promise<string | null>}
 */
export async function builtProgram() {
  const folder = join(dist, prefix + stamp())
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`
    if (!canSave(unfinished)) return null
    try {
      save((await bundle()).files, unfinished, folder)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
    removeOlder(folder)
  }
  return pathToFileURL(join(folder, 'florin.js')).href
}

/**
 * Checked before bundling, which takes longer.
 * @param {string} folder
 */
function canSave(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    return true
  } catch {
    return false
  }
}

/**
 * The folder appears with all of its files at once, so that another process that starts meanwhile never sees half of it.
 * @param {import('./build.js').File[]} files
 * @param {string} unfinished
 * @param {string} folder
 */
function save(files, unfinished, folder) {
  for (const { name, text } of files) writeFileSync(join(unfinished, name), text)
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error
  }
}

/** A build takes seconds. Its folder is only this old if the process was killed. */
const abandonedMs = 3_600_000

/**
 * The last program before this one stays, as processes that run it may still load parts of it.
 * @param {string} current
 */
function removeOlder(current) {
  const others = readdirSync(dist)
    .filter(name => name.startsWith(prefix))
    .map(name => join(dist, name))
    .filter(path => path !== current)
    .map(path => ({ path, builtMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now() }))
    .sort((one, other) => other.builtMs - one.builtMs)
  const finished = others.filter(({ path }) => !basename(path).includes('.'))
  const abandoned = others.filter(each => !finished.includes(each) && Date.now() - each.builtMs > abandonedMs)
  for (const { path } of [...abandoned, ...finished.slice(1)]) rmSync(path, { recursive: true, force: true })
}

/** A hash that changes with any source's name, size or time, and with the installed packages. */
function stamp() {
  const paths = [
    ...sourcesIn(join(root, 'src')),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ]
  const lines = paths.map(path => {
    const { size, mtimeMs } = statSync(path)
    return `${path} ${size} ${mtimeMs}\n`
  })
  return createHash('sha256').update(lines.sort().join('')).digest('hex').slice(0, 16)
}

/**
 * Node's own recursive listing takes six times as long, as it asks for each name whether it is a folder. That would be
 * a tenth of a command's start.
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}${sep}${entry.name}`
    if (entry.isDirectory()) return sourcesIn(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}

/**
 * The program and its parts, each loaded when a command needs it; and the sources that went into them. They find files
 * next to their sources from a folder inside `dist`.
 */
export async function bundle() {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/florin.ts'],
    bundle: true,
    splitting: true,
    outdir: join(dist, 'program'),
    chunkNames: '[name]-[hash]',
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // These load other files from their own folder.
    external: ['@electric-sql/pglite', 'pg', 'pino', 'prom-client'],
    plugins: [keepImportMetaUrl],
  })
  const files = outputFiles.map(({ path, text }) => ({ name: basename(path), text }))
  return { files, inputs: Object.keys(metafile.inputs) }
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
      const fromProgram = relative(join(dist, 'program'), path).split(sep).join('/')
      const url = `new URL(${JSON.stringify(fromProgram)}, import.meta.url).href`
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' }
    })
  },
}
