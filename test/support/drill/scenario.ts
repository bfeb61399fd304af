/**
 * One run of a client against a real Florin behind the drill: the workspace changes, the client catches up, creates
 * payees and gets webhooks, several times over. Then the drill judges its copy.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleepOnTimer } from 'node:timers/promises'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { type Drill, startDrill } from '../../../src/drill/drill.ts'
import type { FaultKind } from '../../../src/drill/faults.ts'
import { readCopy } from '../../../src/drill/verdict/copy.ts'
import type { Verdict } from '../../../src/drill/verdict/verdict.ts'
import { account, bill, category, company, iban, payee, transaction, workspaceFile } from '../builders.ts'
import { plainFetch } from '../setup/contractCheck.ts'
import type { CopiedRow } from './follower.ts'
import { SleepingTime } from './time.ts'

/** A Florin to run against. */
export interface DrillPlace {
  /** Up to and including /v1. */
  api: string
  load(file: WorkspaceFile): Promise<unknown>
  key(file: WorkspaceFile): Promise<string>
}

export interface DrilledClient {
  sync(): Promise<void>
  createPayee(payee: { name: string; iban: string }): Promise<unknown>
  /** The changes that a webhook carries. */
  webhook(changes: never[]): Promise<void>
  rows(): readonly CopiedRow[] | Promise<readonly CopiedRow[]>
}

export interface ClientSetting {
  /** The drill's. */
  api: string
  key: string
  time: SleepingTime
  timeoutMs: number
}

export interface Run {
  plan: readonly FaultKind[]
  seed: number
  client(setting: ClientSetting): DrilledClient
  every?: number
}

const rounds = 4
const silenceMs = 400
/**
 * Shorter than the silence, so that the client gives up first. Not together with other faults: on a busy machine it would
 * also give up on a 429 that is on its way, and then not wait.
 */
const timeoutMsOf = (plan: readonly FaultKind[]): number =>
  plan.length === 1 && plan[0] === 'silence' ? 300 : 30_000
const triesMax = 30

export async function runScenario(
  place: DrillPlace,
  { plan, seed, client: create, every = 3 }: Run,
): Promise<Verdict> {
  const file = drilledWorkspace()
  await place.load(file)
  const key = await place.key(file)
  const time = new SleepingTime()
  const turns = new Turns()
  let client: DrilledClient | null = null
  const receiver = await startReceiver(changes => turns.take(async () => await client?.webhook(changes)))
  const drill = await startDrill({
    ...{ seed, plan, every, host: '127.0.0.1', port: 0, silenceMs, lateMs: 60_000 },
    ...{ upstream: new URL(place.api), receiver: new URL(receiver.url), writerKey: key },
    now: time.now,
    sleep: (ms, signal) =>
      sleepOnTimer(ms, undefined, { ...(signal && { signal }), ref: false }).catch(() => undefined),
    tell: () => undefined,
  })
  try {
    client = create({ api: drill.api, key, time, timeoutMs: timeoutMsOf(plan) })
    await play(new Owner(place, file, key), drill, client, turns)
    const lines = (await client.rows()).map(row => JSON.stringify(row))
    return await drill.verdict({ copy: await readCopy(once(lines.join('\n'))), key })
  } finally {
    await drill.close()
    await receiver.close()
  }
}

async function* once(text: string): AsyncGenerator<string, void, undefined> {
  yield text
}

/** One thing at a time: a webhook may come while the client is at work. */
class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}

async function play(owner: Owner, drill: Drill, client: DrilledClient, turns: Turns): Promise<void> {
  const catchUp = () => untilDone(() => turns.take(() => client.sync()))
  await owner.ring(drill)
  await catchUp()
  for (let round = 0; round < rounds; round += 1) {
    await owner.edit(round)
    await owner.ring(drill)
    await catchUp()
    await client.createPayee({ name: `By the client ${round}`, iban: iban() }).catch(() => undefined)
  }
  await owner.ring(drill)
  await drill.flush()
  await catchUp()
}

async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === triesMax) throw error
    }
  }
}

/** Changes the workspace without the drill, and sends its webhooks. */
class Owner {
  readonly #place: DrillPlace
  readonly #file: WorkspaceFile
  readonly #key: string
  #created: string | null = null
  #cursor: string | null = null

  constructor(place: DrillPlace, file: WorkspaceFile, key: string) {
    this.#place = place
    this.#file = file
    this.#key = key
  }

  async edit(round: number): Promise<void> {
    const { id } = (await this.#ask('POST', '/payees', { name: `Owner ${round}`, iban: iban() })) as {
      id: string
    }
    if (this.#created !== null)
      await this.#ask('PATCH', `/payees/${this.#created}`, { name: `Renamed ${round}` })
    this.#created = id
    const old = this.#file.payees.shift()
    if (old) await this.#ask('DELETE', `/payees/${old.id}`)
    const changed = this.#file.transactions[round]
    if (!changed) return
    const transactions = [{ ...changed, amount: `${round}.50` }]
    await this.#place.load({ ...this.#file, transactions, bills: [], payees: [] })
  }

  /** As Florin sends them: one message at a time, repeated until it is taken. The first call only takes the mark. */
  async ring(drill: Drill): Promise<void> {
    const query = this.#cursor === null ? 'from=now' : `cursor=${this.#cursor}&limit=50`
    const page = (await this.#ask('GET', `/changes?${query}`)) as { data: object[]; nextCursor: string }
    this.#cursor = page.nextCursor
    if (page.data.length === 0) return
    const body = JSON.stringify({ type: 'workspace.changes', data: { changes: page.data } })
    await untilDone(async () => {
      const { status } = await plainFetch(drill.webhooks, { method: 'POST', body })
      if (status >= 300) throw new Error(`The webhook was answered with ${status}`)
    })
  }

  async #ask(method: string, target: string, body?: object): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${this.#key}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await plainFetch(`${this.#place.api}${target}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${target} answered ${response.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

async function startReceiver(take: (changes: never[]) => Promise<void>) {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(pieces).toString('utf8'))
      const reply = (status: number) => response.writeHead(status).end()
      take(data.changes).then(
        () => reply(204),
        () => reply(500),
      )
    })
  })
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise<void>(settle => {
        server.close(() => settle())
        server.closeAllConnections()
      }),
  }
}

/** More than one page even for clients that read 100 rows at a time, and two resources that have no updatedAt. */
function drilledWorkspace(): WorkspaceFile {
  const owner = company()
  const on = account(owner)
  const label = category()
  return workspaceFile({
    companies: [owner],
    accounts: [on],
    categories: [label],
    transactions: Array.from({ length: 110 }, () => transaction(on)),
    bills: Array.from({ length: 3 }, () => bill(owner)),
    payees: Array.from({ length: 6 }, () => payee(owner)),
  })
}
