/** `npm run faults -- drill N`: Florin's client and six wrong clients under every fault, N seeds each. */
import { type FaultKind, faultKinds } from '../../src/drill/faults.ts'
import type { Verdict } from '../../src/drill/verdict/verdict.ts'
import { FlorinFollower, FlorinMirror } from '../../test/support/drill/florinClients.ts'
import { Follower, type FollowerOptions } from '../../test/support/drill/follower.ts'
import {
  type ClientSetting,
  type DrilledClient,
  type DrillPlace,
  runScenario,
} from '../../test/support/drill/scenario.ts'
import type { StoreName } from '../support/store.ts'
import { openPlace } from './place.ts'

/** Runs have workspaces of their own, so several go at once. */
const runsAtOnce = 6

type Create = (setting: ClientSetting) => DrilledClient

/** Florin's client, as programs use it. */
const rightClients: Record<string, Create> = {
  mirror: setting => new FlorinMirror(setting),
  follow: setting => new FlorinFollower(setting),
}

type Flavour = Pick<FollowerOptions, 'habits' | 'startsWithLists' | 'givesUp'>

/** Each with faults that bring its mistake to light. */
const wrongClients: Record<string, { plan: readonly FaultKind[]; flavour: Flavour }> = {
  'mark saved early': {
    plan: ['503', 'reset-body', 'cut-json'],
    flavour: { habits: { marksEarly: true }, givesUp: true },
  },
  'Retry-After ignored': { plan: ['429', '503'], flavour: { habits: { ignoresRetryAfter: true } } },
  'POST repeated without key': {
    plan: ['outcome-unknown', 'answer-lost', 'reset-answer'],
    flavour: { habits: { repeatsWithoutKey: true } },
  },
  'deletions dropped': { plan: ['change'], flavour: { habits: { dropsDeletions: true } } },
  '503 read as empty': {
    plan: ['503'],
    flavour: { habits: { readsUnavailableAsEmpty: true }, startsWithLists: true },
  },
  // A resync would make it read everything again, and may leave it right by chance.
  'last page lost': {
    plan: faultKinds.filter(kind => kind !== 'resync'),
    flavour: { habits: { losesLastPage: true } },
  },
}

interface Tally {
  runs: number
  requests: number
  faults: number
  findings: string[]
}

export async function drill(seeds: number, stores: readonly StoreName[], first: number): Promise<boolean> {
  process.stdout.write(`seed ${first}\n`)
  const findings: string[] = []
  for (const [index, store] of stores.entries()) {
    // Each store gets a part of the seeds.
    const from = first + Math.floor((seeds * index) / stores.length)
    const count = first + Math.floor((seeds * (index + 1)) / stores.length) - from
    const place = await openPlace(store)
    for (const [name, create] of Object.entries(rightClients)) {
      for (const kind of faultKinds) {
        const run = (seed: number) => runScenario(place, { plan: [kind], seed, client: create })
        const tally = await sweep(count, from, run, verdict =>
          verdict.passed && verdict.notYet.length === 0 ? null : reasonOf(verdict),
        )
        findings.push(...report(`${store}: ${name} under ${kind}`, tally))
      }
    }
    for (const [name, { plan, flavour }] of Object.entries(wrongClients)) {
      findings.push(
        ...(await catchWrong(place, `${store}: ${name}`, { plan, flavour, seeds: count, first: from })),
      )
    }
  }
  const verdict = findings.length === 0 ? 'ok' : `${findings.length} findings`
  process.stdout.write(`${faultKinds.length} faults, ${seeds} seeds, from seed ${first}: ${verdict}\n`)
  return findings.length === 0
}

async function catchWrong(
  place: DrillPlace,
  name: string,
  {
    plan,
    flavour,
    seeds,
    first,
  }: { plan: readonly FaultKind[]; flavour: Flavour; seeds: number; first: number },
): Promise<string[]> {
  const run = (seed: number) =>
    runScenario(place, { plan, seed, client: setting => new Follower({ ...setting, ...flavour }) })
  const tally = await sweep(seeds, first, run, ({ passed, differences, mistakes }) => {
    if (passed) return 'not caught'
    const isNamed = [...differences, ...mistakes].some(
      ({ fault }) => fault !== null && plan.includes(fault.kind),
    )
    return isNamed ? null : 'caught, but no fault is named'
  })
  return report(`${name}, caught`, tally)
}

async function sweep(
  seeds: number,
  first: number,
  run: (seed: number) => Promise<Verdict>,
  judge: (verdict: Verdict) => string | null,
): Promise<Tally> {
  const tally: Tally = { runs: 0, requests: 0, faults: 0, findings: [] }
  let next = first
  const worker = async () => {
    while (next < first + seeds) {
      const seed = next
      next += 1
      const verdict = await run(seed)
      const finding = judge(verdict)
      tally.runs += 1
      tally.requests += verdict.requests
      tally.faults += Object.values(verdict.faults).reduce((sum, count) => sum + count, 0)
      if (finding !== null) tally.findings.push(`seed ${seed}: ${finding}`)
    }
  }
  await Promise.all(Array.from({ length: runsAtOnce }, worker))
  return tally
}

function reasonOf({ notYet, differences, mistakes, troubles }: Verdict): string {
  return [
    ...notYet.map(kind => `${kind} did not happen`),
    ...differences
      .slice(0, 3)
      .map(({ kind, resource, id, because }) => `${kind} ${resource} ${id}: ${because}`),
    ...mistakes.slice(0, 3).map(({ sentence }) => sentence),
    ...troubles.slice(0, 3),
  ].join(' ')
}

function report(name: string, { runs, requests, faults, findings }: Tally): string[] {
  const outcome = findings.length === 0 ? 'ok' : `${findings.length} findings`
  process.stdout.write(`${name}: ${runs} runs, ${requests} requests, ${faults} faults: ${outcome}\n`)
  for (const finding of findings) process.stdout.write(`  ${finding}\n`)
  return findings.map(finding => `${name}, ${finding}`)
}
