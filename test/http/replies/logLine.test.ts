import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/api/http/exchange.ts'
import { replyLog } from '../../../src/api/http/logReply.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'

const text = fc.string({ unit: anyCodePoint, maxLength: 150 })
const record = fc.record({
  method: fc.constantFrom('GET', 'PATCH', 'M-SEARCH'),
  path: text.map(rest => `/${rest}`),
  status: fc.integer({ min: 100, max: 599 }),
  ms: fc.double({ min: 0, max: 1e9, noNaN: true }),
  keyId: fc.option(text),
  personId: fc.option(text),
  operationId: fc.constantFrom(null, 'listBills'),
  worker: fc.option(fc.nat()),
})

function twoLogs(worker: number | null) {
  const lines: string[] = []
  const base = worker === null ? null : { worker }
  const log = pino(
    { base, timestamp: () => ',"time":1795000000000' },
    { write: line => void lines.push(line) },
  )
  return { lines, log }
}

test('the line of a request is the one that pino would write for its fields', () => {
  fc.assert(
    fc.property(record, ({ method, path, status, ms, keyId, personId, operationId, worker }) => {
      const { lines, log } = twoLogs(worker)
      const requestId = 'req_01HZX3V5Q8'
      const key = keyId === null ? null : { id: keyId }
      const exchange = { request: { method }, requestId, path, key, personId, operationId, peer: '::1' }
      replyLog(log)(exchange as unknown as Exchange, status, ms)
      const fields = {
        operationId: operationId ?? undefined,
        keyId: keyId ?? undefined,
        personId: personId ?? undefined,
      }
      const rounded = Math.round(ms * 10) / 10
      log.info({ requestId, method, path, status, ms: rounded, ...fields }, 'request completed')
      expect(JSON.parse(lines[0] ?? '')).toEqual(JSON.parse(lines[1] ?? ''))
      expect(lines[0]).toMatch(/^\{.*\}\n$/)
    }),
  )
})

test('a sign-in is logged with its address', () => {
  const { lines, log } = twoLogs(null)
  const exchange = { request: { method: 'POST' }, requestId: 'req_1', path: '/console/session', key: null }
  const other = { personId: null, operationId: null, peer: '::ffff:192.0.2.1' }
  replyLog(log)({ ...exchange, ...other } as unknown as Exchange, 401, 1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ address: '192.0.2.1', path: '/console/session' })
})

test('there is no line if only warnings are logged, also if that changes later', () => {
  const { lines, log } = twoLogs(null)
  const write = replyLog(log)
  const exchange = {
    request: {},
    requestId: 'req_1',
    path: '/',
    key: null,
    personId: null,
    operationId: null,
  }
  log.level = 'warn'
  write(exchange as unknown as Exchange, 200, 1)
  expect(lines).toEqual([])
})
