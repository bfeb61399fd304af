import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { terminalProgress } from '../../src/cli/progress.ts'
import { terminalWait } from '../../src/cli/wait.ts'

/** A terminal, or a file, that records what is written to it. */
function fakeStream(isTTY: boolean) {
  const written: string[] = []
  const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream
  return { written, stream }
}

const clearLine = '\r\x1b[K'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('progress', () => {
  it('is not shown in the first second', () => {
    const { written, stream } = fakeStream(true)
    const progress = terminalProgress('load', { terminal: stream })
    for (let ms = 0; ms < 1_000; ms += 100) {
      progress.show(ms, 2_000)
      vi.advanceTimersByTime(99)
    }
    progress.end()
    expect(written).toEqual([])
  })

  it('is shown on a terminal after a second: the amount done and the total', () => {
    const { written, stream } = fakeStream(true)
    const progress = terminalProgress('load', { terminal: stream })
    vi.advanceTimersByTime(1_000)
    progress.show(500, 2_000)
    expect(written).toHaveLength(1)
    expect(written[0]).toMatch(/^\r\x1b\[Kload {2}█{6}░{18} 25 % {2}500 of 2000$/)
  })

  it('is redrawn in place at most ten times a second', () => {
    const { written, stream } = fakeStream(true)
    const progress = terminalProgress('load', { terminal: stream })
    vi.advanceTimersByTime(1_000)
    for (let done = 0; done < 1_000; done += 1) {
      progress.show(done, 1_000)
      vi.advanceTimersByTime(1)
    }
    expect(written).toHaveLength(10)
    for (const text of written) {
      expect(text.startsWith(clearLine)).toBe(true)
      expect(text).not.toContain('\n')
    }
  })

  it('is cleared at the end', () => {
    const { written, stream } = fakeStream(true)
    const progress = terminalProgress('load', { terminal: stream })
    vi.advanceTimersByTime(1_500)
    progress.show(1, 2)
    progress.end()
    expect(written.at(-1)).toBe(clearLine)
  })

  it('does not divide by zero if there is nothing to do', () => {
    const { written, stream } = fakeStream(true)
    const progress = terminalProgress('load', { terminal: stream })
    vi.advanceTimersByTime(1_000)
    progress.show(0, 0)
    expect(written[0]).toContain('0 %  0 of 0')
  })

  it('is never written without a terminal', () => {
    const { written, stream } = fakeStream(false)
    const progress = terminalProgress('load', { terminal: stream })
    vi.advanceTimersByTime(5_000)
    progress.show(1, 2)
    progress.end()
    expect(written).toEqual([])
  })
})

describe('the line that says that a start takes a while', () => {
  it('appears on a terminal after a second', () => {
    const { written, stream } = fakeStream(true)
    const wait = terminalWait('Opening', stream)
    vi.advanceTimersByTime(999)
    expect(written).toEqual([])
    vi.advanceTimersByTime(1)
    wait.end()
    expect(written).toEqual(['Opening …\n'])
  })

  it('does not appear if the work ends within a second', () => {
    const { written, stream } = fakeStream(true)
    terminalWait('Opening', stream).end()
    vi.advanceTimersByTime(5_000)
    expect(written).toEqual([])
  })

  it('is never written without a terminal', () => {
    const { written, stream } = fakeStream(false)
    terminalWait('Opening', stream)
    vi.advanceTimersByTime(5_000)
    expect(written).toEqual([])
  })
})
