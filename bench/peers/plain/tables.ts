/** The tables that the plain peer reads, declared for Drizzle. */
import { bigint, date, integer, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const transactions = pgTable(
  'transactions',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    companyId: text('company_id').notNull(),
    accountId: text('account_id').notNull(),
    amount: numeric('amount').notNull(),
    currency: text('currency').notNull(),
    side: text('side'),
    status: text('status').notNull(),
    type: text('type'),
    description: text('description'),
    reference: text('reference'),
    counterpartyName: text('counterparty_name'),
    counterpartyIban: text('counterparty_iban'),
    merchantName: text('merchant_name'),
    bookingDate: date('booking_date'),
    valueDate: date('value_date'),
    categoryId: text('category_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    // The order of the list, which the store's indexes support; without it, the peer would sort a workspace
    // for each page.
    walkDay: integer('walk_day').notNull(),
    walkCreated: bigint('walk_created', { mode: 'number' }).notNull(),
  },
  table => [primaryKey({ columns: [table.workspaceId, table.id] })],
)

export const categories = pgTable(
  'categories',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
  },
  table => [primaryKey({ columns: [table.workspaceId, table.id] })],
)

export const apiKeys = pgTable('api_keys', {
  workspaceId: text('workspace_id').notNull(),
  id: text('id').primaryKey(),
  scopes: text('scopes').array().notNull(),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
})

export const apiKeyDirectory = pgTable('api_key_directory', {
  secretHash: text('secret_hash').primaryKey(),
  keyId: text('key_id').notNull(),
  workspaceId: text('workspace_id').notNull(),
})
