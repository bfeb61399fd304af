/** One exchange with a receiver that does not behave. */
import { createServer as createPlainServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createRawServer, type Server, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { replyBytesMax } from '../../../src/domain/webhooks/exchange.ts'
import { transportOf } from '../../../src/main/webhooks/transport.ts'
import { useReceiver } from './receiver.ts'
import { loopback, transportTo } from './sending.ts'

const quiet = new AbortController().signal
const outgoing = (url: string, msMax = 10_000, signal = quiet) => ({
  ...{ url, msMax, signal },
  headers: { 'webhook-id': 'msg_1' },
  body: '{"type":"webhook.test"}',
})

async function during<Result>(server: Server, work: (port: number) => Promise<Result>): Promise<Result> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  try {
    return await work((server.address() as AddressInfo).port)
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise(settle => server.close(settle))
  }
}

describe('An exchange', () => {
  const receiver = useReceiver()
  const send = (msMax?: number, signal?: AbortSignal) =>
    transportTo(receiver.current)(outgoing(receiver.current.url, msMax, signal))

  it.each([
    [200, null],
    [202, null],
    [204, null],
    [299, null],
    [301, 'redirect'],
    [307, 'redirect'],
    [400, 'status'],
    [410, 'status'],
    [500, 'status'],
  ])('with the status %i has the result %s', async (status, error) => {
    receiver.current.reply = response =>
      void response.writeHead(status, { Location: receiver.current.url, 'Retry-After': '7' }).end()
    expect(await send()).toEqual({ status, error, retryAfter: '7', detail: null })
    // No redirect is followed.
    expect(receiver.current.received).toHaveLength(1)
    expect(receiver.current.received[0]).toMatchObject({
      path: '/florin',
      body: '{"type":"webhook.test"}',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'user-agent': expect.any(String),
      },
    })
  })

  it('makes a connection for each message, so that each address is checked', async () => {
    const transport = transportTo(receiver.current)
    for (let round = 0; round < 3; round += 1) await transport(outgoing(receiver.current.url))
    expect(receiver.current.connections).toBe(3)
  })

  it('ends after its time, whether the receiver is silent or sends headers without end', async () => {
    receiver.current.reply = () => undefined
    expect(await send(150)).toMatchObject({ status: null, error: 'timeout' })
    const dripping = createRawServer(socket => {
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const transport = transportOf({ allowed: loopback() })
    const result = await during(dripping, port => transport(outgoing(`http://127.0.0.1:${port}/`, 150)))
    expect(result).toMatchObject({ status: null, error: 'timeout' })
  })

  it('counts by its status even if the body of the reply has no end, of which little is read', async () => {
    let sent = 0
    let closed = false
    receiver.current.reply = response => {
      response.writeHead(200)
      const more = () => {
        if (closed) return
        sent += 16_384
        if (response.write(Buffer.alloc(16_384))) setImmediate(more)
        else response.once('drain', more)
      }
      response.once('close', () => {
        closed = true
      })
      more()
    }
    expect(await send()).toMatchObject({ status: 200, error: null })
    await expect.poll(() => closed).toBe(true)
    // What fits into the buffers of both sides goes out as well.
    expect(sent).toBeLessThan(replyBytesMax + 16 * 1024 * 1024)
    receiver.current.reply = response => void response.writeHead(200).write('x')
    expect(await send(200)).toMatchObject({ status: 200, error: null })
  })

  it('fails for a certificate that is not trusted, or of another name', async () => {
    const untrusting = transportOf({ allowed: loopback() })
    expect(await untrusting(outgoing(receiver.current.url))).toMatchObject({ status: null, error: 'tls' })
    const named = transportOf({
      allowed: loopback(),
      ca: receiver.current.ca,
      resolve: async () => ['127.0.0.1'],
    })
    const url = receiver.current.url.replace('127.0.0.1', 'other.example')
    expect(await named(outgoing(url))).toMatchObject({ status: null, error: 'tls' })
    expect(receiver.current.received).toHaveLength(0)
  })

  it.each([
    ['nothing', ''],
    ['text', 'hello\r\n\r\n'],
    ['a huge header', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('fails for a reply of %s', async (_, text) => {
    const server = createRawServer(socket => {
      socket.on('error', () => undefined)
      socket.end(text)
    })
    const transport = transportOf({ allowed: loopback() })
    const result = await during(server, port => transport(outgoing(`http://127.0.0.1:${port}/`)))
    expect(result).toMatchObject({ status: null, error: 'invalid_reply' })
  })

  it('is ended by its signal', async () => {
    receiver.current.reply = () => undefined
    const ending = new AbortController()
    const sending = send(10_000, ending.signal)
    await expect.poll(() => receiver.current.received.length).toBe(1)
    ending.abort()
    await expect(sending).rejects.toThrow()
    await expect(send(10_000, ending.signal)).rejects.toThrow()
  })

  it('over plain HTTP works for hosts that are allowed', async () => {
    const server = createPlainServer((_, response) => void response.writeHead(200).end())
    const transport = transportOf({ allowed: loopback() })
    const result = await during(server, port => transport(outgoing(`http://127.0.0.1:${port}/`)))
    expect(result).toMatchObject({ status: 200, error: null })
  })
})
