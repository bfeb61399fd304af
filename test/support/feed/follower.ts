/** A follower of the change feed, and readers of the lists and digests that its copy must equal. No library, only HTTP. */
import {
  type Change,
  type ChangeResource,
  changeResources,
  type DigestRange,
} from '../../../src/contract/changes.ts'
import { Copy, copiedChange } from './copy.ts'
import { RunningDigest } from './digests.ts'

/** Sends a GET to a path under /v1; returns the status and the parsed body. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is checked against the contract when the reply arrives
export type Get = (path: string) => Promise<{ status: number; body: any }>

export interface View {
  resources?: readonly ChangeResource[]
  companyId?: string
}

export interface ChangesPage {
  data: Change[]
  nextCursor: string
  upToDate: boolean
  clock: string
}

export const searchOf = ({ resources, companyId }: View, more: Record<string, string> = {}): string =>
  new URLSearchParams({
    ...(resources && { resources: resources.join() }),
    ...(companyId !== undefined && { companyId }),
    ...more,
  }).toString()

export class Follower {
  readonly copy = new Copy()
  cursor: string | null = null
  /** Elements in the order in which they came. */
  readonly seen: Change[] = []
  readonly #get: Get
  readonly view: View

  constructor(get: Get, view: View = {}) {
    this.#get = get
    this.view = view
  }

  async page(more: Record<string, string> = {}): Promise<ChangesPage> {
    const search = searchOf(this.view, { ...(this.cursor !== null && { cursor: this.cursor }), ...more })
    const { status, body } = await this.#get(`/changes?${search}`)
    if (status !== 200) throw new Error(`GET /changes?${search} returned ${status}: ${JSON.stringify(body)}`)
    return body as ChangesPage
  }

  /** Reads a page, and keeps its changes together with its cursor. */
  async step(more: Record<string, string> = {}): Promise<ChangesPage> {
    const page = await this.page(more)
    this.keep(page)
    return page
  }

  keep({ data, nextCursor }: ChangesPage): void {
    for (const change of data) this.copy.apply(copiedChange(change))
    this.seen.push(...data)
    this.cursor = nextCursor
  }

  /** Reads until the copy is up to date; returns what came, and the clock. */
  async catchUp(limit = 100): Promise<{ changes: Change[]; clock: string }> {
    const before = this.seen.length
    for (;;) {
      const { upToDate, clock } = await this.step({ limit: String(limit) })
      if (upToDate) return { changes: this.seen.slice(before), clock }
    }
  }
}

const lists: Record<ChangeResource, string> = {
  account: '/accounts',
  bill: '/bills',
  category: '/categories',
  company: '/companies',
  payee: '/payees',
  transaction: '/transactions',
}

/** All rows of a resource, from its list. Categories belong to no company. */
export async function readList(
  get: Get,
  resource: ChangeResource,
  companyId?: string,
): Promise<{ id: string }[]> {
  const rows: { id: string }[] = []
  const filter = companyId !== undefined && resource !== 'category' ? { companyId } : {}
  const isPaged = resource === 'transaction' || resource === 'bill'
  let cursor: string | null = null
  do {
    const paging: Record<string, string> = isPaged ? { limit: '100', ...(cursor !== null && { cursor }) } : {}
    const { status, body } = await get(`${lists[resource]}?${new URLSearchParams({ ...filter, ...paging })}`)
    if (status !== 200) throw new Error(`The list of each ${resource} returned ${status}.`)
    rows.push(...body.data)
    cursor = body.nextCursor ?? null
  } while (cursor !== null)
  return rows
}

/** The server's digest of a resource: its ranges added up, and its clock. */
export async function readDigest(
  get: Get,
  resource: ChangeResource,
  companyId?: string,
): Promise<{ clock: string; digest: RunningDigest; ranges: DigestRange[] }> {
  const filter = companyId === undefined ? {} : { companyId }
  const { status, body } = await get(`/digest?${new URLSearchParams({ resource, ...filter })}`)
  if (status !== 200) throw new Error(`The digest of each ${resource} returned ${status}.`)
  const digest = new RunningDigest()
  for (const range of body.data as DigestRange[]) digest.addRange(range)
  return { clock: body.clock, digest, ranges: body.data }
}

export const resourcesOf = ({ resources = changeResources }: View): readonly ChangeResource[] => resources
