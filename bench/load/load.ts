/** Loads a server for some seconds: with wrk if it is installed, otherwise with autocannon. */
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
  /** More than any server here can serve; this many paths are prepared. */
  requestsPerSecondMax?: number
  /** Where files of this round may be put. */
  folder: string
}

export interface LoadOutcome {
  replies: number
  requestsPerSecond: number
  /** The average size of a reply with its headers. */
  bytesPerAnswer: number
  latencyMs: { median: number; p99: number }
}

export const hasWrk = isInstalled('wrk', '-v')
export const hasPgbench = isInstalled('pgbench', '--version')
export const loadTool = hasWrk ? 'wrk' : 'autocannon'

/** Fails if a reply had an unexpected status, or none arrived. */
export async function load(request: LoadRequest, expected: { status: 200 | 304; bytes: number }) {
  const outcome = await (hasWrk ? loadWithWrk(request) : loadWithAutocannon(request, expected.status))
  if (outcome.replies === 0) throw new Error(`${request.url} sent no replies.`)
  // wrk does not distinguish a 304 from a 200, but they differ a lot in size, and so does a wrong page from a
  // right one.
  const { bytesPerAnswer } = outcome
  if (bytesPerAnswer < expected.bytes * 0.5 || bytesPerAnswer > expected.bytes * 2 + headerBytesMax) {
    throw new Error(
      `${request.url} sent ${Math.round(bytesPerAnswer)} bytes per reply instead of about ${expected.bytes}.`,
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
    // wrk prints its version with exit code 1.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
