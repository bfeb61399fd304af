/** Contract, table constants and database have the same columns, so that a new field cannot be forgotten in one of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { transaction } from '../../src/contract/transactions.ts'
import { columnOf } from '../../src/store/engine/table.ts'
import { plainTexts, transactionsTable } from '../../src/store/transactionColumns.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'
import { resources } from './resources.ts'

const named = resources.map(each => [each.table.name, each] as const)

/** A transaction's row has its category by the id. */
const fieldsOf = (schema: z.ZodObject): string[] =>
  Object.keys(schema.shape).map(field => (field === 'category' ? 'categoryId' : field))

describe('the columns of', () => {
  it.each(named)('%s are the fields of the contract, in the same order', (_, { table, schema }) => {
    expect(Object.keys(table.fields)).toEqual(fieldsOf(schema))
  })
})

/** Not on the wire. `changed_at` is for the change feed, where a row has no updatedAt; `own_transfer` is for sums. */
const hidden = ['workspace_id', 'changed_at', 'own_transfer']

interface CatalogueColumn {
  name: string
  type: string
  isNullable: boolean
  generation: string | null
}

describeOnBothStores('the columns in the database of', name => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => await store?.remove())

  const columnsOf = (table: string): Promise<CatalogueColumn[]> =>
    store.db.query<CatalogueColumn>(
      `select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
         case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as generation
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped`,
      [table],
    )

  it.each(named)('%s are those of its constant, with their types and nulls', async (_, { table, schema }) => {
    const stored = (await columnsOf(table.name)).filter(
      column => !hidden.includes(column.name) && column.generation === null,
    )
    const found = stored.map(column => [column.name, column.type, column.isNullable])
    const expected = Object.entries(table.fields).map(([field, type]) => {
      const shape: Record<string, z.ZodType> = schema.shape
      const shown = shape[field === 'categoryId' ? 'category' : field]
      return [columnOf(field), sqlType(type), shown?.safeParse(null).success]
    })
    const byName = (rows: unknown[][]) => rows.map(row => row.join(' ')).sort()
    expect(byName(found)).toEqual(byName(expected))
  })

  it('transactions: is_plain looks at each text that is not escaped on its own', async () => {
    const plain = (await columnsOf('transactions')).find(column => column.name === 'is_plain')
    const seen = new Set(plain?.generation?.match(/\w+/g))
    const closed = (field: string) => {
      const schema = transaction.shape[field as 'side']
      return 'options' in ('unwrap' in schema ? schema.unwrap() : schema)
    }
    const unseen = plainTexts.filter(field => !closed(field) && !seen.has(columnOf(field)))
    expect(
      unseen,
      'add a migration that makes is_plain look at them, or take them out of plainTexts',
    ).toEqual([])
    expect(plainTexts.filter(field => transactionsTable.fields[field] !== 'text')).toEqual([])
  })
})

const sqlType = (type: string): string => (type === 'timestamptz(3)' ? 'timestamp(3) with time zone' : type)
