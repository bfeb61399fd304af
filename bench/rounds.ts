/** Contestants take turns, A/B/A/B, so that whatever else the machine does affects all of them; medians count. */
import { type LoadRequest, load } from './load/load.ts'
import { median, medianOrNull } from './support/numbers.ts'
import { cpuSecondsOf } from './support/processes.ts'

export type ContestantName = 'service' | 'plain' | 'bare' | 'pgbench'

export interface Turn {
  replies: number
  requestsPerSecond: number
  /** The size of a reply with its headers. */
  bytesPerAnswer?: number
  latencyMs?: { median: number; p99: number }
}

export interface Contestant<Name extends string = ContestantName> {
  name: Name
  /** Null if there is no separate process to watch. */
  pid: number | null
  takeTurn(seconds: number): Promise<Turn>
}

export interface Measured {
  requestsPerSecond: number
  /** One value per round. */
  rounds: number[]
  bytesPerAnswer: number | null
  latencyMs: { median: number; p99: number } | null
  /** User and system time per reply, in microseconds. */
  cpuMicroseconds: { server: number | null; database: number | null }
}

export interface RoundsPlan {
  rounds: number
  seconds: number
  /** Before the rounds, so that none of them runs code that is not compiled yet; 0 for none. */
  warmUpSeconds: number
  databasePid: number | null
  say(detail: string): void
}

export type Results<Name extends string = ContestantName> = Partial<Record<Name, Measured>>

export async function takeTurns<Name extends string>(
  contestants: readonly Contestant<Name>[],
  plan: RoundsPlan,
): Promise<Results<Name>> {
  const turns = new Map<Name, (Turn & Measured['cpuMicroseconds'])[]>()
  for (const { name, takeTurn } of plan.warmUpSeconds > 0 ? contestants : []) {
    plan.say(`warming up, ${name}`)
    await takeTurn(plan.warmUpSeconds)
  }
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const contestant of contestants) {
      plan.say(`round ${round} of ${plan.rounds}, ${contestant.name}`)
      const turn = await measuredTurn(contestant, plan)
      turns.set(contestant.name, [...(turns.get(contestant.name) ?? []), turn])
    }
  }
  return Object.fromEntries([...turns].map(([name, all]) => [name, summary(all)])) as Results<Name>
}

async function measuredTurn({ pid, takeTurn }: Contestant<string>, { databasePid, seconds }: RoundsPlan) {
  const spent = () => ({
    server: pid && cpuSecondsOf(pid),
    database: databasePid && cpuSecondsOf(databasePid),
  })
  const before = spent()
  const turn = await takeTurn(seconds)
  const after = spent()
  const each = (to: number | null, from: number | null) =>
    to === null || from === null ? null : ((to - from) * 1e6) / turn.replies
  return {
    ...turn,
    server: each(after.server, before.server),
    database: each(after.database, before.database),
  }
}

function summary(turns: readonly (Turn & Measured['cpuMicroseconds'])[]): Measured {
  const latencies = turns.flatMap(({ latencyMs }) => latencyMs ?? [])
  return {
    requestsPerSecond: median(turns.map(({ requestsPerSecond }) => requestsPerSecond)),
    rounds: turns.map(({ requestsPerSecond }) => Math.round(requestsPerSecond)),
    bytesPerAnswer: medianOrNull(turns.map(({ bytesPerAnswer }) => bytesPerAnswer ?? null)),
    latencyMs:
      latencies.length === 0
        ? null
        : {
            median: median(latencies.map(latency => latency.median)),
            p99: median(latencies.map(({ p99 }) => p99)),
          },
    cpuMicroseconds: {
      server: medianOrNull(turns.map(({ server }) => server)),
      database: medianOrNull(turns.map(({ database }) => database)),
    },
  }
}

/** A contestant that is loaded over HTTP. */
export function overHttp<Name extends string>(
  name: Name,
  pid: number,
  request: Omit<LoadRequest, 'seconds'>,
  expected: { status: 200 | 304; bytes: number },
): Contestant<Name> {
  return { name, pid, takeTurn: seconds => load({ ...request, seconds }, expected) }
}
