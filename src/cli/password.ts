/** Reads a password from the terminal without showing it, or the first line of standard input. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Failure } from '../main/failure.ts'

export async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY
  if (terminal) process.stderr.write('Password (12 characters or more): ')
  // Swallows the echo that readline would write to the terminal.
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: discarded, terminal })
  try {
    for await (const line of lines) return line
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
  throw new Failure('The password is missing. Type it, or pipe it in as one line.')
}
