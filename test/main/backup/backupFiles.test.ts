/** Backup files: no two backups share one, only plain files are replaced, and the disk is not filled. */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createOutputFile, newPartialPath } from '../../../src/main/backup/outputFile.ts'
import { asFailure } from '../../../src/main/commands/commands.ts'
import { newCopyPath, removeDeadCopies } from '../../../src/main/dataFolder.ts'
import { Failure, PassingFailure } from '../../../src/main/failure.ts'
import { removeLeftBehind } from '../../../src/main/ownerMark.ts'
import { CopyFailed, copyCluster } from '../../../src/store/engine/copyCluster.ts'
import { StoreUnavailable } from '../../../src/store/engine/door.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-backup-files-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ended = (stream: NodeJS.WritableStream, text: string): Promise<void> =>
  new Promise((settle, fail) => {
    stream.on('close', settle).on('error', fail)
    stream.end(text)
  })

describe('The file of a backup', () => {
  it('is not shared with another backup to the same name, which may still be writing', async () => {
    const path = join(folder, 'same')
    const first = await createOutputFile(path, newPartialPath(path), { force: true })
    const second = await createOutputFile(path, newPartialPath(path), { force: true })
    await ended(first.stream, 'first')
    expect(await first.keep()).toBe('first'.length)
    expect(readFileSync(path, 'utf8')).toBe('first')
    await ended(second.stream, 'the second')
    expect(await second.keep()).toBe('the second'.length)
    expect(readFileSync(path, 'utf8')).toBe('the second')
    expect(readdirSync(folder)).toEqual(['same'])
  })

  it.each(['a folder', 'a link'])('does not replace %s, not even with --force', async kind => {
    const path = join(folder, kind)
    if (kind === 'a folder') mkdirSync(path)
    else symlinkSync('/dev/null', path)
    const refused = createOutputFile(path, newPartialPath(path), { force: true })
    await expect(refused).rejects.toThrow(/exists and is not a regular file\. Name another file\.$/)
    expect(readdirSync(folder).filter(name => name.endsWith('.partial'))).toEqual([])
  })
})

describe('The partial file of a killed backup', () => {
  const hex = () => randomBytes(4).toString('hex')
  const host = () => basename(newCopyPath(folder)).split('-')[1]
  const left = (name: string): string => {
    const data = join(folder, 'data')
    mkdirSync(join(data, `store.copy-${name}`), { recursive: true })
    return data
  }
  const copiesIn = (data: string) => readdirSync(data)

  it('is removed if its process has ended, even if its process id is now ours', () => {
    // No system has a process with this id.
    left(`${host()}-999999999-${hex()}`)
    const data = left(`${host()}-${process.pid}-${hex()}`)
    removeDeadCopies(data)
    expect(copiesIn(data)).toEqual([])
  })

  it('is kept while its process runs, or may run in another container', () => {
    const living = `${host()}-${process.ppid}-${hex()}`
    const elsewhere = `00000000-${process.pid}-${hex()}`
    left(living)
    const data = left(elsewhere)
    const own = newCopyPath(data)
    mkdirSync(own)
    removeDeadCopies(data)
    expect(copiesIn(data).sort()).toEqual(
      [`store.copy-${living}`, `store.copy-${elsewhere}`, basename(own)].sort(),
    )
    const dayBefore = Date.now() / 1000 - 25 * 60 * 60
    utimesSync(join(data, `store.copy-${elsewhere}`), dayBefore, dayBefore)
    removeDeadCopies(data)
    expect(copiesIn(data).sort()).toEqual([`store.copy-${living}`, basename(own)].sort())
  })

  it('is not confused with files of a similar name', () => {
    const names = [
      'x.backup.partial',
      'x.backup.old.partial',
      `y.backup.${host()}-999999999-${hex()}.partial`,
    ]
    const near = join(folder, 'near')
    mkdirSync(near)
    for (const name of names) writeFileSync(join(near, name), '')
    removeLeftBehind(near, 'x.backup.', '.partial')
    expect(readdirSync(near).sort()).toEqual(names.sort())
  })
})

describe('The copy of an embedded store', () => {
  let engine: PGlite
  let store: string

  beforeAll(async () => {
    store = join(folder, 'cluster', 'store')
    mkdirSync(store, { recursive: true })
    const archive = new Blob([readFileSync(inject('embeddedArchive'))])
    engine = await PGlite.create({ dataDir: store, loadDataDir: archive })
  })

  afterAll(() => engine?.close())

  it('is not started if the disk has no room for it', async () => {
    const target = join(folder, 'cluster', 'no-room')
    const copied = copyCluster(engine, store, target, async () => 70_000_000)
    await expect(copied).rejects.toThrow(
      /has no room for a copy of the store: \d+ MB are needed, 70 MB are free\./,
    )
    await expect(copied.catch(asFailure)).resolves.toBeInstanceOf(Failure)
    expect(existsSync(target)).toBe(false)
  })

  it('is removed completely if a file cannot be copied', async () => {
    const target = join(folder, 'cluster', 'broken')
    const vanishing = join(store, 'base', 'vanishing')
    writeFileSync(vanishing, 'x')
    const copied = copyCluster(engine, store, target, async () => {
      rmSync(vanishing)
      return Number.MAX_SAFE_INTEGER
    })
    await expect(copied).rejects.toBeInstanceOf(CopyFailed)
    expect(existsSync(target)).toBe(false)
  })

  it('never goes into an existing folder', async () => {
    const target = join(folder, 'cluster', 'there')
    mkdirSync(target)
    writeFileSync(join(target, 'precious'), '')
    await expect(copyCluster(engine, store, target)).rejects.toThrow(/cannot be copied \(EEXIST\)/)
    expect(readdirSync(target)).toEqual(['precious'])
  })
})

describe('A command whose database fails', () => {
  it.each([
    ['53100', 'could not extend file: No space left on device', / \(53100: could not extend file: No space/],
    ['42501', 'must be owner of table companies', / \(42501: must be owner of table companies\)\. Nothing/],
    [
      '40001',
      'could not serialize "Jane Doe"',
      /^The database is out of reach\. Nothing was changed; try again\.$/,
    ],
  ])("reports PostgreSQL's reason for %s, unless it may quote data", (code, message, line) => {
    const cause = Object.assign(new Error(message), { code })
    const failure = asFailure(new StoreUnavailable('The database is out of reach.', { cause }))
    expect(failure).toBeInstanceOf(PassingFailure)
    expect((failure as Failure).message).toMatch(line)
  })
})
