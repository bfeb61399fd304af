/** Runs the program with text on its standard input. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { nodeWords, programPath } from '../../support/program.ts'

export async function runWithInput(words: readonly string[], env: Record<string, string>, input: string) {
  const child = spawn(process.execPath, [...nodeWords, programPath, ...words], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      printed += text
    })
  }
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, printed }
}
