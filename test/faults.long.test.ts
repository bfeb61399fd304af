/** Runs the fault commands on a small scale; `npm run faults` is the real test. */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { exchange, Line, type RawRequest } from '../faults/fuzz/connection.ts'
import { Delivery } from '../faults/fuzz/delivery.ts'
import type { Findings } from '../faults/fuzz/findings.ts'
import { ReplyReader } from '../faults/fuzz/replies.ts'
import { Suspects, stallMsMax } from '../faults/fuzz/suspects.ts'
import type { Stall, Target } from '../faults/fuzz/target.ts'
import { Ledger } from '../faults/kills/ledger.ts'
import { randomFrom } from '../faults/support/random.ts'
import { type Arrived, Chain, differences } from '../faults/webhooks/chain.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const faults = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, ['--import', 'tsx', 'faults/run.ts', ...words], { cwd: root }))
    .stdout

describe.concurrent('npm run faults', () => {
  it('kills finds nothing lost or duplicated after two kills', async () => {
    expect(await faults('kills', '2', '--store', 'postgres', '--seed', '2')).toContain('2 kills, seed 2: ok')
  })

  it('webhooks finds no gap and no changed repetition after two kills', async () => {
    expect(await faults('webhooks', '2', '--store', 'postgres', '--seed', '1')).toContain(
      '2 kills of the sender, seed 1: ok',
    )
  })

  it('fuzz finds nothing in 500 requests', async () => {
    expect(await faults('fuzz', '500', '--store', 'postgres', '--seed', '1')).toContain(
      '500 requests, seed 1: ok',
    )
  })

  it("drill passes Florin's client under every fault, and catches six wrong ones, with one seed", async () => {
    expect(await faults('drill', '1', '--store', 'postgres', '--seed', '1')).toContain(
      '12 faults, 1 seeds, from seed 1: ok',
    )
  })
})

describe('the ledger of kills', () => {
  const row = (iban: string, name = 'A') => ({ id: iban, iban, name })

  it('finds an acknowledged write that is lost, duplicated or wrong', () => {
    const ledger = new Ledger(['kept'])
    for (const iban of ['gone', 'twice', 'wrong', 'fine']) ledger.acknowledged(iban, 'A')
    const found = ledger.check([row('kept'), row('twice'), row('twice'), row('wrong', 'B'), row('fine')])
    expect(found).toEqual([
      'duplicate: payee twice exists twice',
      'lost: payee gone is absent, but should be "A"',
      'wrong: payee wrong is "B", but should be "A"',
    ])
  })

  it('accepts either outcome of a write without a reply until it has been seen', () => {
    const ledger = new Ledger([])
    ledger.unanswered('there', 'A')
    ledger.unanswered('absent', 'A')
    expect(ledger.check([row('there')])).toEqual([])
    expect(ledger.check([])).toEqual(['lost: payee there is absent, but should be "A"'])
  })

  it('reports payees nobody created, and missing ones that existed from the start', () => {
    expect(new Ledger(['kept']).check([row('odd')])).toEqual([
      'unknown: nobody created payee odd (A)',
      'lost: payee kept from the start',
    ])
  })
})

describe('the chain of messages of a webhook', () => {
  const secret = `whsec_${Buffer.from('a secret of the tests').toString('base64')}`
  const message = (id: string, cursor: string | null, nextCursor: string, object: unknown = {}): Arrived => {
    const data = {
      clock: '2026-06-01',
      cursor,
      nextCursor,
      changes: [{ resource: 'payee', id: 'pye_1', object }],
    }
    const body = JSON.stringify({ type: 'workspace.changes', data })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), body)
    return {
      headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
      body,
    }
  }
  const findingsOf = (...arrived: Arrived[]) => {
    const chain = new Chain(secret)
    for (const each of arrived) chain.take(each)
    return chain.findings.map(each => each.split(':')[0])
  }
  const [one, two, three] = [message('1', null, 'a'), message('2', 'a', 'b'), message('3', 'b', 'c')]

  it('is whole with repetitions, and finds a gap, a changed or late repetition and a forgery', () => {
    expect(findingsOf(one, one, two, three, three)).toEqual([])
    expect(findingsOf(one, three)).toEqual(['gap'])
    expect(findingsOf(one, message('1', null, 'a', null))).toEqual(['changed'])
    expect(findingsOf(one, two, one)).toEqual(['order'])
    expect(findingsOf({ ...one, body: two.body })).toContain('forged')
  })

  it('shows how its copy differs', () => {
    const whole = new Map([
      ['a', '1'],
      ['b', '2'],
    ])
    const copy = new Map([
      ['b', '1'],
      ['c', '3'],
    ])
    expect(differences(copy, whole).map(each => each.split(':')[0])).toEqual(['lost', 'stale', 'extra'])
    expect(differences(whole, whole)).toEqual([])
  })
})

/** Misbehaves as the path says: computes for 400 ms of CPU time, or closes the connection. */
const oddServer = `
  import { createServer } from 'node:http'
  const usedMs = () => process.cpuUsage().user / 1000
  const server = createServer((request, response) => {
    const untilMs = usedMs() + (request.url === '/slow' ? 400 : 0)
    while (usedMs() < untilMs);
    if (request.url === '/gone') request.socket.destroy()
    else response.end('ok')
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
`

describe('fuzz', () => {
  const get = (path: string, last = false): RawRequest => ({
    method: 'GET',
    bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    last,
  })

  it('names a request that stalls too long, and one that closes the connection', async () => {
    const reporter = new URL('../faults/fuzz/stallReporter.js', import.meta.url).href
    const page = `data:text/javascript,${encodeURIComponent(oddServer)}`
    const main = fileURLToPath(new URL('../faults/fuzz/stallReporter.js', import.meta.url))
    const server = fork(main, [], { execArgv: ['--import', reporter, '--import', page] })
    try {
      const [{ port }] = (await once(server, 'message')) as [{ port: number }]
      const stalls: Stall[] = []
      server.on('message', message => stalls.push(message as Stall))
      const suspects = new Suspects({ port, stalls })
      // As with broken framing, do not wait for the reply.
      const requests = [get('/'), get('/slow', true)]
      const batch = suspects.begin(requests)
      await exchange(port, requests)
      suspects.end(batch)
      // On a busy machine the server also reports that it waited for its turn.
      while (!stalls.some(({ cpuMs }) => cpuMs > stallMsMax)) await once(server, 'message')
      expect((await suspects.confirmed()).map(({ request }) => request)).toEqual([requests[1]])
      const found: unknown[] = []
      const findings = { add: (...words: unknown[]) => found.push(words.slice(1, 3)) } as unknown as Findings
      const target = { port } as Target
      const delivery = new Delivery({ target, findings, suspects, random: randomFrom(1) })
      const gone = get('/gone')
      await delivery.send(new Line(port), [get('/'), gone, get('/')])
      expect(found).toEqual([['closed the connection without a reply', gone]])
    } finally {
      server.kill('SIGKILL')
    }
  })
})

describe('the reply reader', () => {
  it('separates pipelined replies, however they are chunked', () => {
    const bytes = Buffer.from(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc' +
        'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n' +
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n' +
        'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    )
    for (const size of [1, 7, bytes.length]) {
      const reader = new ReplyReader(['GET', 'HEAD', 'GET', 'POST'])
      const read = []
      for (let at = 0; at < bytes.length; at += size) read.push(...reader.take(bytes.subarray(at, at + size)))
      expect(read).toEqual([
        { status: 200, closes: false, requestId: '' },
        { status: 200, closes: false, requestId: '' },
        { status: 200, closes: false, requestId: '' },
        { status: 400, closes: true, requestId: '' },
      ])
    }
  })
})
