import { afterEach, describe, expect, it, vi } from 'vitest'
import { SharedList } from '../../console/src/api/SharedList.ts'

interface Row {
  id: string
}

/** A list whose requests the test answers by hand, in any order. */
function madeList() {
  const requests: { signal: AbortSignal; reply: (...ids: string[]) => void; fail: (error: Error) => void }[] =
    []
  const list = new SharedList<Row>(
    signal =>
      new Promise((resolve, reject) => {
        const reply = (...ids: string[]) => resolve({ data: ids.map(id => ({ id })) })
        requests.push({ signal, reply, fail: reject })
      }),
  )
  const ids = () => list.state().rows?.map(({ id }) => id)
  return { list, requests, ids }
}

/** Lets the promises of a reply settle. */
const settled = async () => {
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve()
}

const ignore = () => undefined

describe('A shared list', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is loaded once for all subscribers, and not before the first', async () => {
    const { list, requests, ids } = madeList()
    expect(requests).toHaveLength(0)
    let notified = 0
    const leave = list.subscribe(() => {
      notified += 1
    })
    list.subscribe(ignore)
    requests[0]?.reply('a')
    await settled()
    leave()
    list.subscribe(ignore)
    expect([requests.length, notified, ids()]).toEqual([1, 1, ['a']])
  })

  it('keeps loading while the reader moves to another page', async () => {
    const { list, requests, ids } = madeList()
    list.subscribe(ignore)()
    list.subscribe(ignore)
    requests[0]?.reply('a')
    await settled()
    expect([requests.length, ids()]).toEqual([1, ['a']])
  })

  it('is reloaded after a change, at once if a page shows it, otherwise by the next page', async () => {
    const { list, requests, ids } = madeList()
    const leave = list.subscribe(ignore)
    requests[0]?.reply('a')
    await settled()
    list.refresh()
    expect([requests.length, ids()]).toEqual([2, ['a']])
    requests[1]?.reply('a', 'b')
    await settled()
    expect(ids()).toEqual(['a', 'b'])
    leave()
    list.refresh()
    expect(requests).toHaveLength(2)
    list.subscribe(ignore)
    expect(requests).toHaveLength(3)
  })

  it('ignores the response to a request that was sent before the change', async () => {
    const { list, requests, ids } = madeList()
    list.subscribe(ignore)
    list.refresh()
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
    requests[1]?.reply('new')
    await settled()
    requests[0]?.reply('old')
    await settled()
    expect(ids()).toEqual(['new'])
  })

  it('ignores the response to a cancelled request', async () => {
    const { list, requests, ids } = madeList()
    list.subscribe(ignore)
    list.stop()
    requests[0]?.reply('a')
    await settled()
    expect(ids()).toBeUndefined()
  })

  it('keeps its rows when a reload fails, and tries again for the next subscriber', async () => {
    const { list, requests, ids } = madeList()
    list.subscribe(ignore)
    requests[0]?.reply('a')
    await settled()
    list.refresh()
    const failure = new Error('It failed.')
    requests[1]?.fail(failure)
    await settled()
    expect(list.state()).toEqual({ rows: [{ id: 'a' }], error: failure })
    list.subscribe(ignore)
    requests[2]?.reply('b')
    await settled()
    expect([requests.length, ids(), list.state().error]).toEqual([3, ['b'], null])
  })

  it('is reloaded for an unknown id, once per id', async () => {
    const { list, requests, ids } = madeList()
    list.subscribe(ignore)
    list.require(['b'])
    expect(requests).toHaveLength(1)
    requests[0]?.reply('a')
    await settled()
    list.require(['a'])
    expect(requests).toHaveLength(1)
    list.require(['a', 'b', 'gone'])
    expect(requests).toHaveLength(2)
    requests[1]?.reply('a', 'b')
    await settled()
    list.require(['a', 'b', 'gone'])
    expect([requests.length, ids()]).toEqual([2, ['a', 'b']])
  })

  it('is reloaded for a new subscriber after five minutes', async () => {
    vi.useFakeTimers()
    const { list, requests } = madeList()
    list.subscribe(ignore)
    requests[0]?.reply('a')
    await settled()
    vi.advanceTimersByTime(5 * 60_000 - 1)
    list.subscribe(ignore)
    expect(requests).toHaveLength(1)
    vi.advanceTimersByTime(1)
    list.subscribe(ignore)
    expect(requests).toHaveLength(2)
  })
})
