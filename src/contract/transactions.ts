import * as z from 'zod'
import { categorySlug } from './categories.ts'
import { operation } from './operation.ts'
import {
  choice,
  choices,
  companyIdParameter,
  currency,
  currencyParameter,
  cursorParameter,
  date,
  id,
  instant,
  limitParameter,
  nullableText,
  pageOf,
  requestedId,
  searchParameter,
  text,
  unsignedMoney,
} from './primitives.ts'

export const transactionSides = ['credit', 'debit'] as const
export const transactionStatuses = ['pending', 'booked', 'rejected', 'released', 'canceled'] as const
export const ownTransferChoices = ['exclude', 'only'] as const
export const transactionTypes = [
  'SepaCredit',
  'SepaDirect',
  'Card',
  'InternalCredit',
  'InternalDirectDebit',
  'FeeCredit',
  'FeeDebit',
  'Check',
  'Other',
] as const

export const transactionCategory = z.object({
  id: id('Opaque id of the category.', 'cat_01JZ7Q4W0G3V8N5K2M9R6T1XYF'),
  name: text({ min: 1 }).meta({ description: 'Display name.', examples: ['Software'] }),
  slug: categorySlug,
})

export const transaction = z
  .object({
    id: id('Opaque id of the transaction.', 'txn_01JZ7Q4W0G3V8N5K2M9R6T1XYG'),
    companyId: id('The company that owns the account.', 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD'),
    accountId: id('The account of the transaction.', 'acc_01JZ7Q4W0G3V8N5K2M9R6T1XYE'),
    amount: unsignedMoney(
      'Unsigned, in the currency of the transaction; `side` gives the direction.',
      '1249.90',
    ),
    currency,
    side: choice(transactionSides, '`credit` is money in, `debit` is money out.').nullable(),
    status: choice(transactionStatuses, 'Status at the bank.'),
    type: choice(transactionTypes, 'How the money moved.').nullable(),
    description: nullableText('Label given by the bank.', 'SEPA Überweisung'),
    reference: nullableText('Payment reference or remittance information.', 'RE-2026-0117'),
    counterpartyName: nullableText('Name of the counterparty.', 'Papierwerk Süd AG'),
    counterpartyIban: nullableText('IBAN of the counterparty.', 'DE75512108001245126199'),
    merchantName: nullableText('Cleaned merchant name, when known.', 'Papierwerk Süd'),
    bookingDate: date('When the bank booked it; null until it is booked.').nullable(),
    valueDate: date('Value date, which counts for interest.').nullable(),
    category: transactionCategory.nullable().meta({ description: 'The assigned category.' }),
    createdAt: instant('When the transaction was added.'),
    updatedAt: instant('When anything in this object last changed, including its category.'),
  })
  .meta({ id: 'Transaction', description: 'Money that moved, or is about to move, on an account.' })

export type Transaction = z.infer<typeof transaction>

/** As `categoryId`: transactions without a category. */
export const noCategory = 'none'

export const listTransactions = operation({
  id: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  tag: 'Transactions',
  summary: 'Paged transactions',
  description:
    'Newest booking date first; transactions without one come before all others. ' +
    'To keep a copy in sync, start with `updatedAfter=1970-01-01T00:00:00Z`, read every page, ' +
    'remember the newest `updatedAt` and pass it next time. No new or changed row is ever missed; ' +
    '`GET /changes` also tells which rows were deleted.',
  scopes: ['transactions:read'],
  query: z.object({
    companyId: companyIdParameter,
    accountId: requestedId('Only this account.').optional(),
    dateFrom: date('Booked on this day or later.').optional(),
    dateTo: date('Booked on this day or earlier.').optional(),
    status: choices(transactionStatuses, 'Only these statuses, separated by commas.').optional(),
    side: choice(transactionSides, 'Only this direction.').optional(),
    categoryId: requestedId('Only this category; `none` for transactions without one.').optional(),
    q: searchParameter('names of counterparty and merchant, description, reference, amount, IBAN'),
    minAmount: unsignedMoney('This amount or more, in any currency.', '100').optional(),
    maxAmount: unsignedMoney('This amount or less, in any currency.', '2500.00').optional(),
    currency: currencyParameter,
    ownTransfers: choice(
      ownTransferChoices,
      'Transfers between accounts of the workspace: leave them out, or show only these. They are transactions whose ' +
        'counterparty IBAN is that of another account, their counterparts, those in the category `internal-transfers`, ' +
        'and internal ones without a foreign IBAN. Not together with `updatedAfter`. A page may have fewer rows than ' +
        '`limit`, or none, and still have a `nextCursor`.',
    ).optional(),
    updatedAfter: instant('Only transactions created or changed after this instant.').optional(),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  success: {
    status: 200,
    description: 'A page of transactions.',
    schema: pageOf(transaction),
  },
})

export const getTransaction = operation({
  id: 'getTransaction',
  method: 'GET',
  path: '/transactions/{id}',
  tag: 'Transactions',
  summary: 'One transaction',
  description: 'In any status, also one that was canceled or released.',
  scopes: ['transactions:read'],
  success: { status: 200, description: 'The transaction.', schema: transaction },
})

export const operations = { listTransactions, getTransaction }
