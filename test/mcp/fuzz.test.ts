/** A short run; `npm run faults -- mcp 20000` is the real one. */
import { expect, it } from 'vitest'
import { smallWorkspace } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { fuzzCalls, sendFuzzCalls } from './fuzzCalls.ts'

const service = useService('embedded')

it('400 odd calls get no 5xx, and nothing but JSON', async () => {
  const file = smallWorkspace()
  await service.current.load(file)
  const secret = await service.current.key(file)
  const ids = [...(file.transactions ?? []), ...(file.accounts ?? []), ...(file.bills ?? [])].map(
    ({ id }) => id,
  )
  const { findings, results, statuses } = await sendFuzzCalls(
    service.current.url,
    secret,
    fuzzCalls('short', ids),
    400,
  )
  expect(findings).toEqual([])
  expect(results).toBeGreaterThan(15)
  expect(statuses[200]).toBeGreaterThan(100)
})
