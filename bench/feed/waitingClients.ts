/** Clients that wait for a change of their workspace, and the change that they wait for. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const quietMs = 3_000
/** Until all of them wait. */
const settleMs = 1_500

interface Woken {
  /** From the commit to each client's reply. */
  tookMs: number[]
  queriesPerSecond: number
}

export async function wakeClients(
  url: string,
  secrets: readonly string[],
  perKey: number,
  payeeId: string,
  queries: () => number,
): Promise<Woken> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const ask = (path: string, secret: string, method = 'GET', body?: string) =>
    send(agent, `${url}/v1${path}`, secret, method, body)
  const [first = ''] = secrets
  const { nextCursor } = JSON.parse(await ask('/changes?from=now', first)) as { nextCursor: string }
  const endings: Promise<number>[] = secrets.flatMap(secret =>
    Array.from({ length: perKey }, async () => {
      await ask(`/changes?wait=30&cursor=${nextCursor}`, secret)
      return performance.now()
    }),
  )
  await sleep(settleMs)
  const before = queries()
  await sleep(quietMs)
  const queriesPerSecond = (queries() - before) / (quietMs / 1000)
  await ask(`/payees/${payeeId}`, first, 'PATCH', JSON.stringify({ name: `Changed ${Date.now()}` }))
  const committedMs = performance.now()
  const tookMs = (await Promise.all(endings)).map(endMs => endMs - committedMs)
  agent.destroy()
  return { tookMs, queriesPerSecond }
}

/** The text of a reply with status 200. */
export function send(
  agent: Agent,
  url: string,
  secret: string,
  method = 'GET',
  body?: string,
): Promise<string> {
  return new Promise((settle, fail) => {
    const headers = {
      Authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const sent = request(url, { agent, method, headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.once('end', () => (response.statusCode === 200 ? settle(text) : fail(new Error(text))))
    })
    sent.once('error', fail)
    sent.end(body)
  })
}
