/** Backups as bytes in memory, and what two stores must have in common after one. */
import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type RestoreFacts, readBackup } from '../../src/main/backup/readBackup.ts'
import { BackupReader } from '../../src/main/backup/reader.ts'
import { writeBackup } from '../../src/main/backup/writeBackup.ts'
import { leftOut } from '../../src/store/backup/leftOut.ts'
import type { Database } from '../../src/store/engine/door.ts'
import type { Migration } from '../../src/store/engine/migrations.ts'
import { dump } from '../console/access/people.ts'

const nothing = () => undefined

export async function backupOf(db: Database, known?: readonly Migration[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  const output = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
  })
  await writeBackup(db, output, {
    florin: '1.0.0',
    nowMs: Date.parse('2026-06-01T12:00:00Z'),
    onProgress: nothing,
    ...(known && { known }),
  })
  return Buffer.concat(pieces)
}

export function restored(db: Database, backup: Buffer, known?: readonly Migration[]): Promise<RestoreFacts> {
  return readBackup(db, new BackupReader('the file', Readable.from([backup]), nothing), known)
}

/** Every row of every table that a backup has, generated columns included, as text. Epochs are new after a restore. */
export async function contentOf(db: Database): Promise<string[]> {
  const rows = await dump(db, [...Object.keys(leftOut), 'upload_pieces'])
  const epochs = await epochsOf(db)
  return rows.map(row => (row.startsWith('public.workspaces ') ? withoutAny(row, epochs) : row))
}

const withoutAny = (text: string, parts: readonly string[]): string =>
  parts.reduce((left, part) => left.replace(part, ''), text)

/** Of every workspace. */
export async function epochsOf(db: Database): Promise<string[]> {
  const rows = await db.query<{ epoch: string }>('select epoch from workspaces')
  return rows.map(({ epoch }) => epoch)
}

/** The lines of a backup, changed, as a file again. Its digests are left as they were. */
export function withLines(backup: Buffer, change: (lines: string[]) => string[]): Buffer {
  const lines = gunzipSync(backup).toString('utf8').split('\n')
  return gzipSync(change(lines.slice(0, -1)).join('\n').concat('\n'))
}

/** The same, with the digest in the last line that belongs to the changed lines: as if it had been made like this. */
export const madeWithLines = (backup: Buffer, change: (lines: string[]) => string[]): Buffer =>
  withLines(backup, lines => {
    const changed = change(lines)
    const before = changed.slice(0, -1)
    const sha256 = createHash('sha256')
      .update(before.map(line => `${line}\n`).join(''))
      .digest('hex')
    return [...before, JSON.stringify({ ...JSON.parse(changed.at(-1) ?? ''), sha256 })]
  })
