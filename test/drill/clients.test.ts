/** The drill passes clients that are right, and catches those that are not, with the fault that shows it. */
import { describe, expect, it } from 'vitest'
import { type FaultKind, faultKinds } from '../../src/drill/faults.ts'
import type { Verdict } from '../../src/drill/verdict/verdict.ts'
import { Follower, type FollowerOptions } from '../support/drill/follower.ts'
import { type DrillPlace, runScenario } from '../support/drill/scenario.ts'
import { type TestService, useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'

const placeOf = (service: TestService): DrillPlace => ({
  api: `${service.url}/v1`,
  load: file => service.load(file),
  key: file => service.key(file),
})

const seeds = [1, 2, 3]

type Flavour = Pick<FollowerOptions, 'habits' | 'startsWithLists' | 'givesUp'>

describeOnBothStores('the drill', store => {
  const service = useService(store)

  const run = (plan: readonly FaultKind[], seed: number, flavour: Flavour = {}): Promise<Verdict> =>
    runScenario(placeOf(service.current), {
      plan,
      seed,
      client: setting => new Follower({ ...setting, ...flavour }),
    })

  describe('passes a right client', () => {
    it.each(faultKinds)('under %s', async kind => {
      for (const seed of seeds) {
        const verdict = await run([kind], seed)
        expect(verdict).toMatchObject({
          passed: true,
          differences: [],
          mistakes: [],
          troubles: [],
          notYet: [],
        })
      }
    })

    it('under all faults, also if it reads the lists first, and if it gives up a walk at each failure', async () => {
      for (const seed of seeds) {
        for (const flavour of [{}, { startsWithLists: true }, { givesUp: true }]) {
          const verdict = await run(faultKinds, seed, flavour)
          expect(verdict).toMatchObject({ passed: true, differences: [], mistakes: [], troubles: [] })
        }
      }
    })
  })
})
