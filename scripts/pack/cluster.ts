/**
 * An embedded store with the schema and no rows, as one file. To make one takes the engine seconds and 800 MB of memory;
 * to unpack this takes a moment. It is kept in dist for the next time, under what it was made from.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { openEmbedded } from '../../src/store/engine/embedded.ts'
import { lengthBytes, makeCluster, type PackedEntry } from '../../src/store/engine/makeCluster.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { packageJson, root, write } from './files.ts'

export async function packedCluster(): Promise<Buffer> {
  const kept = join(root, 'dist', 'packages', `cluster-${stamp()}.br`)
  if (existsSync(kept)) return readFileSync(kept)
  const folder = mkdtempSync(join(tmpdir(), 'florin-cluster-'))
  try {
    await makeCluster(folder)
    const store = await openEmbedded({ folder })
    await migrate(store)
    await store.close()
    const packed = await compressed(folder)
    write(kept, packed)
    return packed
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The engine's version and a hash of all migrations. */
function stamp(): string {
  const { version } = packageJson(join(root, 'node_modules/@electric-sql/pglite'))
  const folder = join(root, 'src/store/migrations')
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return `${version}-${hash.digest('hex').slice(0, 16)}`
}

async function compressed(folder: string): Promise<Buffer> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  const entries: PackedEntry[] = []
  const contents: Buffer[] = []
  for (const each of found) {
    const path = join(each.parentPath, each.name)
    const content = each.isFile() ? readFileSync(path) : null
    if (content !== null) contents.push(content)
    entries.push({ path: relative(folder, path).split(sep).join('/'), bytes: content?.length ?? null })
  }
  const list = Buffer.from(JSON.stringify(entries))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(list.length)
  return await promisify(brotliCompress)(Buffer.concat([length, list, ...contents]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
}
