/** Lists to work in: long pages in a chosen order, totals, files, saved views, and categories for many rows at once. */
import * as z from 'zod'
import { bill, listBills } from '../bills.ts'
import {
  choice,
  currency,
  cursorParameter,
  id,
  instant,
  money,
  pageOf,
  requestedId,
  text,
  unsignedMoney,
  wholeNumber,
} from '../primitives.ts'
import { listTransactions, transaction } from '../transactions.ts'
import {
  billColumns,
  billSorts,
  categorisedMax,
  type ListName,
  listNames,
  transactionColumns,
  transactionSorts,
} from './listWords.ts'
import { consoleOperation } from './operation.ts'
import { editors, everyone } from './roles.ts'

export const rowsMax = 1_000
/** Rows of a list that can be sorted by name. Other orders have an index, and need no limit. */
export const sortedRowsMax = 5_000
export const viewsMax = 50

const transactionFilters = listTransactions.query.omit({ limit: true, cursor: true }).shape
const billFilters = listBills.query.omit({ limit: true, cursor: true }).shape

const limit = wholeNumber(1, rowsMax).default(200).meta({ description: 'Maximum number of rows on a page.' })

export const listTransactionRows = consoleOperation({
  id: 'listTransactionRows',
  method: 'GET',
  path: '/transaction-rows',
  summary: 'Transactions in long pages, in a chosen order; by name if they are few enough to sort',
  access: everyone,
  query: z.object({
    ...transactionFilters,
    sort: choice(transactionSorts, 'The order of the rows.').default('newest'),
    limit,
    cursor: cursorParameter,
  }),
  success: { status: 200, description: 'A page of transactions.', schema: pageOf(transaction) },
})

export const listBillRows = consoleOperation({
  id: 'listBillRows',
  method: 'GET',
  path: '/bill-rows',
  summary: 'Bills in long pages, in a chosen order; by name if they are few enough to sort',
  access: everyone,
  query: z.object({
    ...billFilters,
    sort: choice(billSorts, 'The order of the rows.').default('newest'),
    limit,
    cursor: cursorParameter,
  }),
  success: { status: 200, description: 'A page of bills.', schema: pageOf(bill) },
})

const count = z.int().meta({ description: 'Number of rows.' })

export const getTransactionTotals = consoleOperation({
  id: 'getTransactionTotals',
  method: 'GET',
  path: '/transaction-totals',
  summary: 'Exact count and sums of the transactions that the filters leave',
  access: everyone,
  query: z.object(transactionFilters),
  success: {
    status: 200,
    description: 'The totals by currency.',
    schema: z.object({
      count,
      totals: z.array(
        z.object({
          currency,
          count,
          credit: unsignedMoney('Money in.', '12300.00'),
          debit: unsignedMoney('Money out.', '9201.44'),
          net: money('Money in minus money out.', '3098.56'),
          undone: z.int().meta({
            description:
              'How many were rejected, released or canceled. They are in the count, but not in the sums.',
          }),
        }),
      ),
    }),
  },
})

export const getBillTotals = consoleOperation({
  id: 'getBillTotals',
  method: 'GET',
  path: '/bill-totals',
  summary: 'Exact count and sums of the bills that the filters leave',
  access: everyone,
  query: z.object(billFilters),
  success: {
    status: 200,
    description: 'The totals by currency; null for bills without one.',
    schema: z.object({
      count,
      totals: z.array(
        z.object({ currency: currency.nullable(), count, total: money('Sum of the totals.', '9201.44') }),
      ),
    }),
  },
})

export const exportFormats = ['csv', 'xlsx'] as const
export const exportMediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<(typeof exportFormats)[number], string>

/** Names of columns, separated by commas, in the order that they are given in. */
const columnsOf = <const Names extends readonly [string, ...string[]]>(names: Names) => {
  const message = `must name some of ${names.join(', ')}, separated by commas`
  return z
    .string()
    .max(400, { error: message, abort: true })
    .refine(given => given.split(',').every(name => names.includes(name)), { error: message, abort: true })
    .transform(given => [...new Set(given.split(','))])
    .pipe(z.array(z.enum(names)))
    .default([...names])
}

const format = choice(exportFormats, 'The kind of file.').default('csv')

export const exportTransactions = consoleOperation({
  id: 'exportTransactions',
  method: 'GET',
  path: '/transaction-export',
  summary: 'The transactions that the filters leave, as a file',
  access: everyone,
  query: z.object({
    ...transactionFilters,
    sort: choice(transactionSorts, 'The order of the rows.').default('newest'),
    format,
    columns: columnsOf(transactionColumns),
  }),
  success: { status: 200, description: 'The file, streamed.', form: 'file' },
})

export const exportBills = consoleOperation({
  id: 'exportBills',
  method: 'GET',
  path: '/bill-export',
  summary: 'The bills that the filters leave, as a file',
  access: everyone,
  query: z.object({
    ...billFilters,
    sort: choice(billSorts, 'The order of the rows.').default('newest'),
    format,
    columns: columnsOf(billColumns),
  }),
  success: { status: 200, description: 'The file, streamed.', form: 'file' },
})

const viewFields = {
  list: choice(listNames, 'The list that it shows.'),
  name: text({ min: 1, max: 60, trim: true }),
  /** The filters and the order, as in the page's URL. */
  query: text({ max: 2_000 }),
  columns: z.array(text({ min: 1, max: 40 })).max(30),
}

export const savedView = z.object({
  id: id('Opaque id of the view.', 'viw_01JZ7Q4W0G3V8N5K2M9R6T1XYV'),
  ...viewFields,
  createdAt: instant('When it was saved.'),
})

export type SavedView = z.infer<typeof savedView>

export const listViews = consoleOperation({
  id: 'listViews',
  method: 'GET',
  path: '/views',
  summary: "The person's own saved views, by name",
  access: everyone,
  success: { status: 200, description: 'All of them.', schema: z.object({ data: z.array(savedView) }) },
})

export const saveView = consoleOperation({
  id: 'saveView',
  method: 'POST',
  path: '/views',
  summary: 'Save a view; one of the same list and name is replaced',
  access: everyone,
  body: z.strictObject(viewFields),
  success: { status: 201, description: 'The view.', schema: savedView },
})

export const deleteView = consoleOperation({
  id: 'deleteView',
  method: 'DELETE',
  path: '/views/{id}',
  summary: 'Delete a saved view',
  access: everyone,
  success: { status: 204, description: 'Deleted.' },
})

const run = z.object({
  id: z.string().meta({ description: 'Id of the change, to undo it.' }),
  changed: z.int().meta({ description: 'How many transactions have another category now.' }),
})

export const categorise = consoleOperation({
  id: 'categorise',
  method: 'POST',
  path: '/category-runs',
  summary: 'Choose one category, or none, for several transactions at once',
  access: editors,
  body: z.strictObject({
    ids: z.array(requestedId('A transaction.')).min(1).max(categorisedMax),
    categoryId: requestedId('The category.').nullable(),
  }),
  success: { status: 200, description: 'What was changed.', schema: run },
})

export const undoCategorise = consoleOperation({
  id: 'undoCategorise',
  method: 'DELETE',
  path: '/category-runs/{id}',
  summary: "Undo one's own last such change, where nobody has changed the category since",
  access: editors,
  success: { status: 200, description: 'What was changed back.', schema: run.pick({ changed: true }) },
})

export type { ListName }
