/** Requests one after the other over one connection, each timed separately. */
import { Agent, request } from 'node:http'
import { median } from './numbers.ts'

export interface Caller {
  /** The body of a 200 reply, and how long it took to arrive completely; fails on any other status. */
  get(path: string): Promise<{ ms: number; body: string }>
  close(): void
}

export function caller(url: string, secret: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { Authorization: `Bearer ${secret}` }
  return {
    get: path =>
      new Promise((settle, fail) => {
        const startMs = performance.now()
        const asked = request(url + path, { agent, headers }, reply => {
          let body = ''
          reply.setEncoding('utf8')
          reply.on('data', (text: string) => {
            body += text
          })
          reply.on('error', fail)
          reply.on('end', () => {
            if (reply.statusCode === 200) settle({ ms: performance.now() - startMs, body })
            else fail(new Error(`${path} returned ${reply.statusCode}: ${body.slice(0, 500)}`))
          })
        })
        asked.on('error', fail)
        asked.end()
      }),
    close: () => agent.destroy(),
  }
}

/** The median over some requests, after a few for warming up. */
export async function medianMs(count: number, warmUp: number, timed: (index: number) => Promise<number>) {
  const times: number[] = []
  for (let index = 0; index < warmUp + count; index += 1) {
    const ms = await timed(index)
    if (index >= warmUp) times.push(ms)
  }
  return median(times)
}
