/** A watched folder with real files. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure, PassingFailure } from '../../src/main/failure.ts'
import { pollEveryMs } from '../../src/main/watch/watchFolder.ts'
import { nothing, report, type Watched, watching } from './watching.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-watch-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const { put, filesIn, loose, watch } = watching(() => folder)
const troubles = ({ events }: Watched) =>
  events.flatMap(event => (event.kind === 'trouble' ? [event.reason] : []))

describe('a watched folder', () => {
  it('imports its files and moves them to imported, or to refused with the reason', async () => {
    put('march.xml')
    put('bad.xml')
    const { imported, events, taken, notTaken } = await watch([nothing])
    expect(imported).toEqual(['bad.xml', 'march.xml'])
    expect(loose()).toEqual([])
    expect(filesIn('imported')).toEqual(['march.xml'])
    expect(filesIn('refused')).toEqual(['bad.xml', 'bad.xml.txt'])
    expect(readFileSync(join(folder, 'imported/march.xml'), 'utf8')).toBe('march.xml')
    expect(readFileSync(join(folder, 'refused/bad.xml.txt'), 'utf8')).toBe('It is no statement.')
    expect(events).toMatchObject([
      { kind: 'taken', movedTo: join(folder, 'refused/bad.xml'), refused: true },
      { kind: 'taken', movedTo: join(folder, 'imported/march.xml'), refused: false },
    ])
    expect({ taken, notTaken }).toEqual({ taken: 1, notTaken: 1 })
  })

  it('is checked every two seconds, and a file is imported once it has not changed between two checks', async () => {
    put('growing.xml', 'a')
    const grow = () => appendFileSync(join(folder, 'growing.xml'), 'b')
    const touch = () => utimesSync(join(folder, 'growing.xml'), 1_000, 1_000)
    const early = await watch([grow, touch])
    expect(early.imported).toEqual([])
    expect(early.waits).toEqual([pollEveryMs, pollEveryMs, pollEveryMs])
    expect((await watch([grow, nothing])).imported).toEqual(['growing.xml'])
  })

  it('skips hidden and unfinished files, folders and symbolic links', async () => {
    const onTheirWay = ['a.part', 'b.tmp', 'c.partial', 'd.crdownload', 'E.TMP']
    for (const name of ['.hidden.xml', ...onTheirWay]) put(name)
    mkdirSync(join(folder, 'inner'))
    put('inner/deep.xml')
    symlinkSync(join(folder, 'inner/deep.xml'), join(folder, 'link.xml'))
    expect((await watch([nothing, nothing])).imported).toEqual([])
    expect(loose()).toHaveLength(8)
  })

  it('adds a number to a file name that is already taken', async () => {
    for (const content of ['one', 'two', 'three']) {
      put('march.xml', content)
      put('bad.xml', content)
      await watch([nothing])
    }
    expect(filesIn('imported')).toEqual(['march-2.xml', 'march-3.xml', 'march.xml'])
    expect(filesIn('refused').filter(name => !name.endsWith('.txt'))).toEqual([
      'bad-2.xml',
      'bad-3.xml',
      'bad.xml',
    ])
    expect(readFileSync(join(folder, 'imported/march.xml'), 'utf8')).toBe('one')
    expect(readFileSync(join(folder, 'imported/march-3.xml'), 'utf8')).toBe('three')
    expect(existsSync(join(folder, 'refused/bad-2.xml.txt'))).toBe(true)
  })

  it('does not overwrite an existing text file with a reason', async () => {
    mkdirSync(join(folder, 'refused'))
    writeFileSync(join(folder, 'refused/bad.xml.txt'), 'notes of mine')
    put('bad.xml')
    await watch([nothing])
    expect(filesIn('refused')).toEqual(['bad-2.xml', 'bad-2.xml.txt', 'bad.xml.txt'])
    expect(readFileSync(join(folder, 'refused/bad.xml.txt'), 'utf8')).toBe('notes of mine')
  })

  it('skips files that another watcher takes', async () => {
    put('gone.xml')
    put('taken.xml')
    const importFile = async (path: string) => {
      rmSync(path, { force: true })
      rmSync(join(folder, 'taken.xml'), { force: true })
      return [report(path, 'refused')]
    }
    const watched = await watch([nothing, nothing], { importFile })
    expect(watched).toMatchObject({ imported: ['gone.xml'], events: [], taken: 0, notTaken: 0 })
    expect([...filesIn('imported'), ...filesIn('refused')]).toEqual([])
  })

  it('keeps a file that replaced the imported one, and imports it next', async () => {
    put('march.xml', 'first')
    let replaced = false
    const importFile = async (path: string) => {
      if (!replaced) put('march.xml', 'another one')
      replaced = true
      return [report(path, 'imported')]
    }
    const { imported } = await watch([nothing, nothing, nothing], { importFile })
    expect(imported).toEqual(['march.xml', 'march.xml'])
    expect(filesIn('imported')).toEqual(['march.xml'])
    expect(readFileSync(join(folder, 'imported/march.xml'), 'utf8')).toBe('another one')
  })

  it('reports once why a file fails, leaves it, and tries again when it has changed', async () => {
    put('odd.xml')
    put('plain.xml')
    const importFile = async (path: string) => {
      if (path.endsWith('odd.xml')) throw new Failure('The service failed: no idea.')
      return [report(path, 'imported')]
    }
    const change = () => put('odd.xml', 'changed since')
    const watched = await watch([nothing, nothing, nothing, change, nothing, nothing], { importFile })
    expect(watched.imported).toEqual(['odd.xml', 'plain.xml', 'odd.xml'])
    expect(troubles(watched)).toEqual(Array(2).fill('The service failed: no idea.'))
    expect(loose()).toEqual(['odd.xml'])
  })

  it('reports once that a file cannot be moved, and does not import it again', async () => {
    put('march.xml')
    const importFile = async (path: string) => {
      // A file where the folder should be: nothing can be moved into it.
      rmSync(join(folder, 'imported'), { recursive: true, force: true })
      writeFileSync(join(folder, 'imported'), '')
      return [report(path, 'imported')]
    }
    const watched = await watch([nothing, nothing, nothing], { importFile })
    expect(watched.imported.filter(name => name === 'march.xml')).toHaveLength(1)
    expect(troubles(watched)[0]).toMatch(
      /^march\.xml was imported but cannot be moved to .*imported \(E\w+\)\.$/,
    )
    expect(existsSync(join(folder, 'march.xml'))).toBe(true)
  })

  it('reports why a file cannot be read, and does not import it', async () => {
    put('a.xml')
    put('b.xml')
    put('aim.txt.part')
    const importFile = async (path: string) => {
      // Replaced by a link after the check for links; it must not be followed.
      rmSync(join(folder, 'b.xml'))
      symlinkSync(join(folder, 'aim.txt.part'), join(folder, 'b.xml'))
      return [report(path, 'imported')]
    }
    const watched = await watch([nothing, nothing], { importFile })
    expect(watched.imported).toEqual(['a.xml'])
    expect(troubles(watched)).toEqual(['b.xml cannot be read (ELOOP).'])
  })
})

describe('a watch', () => {
  it('ends after the current file', async () => {
    put('a.xml')
    put('b.xml')
    const stop = new AbortController()
    const importFile = async (path: string) => {
      stop.abort()
      return [report(path, 'imported')]
    }
    const { imported } = await watch([nothing], { importFile, stop: stop.signal })
    expect(imported).toEqual(['a.xml'])
    expect(filesIn('imported')).toEqual(['a.xml'])
    expect(loose()).toEqual(['b.xml'])
  })

  it('of a single round ends after the files that are there', async () => {
    put('a.xml')
    put('bad.xml')
    const late = () => put('late.xml')
    const { imported, notTaken, waits } = await watch([late, nothing, nothing], { once: true })
    expect(imported).toEqual(['a.xml', 'bad.xml'])
    expect({ notTaken, waits }).toEqual({ notTaken: 1, waits: [pollEveryMs] })
  })

  it('of a single round does not wait for the store', async () => {
    put('a.xml')
    const importFile = async () => {
      throw new PassingFailure('The database is out of reach.')
    }
    await expect(watch([nothing], { once: true, importFile })).rejects.toThrow(
      'The database is out of reach.',
    )
    expect(loose()).toEqual(['a.xml'])
  })

  it.each([
    ['is not there', 'nowhere', /cannot be watched \(ENOENT\)/],
    ['is a file', 'file', /is not a folder/],
  ])('ends at once if the folder %s', async (_, name, message) => {
    put('file')
    const root = folder
    folder = join(root, name)
    await expect(watch([])).rejects.toThrow(message)
    folder = root
  })
})
