/** What the drill remembers of a run: the faults, and which rows were last served when. Everything is bounded. */
import { RecentMap } from '../domain/recentMap.ts'
import { type FaultKind, faultKinds } from './faults.ts'
import { type Row, resourceOfPath, rowKey } from './rows.ts'

export interface InjectedFault {
  number: number
  kind: FaultKind
  /** The number of the request that it hit. */
  request: number
  method: string
  path: string
}

export interface Served {
  at: string | null
  deleted: boolean
  request: number
  /** The fault that hit this answer, or else the last one before it; 0 if there was none. */
  fault: number
  /** Whether the fault hit this very answer, so that it did not arrive whole. */
  torn: boolean
}

export interface Place {
  method: string
  path: string
}

const faultsKeptMax = 10_000
/** Around 50 MB each. Rows that were served longer ago are compared too, only their request is not named. */
const rowsKeptMax = 200_000
const openRequestsMax = 10_000
const troublesMax = 100

export class DrillRecord {
  readonly counts = Object.fromEntries(faultKinds.map(kind => [kind, 0])) as Record<FaultKind, number>
  /** Problems of the drill itself, such as an upstream that does not answer. */
  readonly troubles: string[] = []
  /** The newest clock that came with a complete and last page of the feed. */
  clock: string | null = null
  #requests = 0
  #faultNumber = 0
  readonly #faults = new Map<number, InjectedFault>()
  readonly #rows = new RecentMap<Served>(rowsKeptMax)
  /** Rows that came by webhook. Clients may ignore what a webhook carries, and read the feed instead. */
  readonly #messageRows = new RecentMap<Served>(rowsKeptMax)
  /** Requests that were hit and not repeated with success since, with the number of the fault. */
  readonly #open = new RecentMap<number>(openRequestsMax)

  get requests(): number {
    return this.#requests
  }

  get lastFault(): number {
    return this.#faultNumber
  }

  nextRequest(): number {
    this.#requests += 1
    return this.#requests
  }

  addFault(kind: FaultKind, request: number, { method, path }: Place): InjectedFault {
    this.#faultNumber += 1
    const fault = { number: this.#faultNumber, kind, request, method, path }
    this.counts[kind] += 1
    this.#faults.set(fault.number, fault)
    this.#faults.delete(fault.number - faultsKeptMax)
    return fault
  }

  faultBy(number: number): InjectedFault | null {
    return this.#faults.get(number) ?? null
  }

  /** The newest faults, oldest first. */
  newestFaults(count: number): InjectedFault[] {
    return [...this.#faults.values()].slice(-count)
  }

  /** The last resync after this request. */
  resyncAfter(request: number): InjectedFault | null {
    const resyncs = [...this.#faults.values()].filter(
      fault => fault.kind === 'resync' && fault.request > request,
    )
    return resyncs.at(-1) ?? null
  }

  addTrouble(sentence: string): void {
    if (this.troubles.length < troublesMax) this.troubles.push(sentence)
  }

  /** `torn` is the fault that kept the answer from arriving whole. */
  addRows(rows: readonly Row[], request: number, torn: InjectedFault | null): void {
    const fault = torn?.number ?? this.#faultNumber
    for (const { resource, id, at, deleted } of rows) {
      this.#rows.set(rowKey(resource, id), { at, deleted, request, fault, torn: torn !== null })
    }
  }

  addMessageRows(rows: readonly Row[], request: number): void {
    const rest = { request, fault: this.#faultNumber, torn: false }
    for (const { resource, id, at, deleted } of rows) {
      this.#messageRows.set(rowKey(resource, id), { at, deleted, ...rest })
    }
  }

  lastServed(resource: string, id: string): Served | null {
    return this.#rows.get(rowKey(resource, id)) ?? null
  }

  lastMessage(resource: string, id: string): Served | null {
    return this.#messageRows.get(rowKey(resource, id)) ?? null
  }

  /** A read that was hit must be repeated, or its rows are missing. */
  open(request: string, fault: InjectedFault): void {
    this.#open.set(request, fault.number)
  }

  settle(request: string): void {
    this.#open.delete(request)
  }

  /** The last fault whose request would have brought this resource, and was never repeated. */
  lastOpenFault(resource: string): InjectedFault | null {
    const found = [...this.#open.entries()]
      .map(([, number]) => this.faultBy(number))
      .filter(fault => fault !== null)
      .filter(({ path }) => path === '/changes' || resourceOfPath(path) === resource)
    return found.sort((a, b) => b.number - a.number)[0] ?? null
  }
}
