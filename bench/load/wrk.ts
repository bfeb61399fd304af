import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../support/child.ts'
import type { LoadOutcome, LoadRequest } from './load.ts'

const scriptPath = fileURLToPath(new URL('./wrk.lua', import.meta.url))
const requestsPerSecondDefault = 40_000

interface WrkResult {
  replies: number
  bytes: number
  microseconds: number
  asked: number
  medianMs: number
  p99Ms: number
}

const errorKinds = ['connect', 'read', 'write', 'status', 'timeout'] as const

/** One thread: it is fast enough, leaves the other core to the servers, and no two threads share a path. */
export async function loadWithWrk(request: LoadRequest): Promise<LoadOutcome> {
  const { url, paths, headers, connections, seconds, folder } = request
  const list = paths.take((request.requestsPerSecondMax ?? requestsPerSecondDefault) * seconds)
  const file = join(folder, 'paths.txt')
  writeFileSync(file, `${list.join('\n')}\n`)
  const output = await run('wrk', [
    ...[
      '-t',
      '1',
      '-c',
      String(connections),
      '-d',
      `${seconds}s`,
      '--latency',
      '--timeout',
      '20s',
      '-s',
      scriptPath,
    ],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...[url, '--', file, paths.repeats ? 'again' : 'once'],
  ])
  const [, json = ''] = /^RESULT (.*)$/m.exec(output) ?? []
  const result = JSON.parse(json) as WrkResult & Record<(typeof errorKinds)[number], number>
  const errors = errorKinds.filter(kind => result[kind] > 0).map(kind => `${result[kind]} by ${kind}`)
  if (errors.length > 0) throw new Error(`${url} failed requests: ${errors.join(', ')}.`)
  if (!paths.repeats && result.asked > list.length) {
    throw new Error(`${url} ran out of paths: all ${list.length} were requested, and the last one again.`)
  }
  paths.used(result.asked)
  return outcomeOf(result)
}

function outcomeOf({ replies, bytes, microseconds, medianMs, p99Ms }: WrkResult): LoadOutcome {
  return {
    replies,
    requestsPerSecond: (replies * 1e6) / microseconds,
    bytesPerAnswer: bytes / replies,
    latencyMs: { median: medianMs, p99: p99Ms },
  }
}
