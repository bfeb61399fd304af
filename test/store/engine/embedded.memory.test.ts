/** An embedded store is read for months by the same process. What a query returned must not stay there after it was read. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedDatabase } from '../../../src/store/engine/embedded.ts'
import { bareEmbedded } from '../../support/servers/bareEmbedded.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const megabyte = 1024 * 1024
/** A hundredth of the texts that the test reads. */
const keptBytesMax = 0.5 * megabyte

describe('the memory of the embedded engine', () => {
  let db: EmbeddedDatabase
  beforeAll(async () => {
    db = await bareEmbedded()
  })
  afterAll(async () => await db?.close())

  /** In this thread, so that tests in other threads do not count. */
  const usedBytes = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  /** A megabyte of texts. Reading outside of a transaction runs nothing else. */
  const readMegabyte = () => db.query("select repeat('x', 1024) as text from generate_series(1, 1024)")

  it('does not grow with the rows that are read, and no row is kept after it was read', async () => {
    for (let number = 0; number < 5; number += 1) await readMegabyte()
    const before = usedBytes()
    for (let number = 0; number < 50; number += 1) expect(await readMegabyte()).toHaveLength(1024)
    expect(usedBytes() - before).toBeLessThan(keptBytesMax)
  })
})
