/** Followers that are killed at random moments and started again, each as a process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { undoLater } from '../../bench/support/cleanup.ts'
import { randomFrom } from '../support/random.ts'
import type { FollowerTask } from './followerTask.ts'
import type { Gate } from './gate.ts'

const lifeMsMin = 200
const lifeMsMax = 4_000
/** Most followers live until they have read a page; some are killed while they still start. */
const diesEarlyPercent = 10
const startSecondsMax = 120
const errorLettersMax = 2_000

/** One file that node starts quickly. */
export async function followerProgram(folder: string): Promise<string> {
  const outfile = join(folder, 'follower.mjs')
  const entry = fileURLToPath(new URL('./followerProcess.ts', import.meta.url))
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  return outfile
}

/** Lives until `isOver`. Returns how often it was killed, and how it ended otherwise. */
export async function liveOften(
  program: string,
  task: FollowerTask,
  gate: Gate,
  isOver: () => boolean,
): Promise<{ kills: number; findings: string[] }> {
  const random = randomFrom(task.seed)
  const findings: string[] = []
  let kills = 0
  while (!isOver()) {
    const life = { ...task, seed: task.seed + 1000 * kills }
    const child = spawn(process.execPath, [program, JSON.stringify(life)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const forget = undoLater(() => void child.kill('SIGKILL'))
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-errorLettersMax)
    })
    const ended = once(child, 'close')
    const firstPage = once(child.stdout, 'data', { signal: AbortSignal.timeout(startSecondsMax * 1000) })
    firstPage.catch(() => undefined)
    if (!random.percent(diesEarlyPercent)) await Promise.race([ended, firstPage])
    await Promise.race([ended, sleep(lifeMsMin + random.below(lifeMsMax - lifeMsMin))])
    await Promise.race([ended, gate.opened])
    child.kill('SIGKILL')
    const [, signal] = await ended
    await forget()
    kills += 1
    if (signal !== 'SIGKILL') findings.push(`${task.name} ended by itself: ${errors}`)
  }
  return { kills, findings }
}
