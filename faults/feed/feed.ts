/**
 * `npm run faults -- feed N`: writers and followers race until N rows were written. Each time a copy is up to date, it
 * must equal the workspace at that clock, and so must every digest of the service.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { company, workspaceFile } from '../../test/support/builders.ts'
import { raceWorkspace } from '../../test/support/feed/feedWriter.ts'
import type { View } from '../../test/support/feed/follower.ts'
import { countHistory, judge, readHistory, recordHistory } from '../../test/support/feed/history.ts'
import { RacingFollower } from '../../test/support/feed/racingFollower.ts'
import { wrongBuilds } from '../../test/support/feed/wrongBuilds.ts'
import { randomFrom } from '../support/random.ts'
import type { StoreName } from '../support/store.ts'
import { type FollowerTask, filesOf, getFrom } from './followerTask.ts'
import { Gate } from './gate.ts'
import type { Seen } from './journal.ts'
import { followerProgram, liveOften } from './lives.ts'
import { openPlace, type Place } from './places.ts'

const writersCount = 3
const lookEveryMs = 500
/** Lists can only be compared while nobody writes. */
const freezeEvery = 12
const secondsMin = 300
const secondsPerThousandMax = 30
/** A run with this many changes that compares little proves nothing. */
const provingChangesMin = 20_000
const findingsShownMax = 20

export async function feed(
  count: number,
  stores: readonly StoreName[],
  seed: number,
  without: string | null,
): Promise<boolean> {
  if (without !== null && wrongBuilds[without] === undefined)
    throw new Error(`--without must be one of ${Object.keys(wrongBuilds).join(', ')}.`)
  process.stdout.write(`seed ${seed}\n`)
  const hang = setTimeout(
    () => {
      process.stderr.write('faults: the run hangs; giving up\n')
      process.exit(1)
    },
    (secondsMin * stores.length + (count / 1000) * secondsPerThousandMax) * 1000,
  )
  let found = 0
  for (const [index, store] of stores.entries()) {
    const share = Math.floor(count / stores.length) + (index < count % stores.length ? 1 : 0)
    found += await feedOn(store, share, seed + index, without)
  }
  clearTimeout(hang)
  process.stdout.write(`${count} changes, seed ${seed}: ${found === 0 ? 'ok' : `${found} findings`}\n`)
  return found === 0
}

async function feedOn(
  store: StoreName,
  count: number,
  seed: number,
  without: string | null,
): Promise<number> {
  const { file, companyIds } = raceWorkspace(writersCount)
  const foreign = workspaceFile({ companies: [company()] })
  const place = await openPlace(store, [file, foreign])
  const workspaceId = file.workspace.id
  await recordHistory(place.db)
  const startedMs = performance.now()
  const tasks = Array.from({ length: writersCount }, (_, index) => ({
    task: {
      workspaceId,
      foreignId: foreign.workspace.id,
      companyIds,
      writer: index + 1,
      seed: seed * 10 + index,
    },
    without,
  }))
  const views: View[] = [
    {},
    { companyId: companyIds[0] },
    { resources: ['category', 'payee', 'transaction'] },
  ]
  const followers = views.map((view, index) => ({
    ...{ name: `follower ${index}`, url: place.url, secret: place.secret },
    ...{ view, folder: place.folder, seed: seed * 10 + index },
  }))
  const writers = tasks.map(task => place.write(task))
  const program = await followerProgram(place.folder)
  let isOver = false
  const gate = new Gate(followers)
  const lives = followers.map(task => liveOften(program, task, gate, () => isOver))
  try {
    const written = untilWritten(place, gate, { workspaceId, count, store })
    await Promise.race([written, ...writers.map(({ failed }) => failed)])
    for (const writer of writers) await writer.stop()
  } finally {
    // Also after a failure: the run ends only when no follower is started again.
    isOver = true
  }
  const ended = await Promise.all(lives)
  for (const task of followers) await finished(task)
  const history = await readHistory(place.db, workspaceId)
  const seen = followers.map(task => filesOf(task).seen)
  const judged = judge(
    history,
    seen.flatMap(({ observations }) => observations),
  )
  const kills = ended.reduce((sum, each) => sum + each.kills, 0)
  const findings = [
    ...judged.findings,
    ...seen.flatMap(each => each.findings),
    ...ended.flatMap(each => each.findings),
    ...(count >= provingChangesMin ? missed(kills, seen) : []),
  ]
  for (const finding of findings.slice(0, findingsShownMax)) process.stdout.write(`${finding}\n`)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  const [moments, lists] = [
    sum(seen, each => each.observations.length),
    sum(seen, each => each.listsCompared),
  ]
  process.stdout.write(
    `${store}: ${history.length} changes in ${seconds} s, ${kills} followers killed, ${moments} copies and replies ` +
      `with ${judged.comparisons} digests compared, ${lists} lists compared: ${findings.length} findings\n`,
  )
  return findings.length
}

const sum = (seen: readonly Seen[], of: (each: Seen) => number): number =>
  seen.reduce((total, each) => total + of(each), 0)

/** Keeps the writers waiting now and then, so that followers can compare lists. */
async function untilWritten(
  place: Place,
  gate: Gate,
  { workspaceId, count, store }: { workspaceId: string; count: number; store: StoreName },
): Promise<void> {
  for (let look = 1; ; look += 1) {
    await sleep(lookEveryMs)
    const written = await countHistory(place.db)
    if (look % freezeEvery === 0) {
      process.stdout.write(`${store} ${Math.min(written, count)}/${count}\n`)
      await place.freeze(workspaceId, () => gate.shut())
    }
    if (written >= count) return
  }
}

/** The follower reads on from where it was killed last, and compares everything. */
async function finished(task: FollowerTask): Promise<void> {
  const { journal, notes } = filesOf(task)
  const { name, view, seed } = task
  await new RacingFollower(name, {
    get: getFrom(task),
    view,
    journal,
    notes,
    random: randomFrom(seed),
  }).finish()
}

function missed(kills: number, seen: readonly Seen[]): string[] {
  const found: string[] = []
  if (kills < 10) found.push(`missed: followers were killed only ${kills} times`)
  for (const [index, { observations, listsCompared }] of seen.entries()) {
    if (observations.length < 50)
      found.push(`missed: follower ${index} was up to date only ${observations.length} times`)
    // The last comparison is made when all writers have ended.
    if (listsCompared < 12) found.push(`missed: follower ${index} compared lists only at the end`)
  }
  return found
}
