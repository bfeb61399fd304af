/** Webhooks on their way through the drill, between a sender and a receiver made here. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DrillOptions } from '../../src/drill/drill.ts'
import { drilled, planFor } from '../support/drill/drilled.ts'

interface Received {
  headers: Record<string, unknown>
  body: string
}

/** A receiver that answers with these statuses in turn, and then 204. */
async function receiver(statuses: number[] = []) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(pieces).toString('utf8') })
      response.writeHead(statuses.shift() ?? 204, { 'retry-after': '7' }).end('not passed on')
    })
  })
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}/hook`),
    received,
    bodies: () => received.map(({ body }) => body),
  }
}

/** Late messages are held until they are flushed. */
const never = (_: number, signal?: AbortSignal) =>
  new Promise<void>(settle => signal?.addEventListener('abort', () => settle()))

async function start(options: Partial<DrillOptions>, statuses?: number[]) {
  const target = await receiver(statuses)
  const sleep = async (ms: number, signal?: AbortSignal) => (signal ? await never(ms, signal) : undefined)
  const { drill } = await drilled('http://127.0.0.1:1/v1', { receiver: target.url, sleep, ...options })
  const post = (body: string) =>
    fetch(drill.webhooks, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1', 'webhook-signature': 'v1,abc=' },
      body,
    })
  return { ...target, drill, post }
}

describe('a webhook', () => {
  it('is forwarded with its bytes and headers, and the answer with its status and Retry-After only', async () => {
    const { post, received } = await start({}, [503])
    const reply = await post('{"a": 1 }')
    expect([reply.status, reply.headers.get('retry-after'), await reply.text()]).toEqual([503, '7', ''])
    expect(received).toMatchObject([
      {
        body: '{"a": 1 }',
        headers: {
          'webhook-id': 'msg_1',
          'webhook-signature': 'v1,abc=',
          'content-type': 'application/json',
        },
      },
    ])
  })

  it('is delivered twice, and a receiver that refuses the second is wrong', async () => {
    const { post, drill, bodies } = await start(planFor('webhook-doubled', 'webhook', 'x.'), [204, 409])
    expect((await post('one')).status).toBe(204)
    expect((await post('two')).status).toBe(204)
    expect(bodies()).toEqual(['one', 'one', 'two'])
    const { faults, mistakes } = drill.report()
    expect(faults['webhook-doubled']).toBe(1)
    expect(mistakes).toMatchObject([{ kind: 'webhook-refused', fault: { kind: 'webhook-doubled' } }])
  })

  it('is not doubled if it was refused, because it will come again', async () => {
    const { post, bodies, drill } = await start(planFor('webhook-doubled', 'webhook', 'x.'), [500])
    expect((await post('one')).status).toBe(500)
    expect(bodies()).toEqual(['one'])
    expect(drill.report().mistakes).toEqual([])
  })

  it('is delivered after the next one, and all others in their order', async () => {
    const { post, bodies, drill } = await start(planFor('webhook-late', 'webhook', 'x..'))
    for (const body of ['one', 'two', 'three']) expect((await post(body)).status).toBe(204)
    await drill.flush()
    expect(bodies()).toEqual(['two', 'one', 'three'])
  })

  it('is delivered at the end if no other follows, and repeated if the receiver has trouble', async () => {
    const { post, bodies, drill } = await start(planFor('webhook-late', 'webhook', 'x.'), [500, 503])
    await post('one')
    expect(bodies()).toEqual([])
    await drill.close()
    expect(bodies()).toEqual(['one', 'one', 'one'])
    expect(drill.report().mistakes).toEqual([])
  })

  it('that is late and never taken is a mistake of the receiver', async () => {
    const { post, drill } = await start(planFor('webhook-late', 'webhook', 'x.'), [500, 500, 500])
    await post('one')
    await drill.flush()
    expect(drill.report().mistakes).toMatchObject([
      { kind: 'webhook-refused', fault: { kind: 'webhook-late' } },
    ])
  })

  it('is delivered after some seconds even if nothing else happens', async () => {
    const sleep = async () => undefined
    const { post, bodies, drill } = await start({ ...planFor('webhook-late', 'webhook', 'x.'), sleep })
    await post('one')
    // The turn after it has come.
    await drill.flush()
    expect(bodies()).toEqual(['one'])
  })

  it('gets 502 if the receiver is away', async () => {
    const { post } = await start({ receiver: new URL('http://127.0.0.1:1/') })
    const reply = await post('one')
    expect([reply.status, await reply.json()]).toMatchObject([502, { code: 'DRILL_RECEIVER' }])
  })
})
