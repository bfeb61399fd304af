import { describe, expect, it } from 'vitest'
import {
  bellMessage,
  changesMessage,
  changesPerMessageMax,
  countedChangesMax,
  fittingChanges,
  messageBytesMax,
  resyncMessage,
  testMessage,
} from '../../../src/domain/webhooks/messages.ts'

const about = {
  webhookId: 'whe_1',
  workspaceId: 'wsp_1',
  at: '2026-06-01T12:00:00.000Z',
  clock: '2026-06-01T11:59:59.900Z',
}
const common = { webhookId: 'whe_1', workspaceId: 'wsp_1', clock: about.clock }
const followed = { resources: ['bill', 'transaction'], companyId: 'com_&=' } as const

const read = ({ type, body }: { type: string; body: string }) => {
  const message = JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> }
  expect(message.type).toBe(type)
  expect(message.timestamp).toBe(about.at)
  return message.data
}

describe('messages of webhooks', () => {
  it('say that something changed, how much, and where to read it', () => {
    const bell = bellMessage(about, { followed, changed: ['bill'], changes: 42, cursor: 'a+b/c' })
    expect(bell.type).toBe('workspace.changed')
    const data = read(bell)
    expect(data).toEqual({
      ...common,
      resources: ['bill'],
      changes: 42,
      changesCapped: false,
      cursor: 'a+b/c',
      changesPath: expect.any(String),
    })
    const url = new URL(String(data.changesPath), 'https://florin.example')
    expect(url.pathname).toBe('/v1/changes')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      resources: 'bill,transaction',
      companyId: 'com_&=',
      cursor: 'a+b/c',
    })
  })

  it('count only up to a limit, and say so', () => {
    const bell = { followed, changed: ['bill'], cursor: null } as const
    const capped = (changes: number) => read(bellMessage(about, { ...bell, changes }))
    expect(capped(countedChangesMax)).toMatchObject({ changes: countedChangesMax, changesCapped: false })
    expect(capped(countedChangesMax + 1)).toMatchObject({ changes: countedChangesMax, changesCapped: true })
  })

  it('from the beginning of the feed have no cursor', () => {
    const bell = bellMessage(about, {
      followed: { ...followed, companyId: null },
      changed: ['bill'],
      changes: 1,
      cursor: null,
    })
    expect(read(bell)).toMatchObject({
      cursor: null,
      changesPath: '/v1/changes?resources=bill%2Ctransaction',
    })
  })

  it('carry the changes exactly as the feed writes them', () => {
    const changes = ['{"id":"a","object":{"amount":10.00}}', '{"id":"b","object":null}']
    const carried = { changes, cursor: null, nextCursor: 'next', upToDate: true }
    const made = changesMessage(about, carried)
    expect(made.type).toBe('workspace.changes')
    expect(made.body).toContain(`"changes":[${changes.join(',')}]`)
    expect(read(made)).toEqual({
      ...common,
      cursor: null,
      nextCursor: 'next',
      upToDate: true,
      changes: changes.map(text => JSON.parse(text)),
    })
  })

  it('after a restore tell the receiver to start over', () => {
    expect(read(resyncMessage(about, followed))).toEqual({
      ...common,
      reason: 'restored',
      changesPath: '/v1/changes?resources=bill%2Ctransaction&companyId=com_%26%3D',
    })
  })

  it('for a test say nothing else', () => {
    expect(read(testMessage(about))).toEqual(common)
  })
})

describe('changes that fit into one message', () => {
  const change = (bytes: number) => 'x'.repeat(bytes)

  it('are at most 50', () => {
    expect(fittingChanges(Array(changesPerMessageMax + 10).fill('{}'))).toBe(changesPerMessageMax)
  })

  it('are at most 128 kB with everything around them, counted in bytes', () => {
    for (const letter of ['x', 'ä', '👋']) {
      const changes = Array(50).fill(JSON.stringify(letter.repeat(4_000)))
      const count = fittingChanges(changes)
      expect(count).toBeGreaterThan(0)
      const { body } = changesMessage(about, {
        changes: changes.slice(0, count),
        // Longer than any cursor.
        cursor: change(3_000),
        nextCursor: change(3_000),
        upToDate: false,
      })
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(messageBytesMax)
    }
  })

  it('are none if the first one is too long, and those before one that is too long', () => {
    const huge = change(messageBytesMax)
    expect(fittingChanges([huge, '{}'])).toBe(0)
    expect(fittingChanges(['{}', '{}', huge, '{}'])).toBe(2)
    expect(fittingChanges([])).toBe(0)
  })
})
