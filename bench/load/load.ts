/** What is asked of a server for some seconds, and what became of it; by wrk where it is installed, else autocannon. */
import { execFileSync } from 'node:child_process'
import { loadWithAutocannon } from './autocannon.ts'
import type { Paths } from './paths.ts'
import { loadWithWrk } from './wrk.ts'

export interface LoadRequest {
  url: string
  paths: Paths
  headers: Record<string, string>
  connections: number
  seconds: number
  /** More than any server here answers; so many paths are made ready. */
  requestsPerSecondMax?: number
  /** Where files of this round may be put. */
  folder: string
}

export interface LoadOutcome {
  answers: number
  requestsPerSecond: number
  /** Of an answer with its headers, on average. */
  bytesPerAnswer: number
  latencyMs: { median: number; p99: number }
}

export const hasWrk = isInstalled('wrk', '-v')
export const hasPgbench = isInstalled('pgbench', '--version')
export const loadTool = hasWrk ? 'wrk' : 'autocannon'

/** Fails where an answer had another status than is expected, or none came. */
export async function load(request: LoadRequest, expected: { status: 200 | 304; bytes: number }) {
  const outcome = await (hasWrk ? loadWithWrk(request) : loadWithAutocannon(request, expected.status))
  if (outcome.answers === 0) throw new Error(`${request.url} answered nothing.`)
  // wrk counts a 304 and a 200 alike, yet they differ much in size; and so does a wrong page from a right one.
  const { bytesPerAnswer } = outcome
  if (bytesPerAnswer < expected.bytes * 0.5 || bytesPerAnswer > expected.bytes * 2 + headerBytesMax) {
    throw new Error(
      `${request.url} sent ${Math.round(bytesPerAnswer)} bytes an answer, where about ${expected.bytes} are right.`,
    )
  }
  return outcome
}

const headerBytesMax = 1_200

function isInstalled(program: string, word: string): boolean {
  try {
    execFileSync(program, [word], { stdio: 'ignore' })
    return true
  } catch (error) {
    // wrk says its version with an exit code of 1.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
