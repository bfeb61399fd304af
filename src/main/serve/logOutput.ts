/**
 * Where the log goes: a file descriptor, usually standard error. Lines are collected and written together, because a
 * write per line would cost 40 µs per request.
 *
 * pino's own output (sonic-boom) repeats a failing write for ever when the process exits, so a service whose log reader
 * was gone could not be stopped. It also ends the process when the disk is full, and keeps any number of lines while
 * nobody reads. Here a log that cannot be written costs lines, never the service.
 */
import { write, writeSync } from 'node:fs'

const togetherLength = 16_384
const collectMs = 100
const retryMs = 100
/** Lines beyond this are dropped. */
const waitingLengthMax = 1_000_000
/** When the process exits, a reader gets this many further chances to make room. */
const lastRetries = 5

interface LogOutputOptions {
  fd: number
  writeLengthMax?: number
}

export class LogOutput {
  readonly #fd: number
  readonly #writeLengthMax: number
  #lines = ''
  /** Taken from the lines; being written, or to be tried again. */
  #chunk: Uint8Array = new Uint8Array()
  #isWriting = false
  #readerIsGone = false
  #timer: NodeJS.Timeout | null = null
  #flushed: (() => void)[] = []

  constructor({ fd, writeLengthMax = 65_536 }: LogOutputOptions) {
    this.#fd = fd
    this.#writeLengthMax = writeLengthMax
  }

  write(line: string): void {
    if (this.#readerIsGone || this.#lines.length + line.length > waitingLengthMax) return
    if (!this.#hasMore()) process.on('exit', this.#writeRest)
    this.#lines += line
    if (this.#lines.length >= togetherLength) this.#writeNext()
    else this.#writeAfter(collectMs)
  }

  /** Calls back once everything that was logged is written or given up. */
  flush(done: () => void): void {
    this.#flushed.push(done)
    this.#writeNext()
  }

  #hasMore(): boolean {
    return this.#chunk.length > 0 || this.#lines !== ''
  }

  #writeAfter(ms: number): void {
    if (this.#timer !== null || this.#isWriting) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#writeNext()
    }, ms)
    this.#timer.unref()
  }

  #writeNext(): void {
    const waitsToRetry = this.#timer !== null && this.#chunk.length > 0
    if (this.#isWriting || waitsToRetry) return
    this.#takeLines()
    if (this.#chunk.length === 0) {
      process.off('exit', this.#writeRest)
      for (const done of this.#flushed.splice(0)) done()
      return
    }
    this.#isWriting = true
    write(this.#fd, this.#chunk, (error, bytes) => {
      this.#isWriting = false
      if (error !== null && isFull(error)) {
        this.#writeAfter(retryMs)
        return
      }
      if (error === null) this.#chunk = this.#chunk.subarray(bytes)
      else this.#giveUp(error)
      if (this.#hasFew()) this.#writeAfter(collectMs)
      else this.#writeNext()
    })
  }

  /** Lines came while others were written, but not enough for another write, and nobody waits for them. */
  #hasFew(): boolean {
    const isWaitedFor = this.#chunk.length > 0 || this.#flushed.length > 0
    return !isWaitedFor && this.#lines !== '' && this.#lines.length < togetherLength
  }

  /** Takes whole lines, once the last ones are written. */
  #takeLines(): void {
    if (this.#chunk.length > 0) return
    const end = this.#endOfChunk()
    this.#chunk = Buffer.from(this.#lines.slice(0, end))
    this.#lines = this.#lines.slice(end)
  }

  /** As many lines as one write may have, or one line that is longer. */
  #endOfChunk(): number {
    if (this.#lines.length <= this.#writeLengthMax) return this.#lines.length
    const lastEnd = this.#lines.lastIndexOf('\n', this.#writeLengthMax - 1)
    const end = lastEnd < 0 ? this.#lines.indexOf('\n') : lastEnd
    return end < 0 ? this.#lines.length : end + 1
  }

  /** A full disk may have room later, but a pipe whose reader is gone never gets another. */
  #giveUp({ code }: NodeJS.ErrnoException): void {
    this.#chunk = new Uint8Array()
    if (code !== 'EPIPE') return
    this.#readerIsGone = true
    this.#lines = ''
  }

  /** At the exit of the process. A write that has begun is left to itself. */
  readonly #writeRest = (): void => {
    if (this.#isWriting) this.#chunk = new Uint8Array()
    let retries = lastRetries
    for (this.#takeLines(); this.#chunk.length > 0; this.#takeLines()) {
      try {
        this.#chunk = this.#chunk.subarray(writeSync(this.#fd, this.#chunk))
      } catch (error) {
        if (!isFull(error as NodeJS.ErrnoException) || retries === 0) return
        retries -= 1
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
      }
    }
  }
}

const isFull = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY'
