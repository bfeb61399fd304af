/** Reads a password or key from the terminal without showing it, or the first line of standard input. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Failure } from '../main/failure.ts'

export const readPassword = (): Promise<string> =>
  readSecretLine(
    'Password (12 characters or more): ',
    'The password is missing. Type it, or pipe it in as one line.',
  )

export async function readSecretLine(prompt: string, missing: string): Promise<string> {
  const terminal = process.stdin.isTTY
  if (terminal) process.stderr.write(prompt)
  // Swallows the echo that readline would write to the terminal.
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: discarded, terminal })
  try {
    for await (const line of lines) return line
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
  throw new Failure(missing, 'usage')
}

/** Asks at a terminal; without one, or for an empty line, it is the default. */
export async function readLine(prompt: string, otherwise: string): Promise<string> {
  if (!process.stdin.isTTY) return otherwise
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await new Promise<string>(settle => {
      lines.on('close', () => settle(otherwise))
      lines.question(`${prompt} [${otherwise}]: `, answer => settle(answer.trim() || otherwise))
    })
  } finally {
    lines.close()
  }
}
