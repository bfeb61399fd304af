/**
 * Compares a copy with the service by digest: months, then days, then rows. What differs are candidates, not yet errors:
 * the service may have changed meanwhile.
 */
import type { ChangeResource, DigestRange } from '../../contract/changes.ts'
import type { Transaction } from '../../contract/transactions.ts'
import { type HashOf, hashOfMark } from './digest.ts'
import {
  type Checksum,
  daysOf,
  differingRanges,
  forEachMark,
  type Marks,
  monthOf,
  monthSums,
  type Range,
  sumOf,
  surplusOf,
} from './ranges.ts'
import type { Reads } from './reads.ts'
import type { MirrorMark, MirrorRow, MirrorStore } from './store.ts'

export type DifferenceKind = 'missing' | 'stale' | 'extra' | 'doubled'

export interface Difference {
  resource: ChangeResource
  id: string
  kind: DifferenceKind
  /** As the service has it; null if it does not. */
  row: MirrorRow | null
}

export interface Copy {
  store: MirrorStore
  hashOf: HashOf
  /** The checksums of a resource by month. */
  months(resource: ChangeResource): Promise<ReadonlyMap<Range, Checksum>>
}

export const copyIn = (store: MirrorStore): Copy => ({
  store,
  hashOf: hashOfMark,
  months: async resource => await monthSums(await store.get(resource), hashOfMark),
})

/** Months whose rows are compared at a time, which bounds the memory for a copy that is wrong everywhere. */
export const monthsAtOnceMax = 12

export async function differencesOf(
  reads: Reads,
  copy: Copy,
  resource: ChangeResource,
  shownMonths: readonly DigestRange[],
): Promise<Difference[]> {
  const months = differingRanges(shownMonths, await copy.months(resource))
  if (months.length === 0) return []
  // These have few rows, and no list by day.
  if (resource !== 'transaction')
    return await compared(resource, await copy.store.get(resource), reads.rows(resource))
  const search = new TransactionSearch(reads, copy)
  const dated = months.filter(month => month !== null).sort()
  for (let at = 0; at < dated.length; at += monthsAtOnceMax) {
    await search.inMonths(dated.slice(at, at + monthsAtOnceMax))
  }
  if (months.includes(null)) await search.withoutDay(shownMonths.find(({ range }) => range === null))
  return await search.finish()
}

interface WrongDay {
  day: Range
  marks: readonly MirrorMark[]
  shown: DigestRange | undefined
}

class TransactionSearch {
  readonly #reads: Reads
  readonly #copy: Copy
  readonly #found: Difference[] = []
  /** Days with too many rows, which often can be explained without reading them. */
  readonly #full: WrongDay[] = []

  constructor(reads: Reads, copy: Copy) {
    this.#reads = reads
    this.#copy = copy
  }

  /** One request for the days of all these months, and one for the rows of each day that differs. */
  async inMonths(months: readonly string[]): Promise<void> {
    const { store, hashOf } = this.#copy
    const byDay = new Map<Range, MirrorMark[]>()
    for (const month of months) {
      await forEachMark(await store.get('transaction', daysOf(month)), mark => {
        if (monthOf(mark.day) === month) addTo(byDay, mark.day, mark)
      })
    }
    const sums = new Map([...byDay].map(([day, marks]) => [day, sumOf(marks, hashOf)]))
    const span = { from: daysOf(months[0] ?? '').from, to: daysOf(months.at(-1) ?? '').to }
    const shownDays = (await this.#reads.days(span)).filter(({ range }) =>
      months.includes(monthOf(range) ?? ''),
    )
    for (const day of differingRanges(shownDays, sums)) {
      const shown = shownDays.find(({ range }) => range === day)
      await this.#look({ day, marks: byDay.get(day) ?? [], shown })
    }
  }

  async withoutDay(shown: DigestRange | undefined): Promise<void> {
    const marks: MirrorMark[] = []
    await forEachMark(await this.#copy.store.get('transaction'), mark => {
      if (mark.day === null) marks.push(mark)
    })
    await this.#look({ day: null, marks, shown })
  }

  async #look(wrong: WrongDay): Promise<void> {
    if (wrong.marks.length > (wrong.shown?.rows ?? 0)) this.#full.push(wrong)
    else await this.#read(wrong)
  }

  async #read({ day, marks }: WrongDay): Promise<void> {
    const transactions = this.#reads.transactions(day === null ? undefined : { from: day, to: day })
    this.#found.push(...(await compared('transaction', marks, rowsOfDay(transactions, day))))
  }

  async finish(): Promise<Difference[]> {
    for (const wrong of this.#full) {
      // A row whose day has changed was found on its new day.
      const found = new Set(this.#found.filter(({ row }) => row !== null).map(({ id }) => id))
      const moved = wrong.marks.filter(({ id }) => found.has(id))
      const marks = wrong.marks.filter(({ id }) => !found.has(id))
      const surplus = hasDoubles(marks) ? null : surplusOf(marks, wrong.shown, this.#copy.hashOf)
      if (surplus === null) await this.#read(wrong)
      else this.#found.push(...[...moved, ...surplus].map(extraTransaction))
    }
    return mergedById(this.#found)
  }
}

const extraTransaction = ({ id }: MirrorMark): Difference => ({
  resource: 'transaction',
  id,
  kind: 'extra',
  row: null,
})

function addTo<Key>(lists: Map<Key, MirrorMark[]>, key: Key, mark: MirrorMark): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [mark])
  else list.push(mark)
}

const hasDoubles = (marks: readonly MirrorMark[]): boolean =>
  new Set(marks.map(({ id }) => id)).size < marks.length

/** The rows of the list up to the first one of another day. */
async function* rowsOfDay(transactions: AsyncIterable<Transaction>, day: Range): AsyncGenerator<MirrorRow> {
  for await (const object of transactions) {
    const { id, updatedAt: at, bookingDate, companyId, accountId } = object
    if (bookingDate !== day) return
    yield { resource: 'transaction', id, at, day, companyId, accountId, object }
  }
}

/** What differs between the copy's rows and the service's. */
async function compared(
  resource: ChangeResource,
  marks: Marks,
  rows: AsyncIterable<MirrorRow>,
): Promise<Difference[]> {
  const copies = new Map<string, MirrorMark[]>()
  await forEachMark(marks, mark => addTo(copies, mark.id, mark))
  const found: Difference[] = []
  for await (const row of rows) {
    const kind = kindOf(copies.get(row.id) ?? [], row)
    if (kind !== null) found.push({ resource, id: row.id, kind, row })
    copies.delete(row.id)
  }
  for (const id of copies.keys()) found.push({ resource, id, kind: 'extra', row: null })
  return found
}

function kindOf(copies: readonly MirrorMark[], { at, day }: MirrorRow): DifferenceKind | null {
  const [copy] = copies
  if (copy === undefined) return 'missing'
  if (copies.length > 1) return 'doubled'
  return copy.at === at && copy.day === day ? null : 'stale'
}

/** A row whose day has changed may be missing on one day and extra on the other. */
function mergedById(found: readonly Difference[]): Difference[] {
  const byId = new Map<string, Difference>()
  for (const each of found) {
    const other = byId.get(each.id)
    const row = each.row ?? other?.row ?? null
    const isMoved = other !== undefined && row !== null
    byId.set(each.id, { ...each, row, kind: isMoved ? 'stale' : each.kind })
  }
  return [...byId.values()]
}
