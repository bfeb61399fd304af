import autocannon from 'autocannon'
import type { LoadOutcome, LoadRequest } from './load.ts'

const requestsPerSecondDefault = 40_000

export async function loadWithAutocannon(
  { url, paths, headers, connections, seconds, requestsPerSecondMax }: LoadRequest,
  expectedStatus: number,
): Promise<LoadOutcome> {
  const list = paths.take((requestsPerSecondMax ?? requestsPerSecondDefault) * seconds)
  let asked = 0
  const nextPath = () => {
    asked += 1
    return list[(asked - 1) % list.length] ?? '/'
  }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    requests: [{ method: 'GET', setupRequest: request => ({ ...request, path: nextPath() }) }],
  })
  const others = Object.entries(statusCounts(result)).filter(([status]) => status !== String(expectedStatus))
  if (others.length > 0) {
    throw new Error(
      `${url} answered ${others.map(([status, { count }]) => `${count} × ${status}`).join(', ')}.`,
    )
  }
  if (result.errors + result.timeouts > 0) {
    throw new Error(`${url} failed ${result.errors} requests, and ${result.timeouts} timed out.`)
  }
  if (!paths.repeats && asked > list.length) {
    throw new Error(`${url} was asked for all ${list.length} paths that there were, and for some again.`)
  }
  paths.used(asked)
  const answers = result.requests.total
  return {
    answers,
    requestsPerSecond: answers / result.duration,
    bytesPerAnswer: result.throughput.total / answers,
    latencyMs: { median: result.latency.p50, p99: result.latency.p99 },
  }
}

/** The types that come for autocannon do not know of these counts yet. */
function statusCounts(result: autocannon.Result): Record<string, { count: number }> {
  return (result as { statusCodeStats?: Record<string, { count: number }> }).statusCodeStats ?? {}
}
