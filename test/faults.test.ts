/** The fault commands do what they say, on a small scale: `npm run faults` is what finds something. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { AnswerReader } from '../faults/fuzz/answers.ts'
import { Ledger } from '../faults/kills/ledger.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const faults = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, ['--import', 'tsx', 'faults/run.ts', ...words], { cwd: root }))
    .stdout

describe.concurrent('npm run faults', () => {
  it('kills finds nothing lost or doubled after two kills', async () => {
    expect(await faults('kills', '2', '--store', 'postgres', '--seed', '2')).toContain('2 kills, seed 2: ok')
  })

  it('fuzz finds nothing in 500 requests', async () => {
    expect(await faults('fuzz', '500', '--store', 'postgres', '--seed', '1')).toContain(
      '500 requests, seed 1: ok',
    )
  })
})

describe('the ledger of kills', () => {
  const row = (iban: string, name = 'A') => ({ id: iban, iban, name })

  it('finds an acknowledged write that is gone, doubled or wrong', () => {
    const ledger = new Ledger(['kept'])
    for (const iban of ['gone', 'twice', 'wrong', 'fine']) ledger.acknowledged(iban, 'A')
    const found = ledger.check([row('kept'), row('twice'), row('twice'), row('wrong', 'B'), row('fine')])
    expect(found).toEqual([
      'doubled: payee twice is there twice',
      'lost: payee gone is absent, and should be "A"',
      'wrong: payee wrong is "B", and should be "A"',
    ])
  })

  it('allows a write without an answer both ways, until it was seen', () => {
    const ledger = new Ledger([])
    ledger.unanswered('there', 'A')
    ledger.unanswered('absent', 'A')
    expect(ledger.check([row('there')])).toEqual([])
    expect(ledger.check([])).toEqual(['lost: payee there is absent, and should be "A"'])
  })

  it('finds what nobody wrote, and misses what was there from the start', () => {
    expect(new Ledger(['kept']).check([row('odd')])).toEqual([
      'unknown: nobody made payee odd (A)',
      'lost: payee kept of the start',
    ])
  })
})

describe('the reader of answers', () => {
  it('tells pipelined answers apart, in whatever pieces they come', () => {
    const bytes = Buffer.from(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc' +
        'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n' +
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n' +
        'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    )
    for (const size of [1, 7, bytes.length]) {
      const reader = new AnswerReader(['GET', 'HEAD', 'GET', 'POST'])
      const read = []
      for (let at = 0; at < bytes.length; at += size) read.push(...reader.take(bytes.subarray(at, at + size)))
      expect(read).toEqual([
        { status: 200, closes: false },
        { status: 200, closes: false },
        { status: 200, closes: false },
        { status: 400, closes: true },
      ])
    }
  })
})
