/** The drill passes clients that are right, and catches those that are not, with the fault that shows it. */
import { describe, expect, it } from 'vitest'
import { type FaultKind, faultKinds } from '../../src/drill/faults.ts'
import type { Verdict } from '../../src/drill/verdict/verdict.ts'
import { FlorinFollower, FlorinMirror } from '../support/drill/florinClients.ts'
import { Follower, type FollowerOptions } from '../support/drill/follower.ts'
import {
  type ClientSetting,
  type DrilledClient,
  type DrillPlace,
  runScenario,
} from '../support/drill/scenario.ts'
import { type TestService, useService } from '../support/service.ts'
import type { StoreName } from '../support/stores.ts'

const placeOf = (service: TestService): DrillPlace => ({
  api: `${service.url}/v1`,
  load: file => service.load(file),
  key: file => service.key(file),
})

const seed = 3

type Flavour = Pick<FollowerOptions, 'habits' | 'startsWithLists' | 'givesUp'>

/** Runs a client against a service. */
function runnerOn(store: StoreName) {
  const service = useService(store)
  return (plan: readonly FaultKind[], seed: number, flavour: Flavour = {}): Promise<Verdict> =>
    runScenario(placeOf(service.current), {
      plan,
      seed,
      client: setting => new Follower({ ...setting, ...flavour }),
    })
}

describe("the drill passes Florin's own client", () => {
  const service = useService('embedded')

  it.each(faultKinds)('under %s', async kind => {
    const client = (setting: ClientSetting) => new FlorinMirror(setting)
    const verdict = await runScenario(placeOf(service.current), { plan: [kind], seed, client })
    expect(verdict).toMatchObject({ passed: true, differences: [], mistakes: [], troubles: [], notYet: [] })
  })

  it.each<[string, (setting: ClientSetting) => DrilledClient]>([
    ['a mirror', setting => new FlorinMirror(setting)],
    ['a program that follows the feed', setting => new FlorinFollower(setting)],
  ])('under all faults, as %s', async (_, client) => {
    const verdict = await runScenario(placeOf(service.current), { plan: faultKinds, seed, client })
    expect(verdict).toMatchObject({ passed: true, differences: [], mistakes: [], troubles: [] })
  })
})

describe('the drill passes a client written by hand that', () => {
  const run = runnerOn('postgres')

  it.each<[string, Flavour]>([
    ['follows the feed', {}],
    ['reads the lists first', { startsWithLists: true }],
    ['gives up a walk at each failure', { givesUp: true }],
  ])('%s', async (_, flavour) => {
    const verdict = await run(faultKinds, seed, flavour)
    expect(verdict).toMatchObject({ passed: true, differences: [], mistakes: [], troubles: [] })
  })
})

describe('the drill catches a client that', () => {
  const run = runnerOn('embedded')
  /** Without its habit, the client passes: see above. */
  const caught = async (plan: readonly FaultKind[], flavour: Flavour): Promise<Verdict> => {
    const verdict = await run(plan, seed, flavour)
    expect(verdict).toMatchObject({ passed: false, troubles: [], notYet: [] })
    return verdict
  }
  const faultsBehind = ({ differences }: Verdict) => new Set(differences.map(({ fault }) => fault?.kind))

  it.each<FaultKind>(['503', 'reset-body'])('saves its mark early, by %s', async kind => {
    const verdict = await caught([kind], { habits: { marksEarly: true }, givesUp: true })
    expect(verdict.counts.missing).toBeGreaterThan(0)
    expect(faultsBehind(verdict)).toEqual(new Set([kind]))
    expect(verdict.differences[0]?.because).toMatch(/was not repeated|did not arrive whole/)
  })

  it('ignores Retry-After', async () => {
    const verdict = await caught(['429'], { habits: { ignoresRetryAfter: true } })
    expect(verdict.equal).toBe(true)
    expect(verdict.mistakes[0]).toMatchObject({ kind: 'retry-after-ignored', fault: { kind: '429' } })
  })

  it.each<FaultKind>(['outcome-unknown', 'reset-answer'])(
    'repeats a POST without its key, by %s',
    async kind => {
      const verdict = await caught([kind], { habits: { repeatsWithoutKey: true } })
      expect(verdict.mistakes[0]).toMatchObject({ kind: 'repeated-without-key', fault: { kind } })
    },
  )

  it('drops deletions', async () => {
    const verdict = await caught(['change'], { habits: { dropsDeletions: true } })
    expect(verdict.counts).toMatchObject({ missing: 0, stale: 0, doubled: 0 })
    expect(verdict.counts.extra).toBeGreaterThan(0)
    expect(faultsBehind(verdict)).toContain('change')
    expect(verdict.differences.at(-1)?.because).toContain('Its deletion was served in request')
  })

  it('reads a 503 as an empty page', async () => {
    const flavour = { habits: { readsUnavailableAsEmpty: true }, startsWithLists: true }
    const verdict = await caught(['503'], flavour)
    expect(verdict.counts.missing).toBeGreaterThan(0)
    expect(faultsBehind(verdict)).toEqual(new Set(['503']))
    expect(verdict.differences[0]?.because).toContain('was not repeated')
  })

  it('loses the last page', async () => {
    const verdict = await caught(['429'], { habits: { losesLastPage: true } })
    expect(verdict.counts.missing).toBeGreaterThan(0)
    expect(faultsBehind(verdict)).toEqual(new Set(['429']))
    expect(verdict.differences[0]?.because).toMatch(/^It was served in request \d+, after fault \d+ \(429/)
  })

  it('keeps its copy after RESYNC_REQUIRED', async () => {
    const verdict = await caught(['change', 'resync'], { habits: { keepsCopyAfterResync: true } })
    expect(verdict.counts.extra).toBeGreaterThan(0)
    expect(faultsBehind(verdict)).toEqual(new Set(['resync']))
  })

  it('applies a late webhook over newer rows', async () => {
    const verdict = await caught(['webhook-late'], { habits: { trustsWebhooks: true } })
    expect(verdict.counts.stale).toBeGreaterThan(0)
    expect(faultsBehind(verdict)).toEqual(new Set(['webhook-late']))
  })

  it('appends rows that it reads again', async () => {
    const verdict = await caught(['resync'], { habits: { appends: true } })
    expect(verdict.counts.doubled).toBeGreaterThan(0)
    expect(faultsBehind(verdict)).toContain('resync')
  })
})
