/**
 * The verdict over a client: its copy compared with Florin, and the mistakes in the protocol that the drill saw. The copy
 * is compared by digest first, so an equal one costs a request per resource; only resources that differ are read.
 */
import { type ChangeResource, changeResources } from '../../contract/changes.ts'
import type { FaultKind, Plan } from '../faults.ts'
import type { Mistake, Mistakes } from '../mistakes.ts'
import type { DrillRecord, InjectedFault } from '../record.ts'
import { isObject, parseJson, rowKey, rowsOf } from '../rows.ts'
import { type Ask, askPatiently } from '../upstream.ts'
import {
  addDifference,
  compareRows,
  type Differences,
  noDifferences,
  totalOf,
  type UpstreamRows,
} from './compare.ts'
import { type Copy, type CopyDigest, copyRowsMax } from './copy.ts'
import { digestNumber, digestPattern, sumOf } from './digest.ts'

export interface VerdictParts {
  ask: Ask
  /** Up to and including /v1. */
  upstream: URL
  record: DrillRecord
  mistakes: Mistakes
  plan: Plan
  sleep(ms: number): Promise<void>
}

export interface VerdictQuestion {
  copy: Copy
  key: string
  /** Without them, those that the key may read. */
  resources?: readonly ChangeResource[] | undefined
  companyId?: string | undefined
}

export interface Verdict {
  /** Equal, and without mistakes. */
  passed: boolean
  equal: boolean
  /** Of Florin, when the copy was compared. */
  clock: string | null
  rows: number
  resources: ChangeResource[]
  counts: Differences['counts']
  differences: Differences['list']
  mistakes: Mistake[]
  mistakesCount: number
  requests: number
  faults: Record<FaultKind, number>
  lastFaults: InjectedFault[]
  /** Faults of the plan that have not happened yet. */
  notYet: FaultKind[]
  troubles: string[]
}

/** The copy cannot be compared, for a reason that its user can do something about. */
export class VerdictFailure extends Error {
  override readonly name = 'VerdictFailure'
}

const attemptsMax = 8
const waitSecondsMax = 30
const lastFaultsMax = 100
/** 100 rows each. */
const pagesMax = copyRowsMax / 50

interface Range {
  range: string | null
  rows: number
  digest: bigint
}

export class Judge {
  readonly #parts: VerdictParts

  constructor(parts: VerdictParts) {
    this.#parts = parts
  }

  async verdict(question: VerdictQuestion): Promise<Verdict> {
    const { record, mistakes, plan } = this.#parts
    const { resources, differing, found, clock, rows } = await this.#compareDigests(question)
    if (differing.length > 0) {
      const upstream = await this.#readRows(question, differing)
      compareRows(found, record, question.copy, upstream, differing)
    }
    const equal = Object.values(found.counts).every(count => count === 0)
    return {
      passed: equal && mistakes.count === 0,
      equal,
      clock,
      rows,
      resources,
      counts: found.counts,
      differences: found.list,
      mistakes: mistakes.list,
      mistakesCount: mistakes.count,
      requests: record.requests,
      faults: record.counts,
      lastFaults: record.newestFaults(lastFaultsMax),
      notYet: plan.filter(kind => record.counts[kind] === 0),
      troubles: record.troubles,
    }
  }

  async #compareDigests(question: VerdictQuestion) {
    const { copy, resources: wanted } = question
    const found = noDifferences()
    const resources: ChangeResource[] = []
    const differing: ChangeResource[] = []
    let clock: string | null = null
    let rows = 0
    for (const resource of wanted ?? changeResources) {
      const digest = await this.#digest(question, resource)
      if (digest === null) continue
      resources.push(resource)
      clock = digest.clock
      const count = digest.ranges.reduce((sum, range) => sum + range.rows, 0)
      rows += count
      const kept = copy.digests.filter(each => each.resource === resource)
      if (kept.length > 0) {
        this.#compareKept(found, resource, kept, digest.ranges)
        continue
      }
      const total = totalOf(copy, resource)
      const isEqual =
        total?.rows === count && total.digest === sumOf(digest.ranges.map(range => range.digest))
      if (!isEqual) differing.push(resource)
    }
    return { resources, differing, found, clock, rows }
  }

  /** Digests that the client kept instead of its rows. */
  #compareKept(found: Differences, resource: ChangeResource, kept: CopyDigest[], ranges: Range[]): void {
    const { record } = this.#parts
    const note = (range: string | null | undefined, because: string) => {
      const fault = record.lastOpenFault(resource) ?? record.faultBy(record.lastFault)
      const where = range === undefined ? '' : ` of ${range ?? 'rows without a date'}`
      const sentence = `The digest${where} ${because}. Send the rows to see which.`
      const nothing = { id: null, copyAt: null, upstreamAt: null, request: null }
      addDifference(found, { kind: 'digest', resource, ...nothing, fault, because: sentence })
    }
    for (const { range, rows, digest } of kept) {
      const those = ranges.filter(each => range === undefined || each.range === range)
      const count = those.reduce((sum, each) => sum + each.rows, 0)
      if (digest !== sumOf(those.map(each => each.digest))) note(range, 'differs')
      else if (rows !== null && rows !== count) note(range, `is of ${count} rows, not ${rows}`)
    }
    if (kept.some(({ range }) => range === undefined)) return
    for (const { range } of ranges) {
      if (!kept.some(each => each.range === range)) note(range, 'is missing in the copy')
    }
  }

  /** Null if the key may not read the resource and nobody asked for it. */
  async #digest(question: VerdictQuestion, resource: ChangeResource) {
    const query = new URLSearchParams({ resource, ...companyOf(question) })
    const { status, body } = await this.#get(`/digest?${query}`, question.key)
    if (status === 403 && question.resources === undefined) return null
    if (status !== 200 || !isObject(body) || !Array.isArray(body.data))
      throw unreadable('/digest', status, body)
    const ranges = body.data.map((each): Range => {
      const { range, rows, digest } = isObject(each) ? each : {}
      if (typeof rows !== 'number' || typeof digest !== 'string' || !digestPattern.test(digest)) {
        throw unreadable('/digest', status, body)
      }
      return { range: typeof range === 'string' ? range : null, rows, digest: digestNumber(digest) }
    })
    return { clock: typeof body.clock === 'string' ? body.clock : null, ranges }
  }

  async #readRows(question: VerdictQuestion, resources: readonly ChangeResource[]): Promise<UpstreamRows> {
    const upstream: UpstreamRows = { rows: new Map(), deletions: new Map() }
    let cursor: string | null = null
    for (let page = 0; page < pagesMax; page += 1) {
      const query = new URLSearchParams({
        resources: resources.join(','),
        limit: '100',
        ...companyOf(question),
        ...(cursor !== null && { cursor }),
      })
      const { status, body } = await this.#get(`/changes?${query}`, question.key)
      if (status !== 200 || !isObject(body) || typeof body.nextCursor !== 'string') {
        throw unreadable('/changes', status, body)
      }
      for (const { resource, id, at, deleted } of rowsOf('/changes', body)) {
        const key = rowKey(resource, id)
        upstream[deleted ? 'rows' : 'deletions'].delete(key)
        upstream[deleted ? 'deletions' : 'rows'].set(key, at ?? '')
      }
      if (body.upToDate === true) return upstream
      cursor = body.nextCursor
    }
    throw new VerdictFailure('The workspace has more rows than the drill can compare.')
  }

  async #get(target: string, key: string): Promise<{ status: number; body: unknown }> {
    const { ask, upstream, sleep } = this.#parts
    const headers = { authorization: `Bearer ${key}` }
    const question = { method: 'GET', url: new URL(`${upstream.href}${target}`), headers }
    const { status, body } = await askPatiently(ask, question, { attemptsMax, waitSecondsMax, sleep })
    return { status, body: parseJson(body.toString('utf8')) }
  }
}

const companyOf = ({ companyId }: VerdictQuestion): { companyId?: string } =>
  companyId === undefined ? {} : { companyId }

function unreadable(path: string, status: number, body: unknown): VerdictFailure {
  const message = isObject(body) && typeof body.message === 'string' ? `: ${body.message.slice(0, 300)}` : ''
  return new VerdictFailure(`The copy cannot be compared, because GET ${path} answered ${status}${message}`)
}
