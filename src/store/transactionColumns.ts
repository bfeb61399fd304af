/** What a row of transactions is selected as. */
import { type Transaction, transaction } from '../contract/transactions.ts'
import { columnOf, type Table } from './engine/table.ts'

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

type Fact = Exclude<keyof Transaction, 'category' | 'createdAt' | 'updatedAt'>

/** The fields ahead of the category, all of them text or null. */
const facts = Object.keys(transactionsTable.fields).filter(
  field => !['categoryId', 'createdAt', 'updatedAt'].includes(field),
) as Fact[]

/** For any texts, which are escaped where they need it. */
const escapedFacts = `json_object('{${facts.join(',')}}',
    array[${facts.map(field => `t.${columnOf(field)}::text`).join(', ')}])::text`

/** The same for texts of which none needs an escape, which is quicker. */
const plainFacts = inHalves(plainPieces())

/** Texts in turn with what stands between them; what may be null brings its name and its quotes with it. */
function plainPieces(): string[] {
  const pieces: string[] = []
  let before = '{'
  for (const field of facts) {
    const column = `t.${columnOf(field)}`
    const name = `${before}"${field}":`
    if (transaction.shape[field].safeParse(null).success) {
      pieces.push(`coalesce('${name}"' || ${column} || '"', '${name}null')`)
      before = ','
    } else {
      pieces.push(`'${name}"'`, `${column}::text`)
      before = '",'
    }
  }
  return [...pieces, `'${before.slice(0, -1)}}'`]
}

/** A half at a time: one by one, each piece would copy all that stands before it. */
function inHalves(pieces: readonly string[]): string {
  if (pieces.length === 1) return pieces[0] ?? ''
  const half = Math.floor(pieces.length / 2)
  return `(${inHalves(pieces.slice(0, half))} || ${inHalves(pieces.slice(half))})`
}

/**
 * A row of a page: its first fields as one JSON object that PostgreSQL has written, its category's id, and both stamps.
 * Each value by itself would cost the service more than it costs PostgreSQL to write all of them.
 */
export const rowColumns = `case when t.is_plain then ${plainFacts} else ${escapedFacts} end,
  t.category_id, t.created_at, t.updated_at`
/** Behind them, where the category is joined. */
export const joinedColumns = `${rowColumns}, c.name, c.slug`
export const categoryJoin =
  'left join categories c on c.workspace_id = t.workspace_id and c.id = t.category_id'
