/** Requests that wait for a change when the service stops: they are answered at once, by the real program. */
import { expect, it } from 'vitest'
import { useSandbox } from '../../support/program.ts'

const sandbox = useSandbox()

it('a stopping service answers requests that wait for a change at once, with what it has', async () => {
  const serving = await sandbox.serve({ FLORIN_DATA_DIR: sandbox.dataFolder('data'), FLORIN_DEMO: 'on' })
  const get = (search: string) => serving.request(`/v1/changes?${search}`, serving.demoKey ?? '')
  const { nextCursor } = (await (await get('from=now')).json()) as { nextCursor: string }
  const startMs = performance.now()
  const five = Array.from({ length: 5 }, () => get(`cursor=${nextCursor}&wait=30`))
  // Only four may wait, so the other four do when one is refused.
  expect((await Promise.race(five)).status).toBe(429)
  const ended = serving.program.stop()
  const replies = await Promise.all(five)
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429])
  for (const reply of replies.filter(({ ok }) => ok)) {
    expect(await reply.json()).toMatchObject({ data: [], nextCursor, upToDate: true })
  }
  expect(performance.now() - startMs).toBeLessThan(29_000)
  expect((await ended).code).toBe(0)
})
