import { expect, it } from 'vitest'
import type { Call } from '../../src/api/http/call.ts'
import { summarizeTransactions } from '../../src/api/transactionSummary.ts'
import { summarizeTransactions as operation } from '../../src/contract/transactionSummary.ts'

const input = (limit: number) => ({
  id: '',
  body: undefined,
  query: operation.query.parse({ limit: String(limit) }),
})

it('a workspace has one summary under way and 20 open; one more is asked to come back, another workspace is not', async () => {
  const waiting: (() => void)[] = []
  const db = { query: () => new Promise<never[]>(settle => waiting.push(() => settle([]))) }
  const ask = (workspaceId: string, limit: number) =>
    summarizeTransactions({ db, workspaceId, version: 'v' } as unknown as Call, input(limit))
  const open = Array.from({ length: 20 }, (_, index) => ask('one', index + 1))
  await expect(ask('one', 21)).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '1' } })
  const other = ask('two', 1)
  await expect.poll(() => waiting.length).toBe(2)

  const answered = Promise.all([...open, other])
  let isDone = false
  void answered.then(() => {
    isDone = true
  })
  while (!isDone) {
    expect(waiting.length).toBeLessThanOrEqual(2)
    for (const settle of waiting.splice(0)) settle()
    await new Promise(setImmediate)
  }
  expect(await answered).toHaveLength(21)
  const again = ask('one', 22)
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  expect(await again).toEqual({ data: [], groups: 0, totals: [] })
})
