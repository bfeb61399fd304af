import autocannon from 'autocannon'
import type { LoadOutcome, LoadRequest } from './load.ts'

const requestsPerSecondDefault = 40_000

export async function loadWithAutocannon(
  { url, paths, headers, connections, seconds, requestsPerSecondMax }: LoadRequest,
  expectedStatus: number,
): Promise<LoadOutcome> {
  const list = paths.take((requestsPerSecondMax ?? requestsPerSecondDefault) * seconds)
  let sentCount = 0
  const nextPath = () => {
    sentCount += 1
    return list[(sentCount - 1) % list.length] ?? '/'
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
      `${url} returned ${others.map(([status, { count }]) => `${count} × ${status}`).join(', ')}.`,
    )
  }
  if (result.errors + result.timeouts > 0) {
    throw new Error(`${url} failed ${result.errors} requests, and ${result.timeouts} timed out.`)
  }
  if (!paths.repeats && sentCount > list.length) {
    throw new Error(`${url} ran out of paths: all ${list.length} were requested, and some again.`)
  }
  paths.used(sentCount)
  const replies = result.requests.total
  return {
    replies,
    requestsPerSecond: replies / result.duration,
    bytesPerAnswer: result.throughput.total / replies,
    latencyMs: { median: result.latency.p50, p99: result.latency.p99 },
  }
}

/** autocannon's types do not include these counts yet. */
function statusCounts(result: autocannon.Result): Record<string, { count: number }> {
  return (result as { statusCodeStats?: Record<string, { count: number }> }).statusCodeStats ?? {}
}
