/** Transactions as JSON, put together from rows as PostgreSQL sends them. */
import type { Transaction } from '../contract/transactions.ts'
import type { Position } from '../domain/cursor.ts'
import { JsonRows } from './jsonRows.ts'
import { columnOf, type Table } from './table.ts'
import { walkDay } from './transactionPages.ts'
import { walkCreated } from './walk.ts'
import { instantFromPostgres } from './wire/instant.ts'
import { JsonWriter } from './wire/jsonWriter.ts'
import { lengthBytes, nextAt, textAt, type WireRows } from './wire/rows.ts'

export const transactionsTable: Table = {
  name: 'transactions',
  fields: {
    id: 'text',
    companyId: 'text',
    accountId: 'text',
    amount: 'numeric',
    currency: 'text',
    side: 'text',
    status: 'text',
    type: 'text',
    description: 'text',
    reference: 'text',
    counterpartyName: 'text',
    counterpartyIban: 'text',
    merchantName: 'text',
    bookingDate: 'date',
    valueDate: 'date',
    categoryId: 'text',
    createdAt: 'timestamptz(3)',
    updatedAt: 'timestamptz(3)',
  },
}

/** The fields ahead of the category, all of them text or null. */
const facts = Object.keys(transactionsTable.fields).filter(
  field => !['categoryId', 'createdAt', 'updatedAt'].includes(field),
)

/** For any texts, which are escaped where they need it. */
const escapedFacts = `json_object('{${facts.join(',')}}',
    array[${facts.map(field => `t.${columnOf(field)}::text`).join(', ')}])::text`

/** The same for texts of which none needs an escape, which is quicker. */
const plainFacts = facts.map(plainFact).join(' || ')

function plainFact(field: string, index: number): string {
  const name = `${index === 0 ? '{' : ','}"${field}":`
  return `coalesce('${name}"' || t.${columnOf(field)} || '"', '${name}null')`
}

/**
 * A row of a page: its first fields as one JSON object that PostgreSQL has written, its category's id, and both stamps.
 * Each value by itself would cost the service more than it costs PostgreSQL to write all of them.
 */
export const rowColumns = `case when t.is_plain then ${plainFacts} || '}' else ${escapedFacts} end,
  t.category_id, t.created_at, t.updated_at`
/** Behind them, where the category is joined. */
export const joinedColumns = `${rowColumns}, c.name, c.slug`
export const categoryJoin =
  'left join categories c on c.workspace_id = t.workspace_id and c.id = t.category_id'

const encoder = new TextEncoder()
const comma = encoder.encode(',')
const nothing = encoder.encode('null')
const end = encoder.encode('}')
const categoryName = encoder.encode(',"category":')
const createdName = encoder.encode(',"createdAt":')
const updatedName = encoder.encode(',"updatedAt":')

const writer = new JsonWriter()

/** The JSON of each category by its id; or null where each row has its own, joined. */
export type Categories = ReadonlyMap<string, Uint8Array> | null

export const categoryJson = (id: string, name: string, slug: string): Uint8Array =>
  encoder.encode(JSON.stringify({ id, name, slug }))

/** Of the rows, the first `count`; `latest` is the last of their stamps, empty where there are none. */
export function jsonOfRows(
  { bytes, starts }: WireRows,
  categories: Categories,
  count = starts.length,
): { rows: JsonRows; latest: string } {
  const ends: number[] = []
  let latestAt: number | null = null
  writer.begin()
  for (const start of starts.slice(0, count)) {
    if (ends.length > 0) writer.piece(comma)
    const updatedAt = writeRow(bytes, start, categories)
    if (latestAt === null || isLater(bytes, updatedAt, latestAt)) latestAt = updatedAt
    ends.push(writer.length)
  }
  const latest = latestAt === null ? '' : instantFromPostgres(textAt(bytes, latestAt) ?? '')
  return { rows: new JsonRows(writer.take(), ends), latest }
}

/** As texts of a session in UTC, instants are in the order of time: the zone's sign stands before dots and digits. */
function isLater(bytes: Buffer, at: number, thanAt: number): boolean {
  let [left, right] = [at + lengthBytes, thanAt + lengthBytes]
  const end = nextAt(bytes, at)
  while (left < end && bytes[left] === bytes[right]) {
    left += 1
    right += 1
  }
  return left < end && (bytes[left] as number) > (bytes[right] as number)
}

/** Gives where the row's updatedAt begins. */
function writeRow(bytes: Buffer, start: number, categories: Categories): number {
  const categoryAt = nextAt(bytes, start)
  const createdAt = nextAt(bytes, categoryAt)
  const updatedAt = nextAt(bytes, createdAt)
  writer.copy(bytes, start + lengthBytes, categoryAt - end.length)
  writer.piece(categoryName)
  const id = textAt(bytes, categoryAt)
  const category = categories === null ? joinedCategory(bytes, id, updatedAt) : categories.get(id ?? '')
  writer.piece(category ?? nothing)
  writer.piece(createdName)
  writer.instant(bytes, createdAt)
  writer.piece(updatedName)
  writer.instant(bytes, updatedAt)
  writer.piece(end)
  return updatedAt
}

function joinedCategory(bytes: Buffer, id: string | null, updatedAt: number): Uint8Array | undefined {
  const nameAt = nextAt(bytes, updatedAt)
  const [name, slug] = [textAt(bytes, nameAt), textAt(bytes, nextAt(bytes, nameAt))]
  return id === null || name === null || slug === null ? undefined : categoryJson(id, name, slug)
}

/** Where the row stands in the walk. */
export function placeOfRow(bytes: Buffer, start: number): Omit<Position, 'fixedAt'> {
  const { id, bookingDate } = JSON.parse(textAt(bytes, start) ?? '') as Pick<
    Transaction,
    'id' | 'bookingDate'
  >
  const createdAt = instantFromPostgres(textAt(bytes, nextAt(bytes, nextAt(bytes, start))) ?? '')
  return { walk: [walkDay(bookingDate), walkCreated(createdAt)], id }
}
