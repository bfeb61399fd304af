/** Lines of JSON on standard output. */
import { fstatSync, fsyncSync } from 'node:fs'
import { Failure } from '../../main/failure.ts'

export interface Lines {
  /** Returns when the lines have left the process. False if nobody reads them any more, as in `florin follow | head`. */
  print(values: readonly unknown[]): Promise<boolean>
}

export function standardOutput(stream = process.stdout): Lines {
  // Every write reports its own error.
  stream.on('error', () => undefined)
  const isFile = fstatSync(stream.fd).isFile()
  const written = (text: string) =>
    new Promise<NodeJS.ErrnoException | null | undefined>(settle => {
      stream.write(text, settle)
    })
  return {
    async print(values) {
      if (values.length === 0) return true
      const error = await written(values.map(value => `${JSON.stringify(value)}\n`).join(''))
      if (error?.code === 'EPIPE') return false
      if (error) throw new Failure(`The output cannot be written (${error.code}).`)
      // The state file is synced too, and must not survive a power failure that the lines do not.
      if (isFile) fsyncSync(stream.fd)
      return true
    },
  }
}
