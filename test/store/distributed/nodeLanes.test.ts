import { afterEach, describe, expect, it, vi } from 'vitest'
import { NodeBusy, NodeLanes } from '../../../src/store/nodes/nodeLanes.ts'

/** Queries that end when the test says so. */
function slowQueries() {
  const started: string[] = []
  const ends = new Map<string, (outcome: 'ends' | 'fails') => void>()
  const query = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name)
      ends.set(name, outcome => (outcome === 'ends' ? resolve(name) : reject(new Error(name))))
    })
  const end = async (name: string, outcome: 'ends' | 'fails' = 'ends') => {
    ends.get(name)?.(outcome)
    await settled()
  }
  return { started, query, end }
}

const settled = () => new Promise(settle => setImmediate(settle))

describe('Queries of several nodes', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  function twoNodes(queriesMax: number) {
    const lanes = new NodeLanes({ queriesMax, waitMsMax: 1_000 })
    const { started, query, end } = slowQueries()
    const run = (node: string, name: string) => lanes.onNode(node, query(name))
    return { lanes, started, query, end, run }
  }

  it('are limited for each node, and run in order', async () => {
    const { started, end, run } = twoNodes(2)
    const other = run('b', 'other')
    await settled()
    const all = Promise.allSettled(['first', 'second', 'third', 'fourth'].map(name => run('a', name)))
    await settled()
    expect(started).toEqual(['other', 'first', 'second'])
    const more = run('b', 'more')
    await settled()
    expect(started).toEqual(['other', 'first', 'second', 'more'])
    await end('second')
    await end('first', 'fails')
    expect(started.slice(4)).toEqual(['third', 'fourth'])
    for (const name of ['third', 'fourth', 'other', 'more']) await end(name)
    expect(await all).toMatchObject([
      { status: 'rejected', reason: { message: 'first' } },
      { value: 'second' },
      { value: 'third' },
      { value: 'fourth' },
    ])
    expect(await Promise.all([other, more])).toEqual(['other', 'more'])
    // The places of all that have ended are free again.
    const again = ['x', 'y'].map(name => run('a', name))
    await settled()
    expect(started.slice(6)).toEqual(['x', 'y'])
    for (const name of ['x', 'y']) await end(name)
    await Promise.all(again)
  })

  it('are not limited while there is only one node', async () => {
    const { started, end, run } = twoNodes(1)
    const all = ['first', 'second', 'third'].map(name => run('a', name))
    await settled()
    expect(started).toEqual(['first', 'second', 'third'])
    for (const name of started) await end(name)
    await Promise.all(all)
  })

  it('are refused when their node has had no room for too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { started, end, run } = twoNodes(1)
    const other = run('b', 'other')
    await settled()
    const first = run('a', 'first')
    await settled()
    const late = run('a', 'late').catch((error: unknown) => error)
    await settled()
    vi.advanceTimersByTime(1_000)
    expect(await late).toBeInstanceOf(NodeBusy)
    await end('first')
    const next = run('a', 'next')
    await settled()
    expect(started).toEqual(['other', 'first', 'next'])
    for (const name of ['other', 'next']) await end(name)
    await Promise.all([first, other, next])
  })

  it('are refused at once when another has waited in vain, until one succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { started, end, run } = twoNodes(1)
    const refused = async (name: string) => expect(await run('a', name).catch(String)).toContain('NodeBusy')
    const other = run('b', 'other')
    await settled()
    const first = run('a', 'first').catch(String)
    const late = run('a', 'late').catch(String)
    await settled()
    vi.advanceTimersByTime(1_000)
    await late
    await refused('at once')
    // A failure does not show that the node answers. The place is free for one that tries.
    await end('first', 'fails')
    const second = run('a', 'second')
    await refused('again')
    await end('second')
    const third = run('a', 'third')
    const fourth = run('a', 'fourth')
    await settled()
    await end('third')
    await end('fourth')
    expect(await Promise.all([second, third, fourth])).toEqual(['second', 'third', 'fourth'])
    expect(started).toEqual(['other', 'first', 'second', 'third', 'fourth'])
    await end('other')
    await Promise.all([first, other])
  })

  it('take no place if they are long, except beyond a limit', async () => {
    const lanes = new NodeLanes({ queriesMax: 1, longMax: 2, waitMsMax: 1_000 })
    const { started, query, end } = slowQueries()
    const other = lanes.onNode('b', query('other'))
    const long = ['import', 'undo', 'third'].map(name => lanes.onNode('a', query(name), { isLong: true }))
    const short = lanes.onNode('a', query('short'))
    await settled()
    expect(started).toEqual(['other', 'import', 'undo', 'third'])
    await end('third')
    expect(started).toEqual(['other', 'import', 'undo', 'third', 'short'])
    // Those that have ended leave room for others.
    await end('import')
    const next = lanes.onNode('a', query('next'), { isLong: true })
    await settled()
    expect(started.at(-1)).toBe('next')
    for (const name of ['undo', 'short', 'next', 'other']) await end(name)
    await Promise.all([...long, short, next, other])
  })

  it('are refused at once if they are long, too, when another has waited in vain', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const lanes = new NodeLanes({ queriesMax: 1, longMax: 2, waitMsMax: 1_000 })
    const { query, end } = slowQueries()
    const other = lanes.onNode('b', query('other'))
    const first = lanes.onNode('a', query('first'))
    const late = lanes.onNode('a', query('late')).catch(String)
    await settled()
    vi.advanceTimersByTime(1_000)
    expect(await late).toContain('NodeBusy')
    const long = lanes.onNode('a', query('import'), { isLong: true })
    await expect(long).rejects.toBeInstanceOf(NodeBusy)
    for (const name of ['first', 'other']) await end(name)
    await Promise.all([first, other])
  })

  it('run one at a time if they ask all nodes, beside those of one node', async () => {
    const { lanes, started, query, end, run } = twoNodes(1)
    const all = ['first', 'second'].map(name => lanes.onAllNodes(query(name)))
    const one = run('a', 'one')
    await settled()
    expect(started).toEqual(['first', 'one'])
    for (const name of ['first', 'second', 'one']) await end(name)
    await Promise.all([...all, one])
  })
})
