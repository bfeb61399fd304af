/** What a watch of a folder does while the store or the folder cannot be reached. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure, PassingFailure } from '../../src/main/failure.ts'
import { pauseMsMax, pollEveryMs } from '../../src/main/watch/watchFolder.ts'
import { nothing, report, watching } from './watching.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-watch-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const { put, filesIn, loose, watch } = watching(() => folder)

describe('while the store is unavailable', () => {
  it('the file stays, and is imported after growing pauses', async () => {
    put('march.xml')
    let failures = 7
    const importFile = async (path: string) => {
      failures -= 1
      if (failures >= 0) throw new PassingFailure('The database is out of reach.')
      return [report(path, 'imported')]
    }
    const { waits, events, imported } = await watch(Array(8).fill(nothing), { importFile })
    expect(waits.slice(1, 8)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, pauseMsMax, pauseMsMax])
    expect(events.map(({ kind }) => kind)).toEqual(['waiting', 'going on', 'taken'])
    expect(imported).toHaveLength(8)
    expect(filesIn('imported')).toEqual(['march.xml'])
  })

  it('a watch ends when stopped, and the file stays in place', async () => {
    put('march.xml')
    const importFile = async () => {
      throw new PassingFailure('The database is out of reach.')
    }
    const { waits } = await watch([nothing, nothing], { importFile })
    expect(waits).toHaveLength(3)
    expect(loose()).toEqual(['march.xml'])
  })

  it('a start waits too, but a mistake in the command ends it at once', async () => {
    let failures = 2
    const check = async () => {
      failures -= 1
      if (failures >= 0) throw new PassingFailure('PostgreSQL does not answer.')
    }
    expect((await watch([nothing, nothing], { check })).waits).toEqual([2_000, 4_000, pollEveryMs])
    const unknown = async () => {
      throw new Failure('There is no workspace nowhere.')
    }
    await expect(watch([], { check: unknown })).rejects.toThrow('There is no workspace nowhere.')
  })

  it('a missing folder is waited for too', async () => {
    const away = `${folder}-away`
    const { imported, events } = await watch([
      () => renameSync(folder, away),
      () => {
        renameSync(away, folder)
        put('late.xml')
      },
      nothing,
      nothing,
    ])
    expect(events.map(({ kind }) => kind)).toEqual(['waiting', 'going on', 'taken'])
    expect(imported).toEqual(['late.xml'])
  })
})
