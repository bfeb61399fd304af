/** A password that is typed without being shown, or the first line of what is piped in. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Failure } from '../main/failure.ts'

export async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY
  if (terminal) process.stderr.write('Password (12 characters or more): ')
  // The terminal would show each letter; this takes them and shows none.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal })
  try {
    for await (const line of lines) return line
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
  throw new Failure('The password is missing. Type it, or pipe it in as one line.')
}
