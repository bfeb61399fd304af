/**
 * Where each table is kept on a Citus cluster. A table in none of these lists would silently stay on one node, so
 * `test/store/distributed/tables.test.ts` compares them with the schema.
 */

/** Rows of one workspace, which are all on one node. `workspaces` is first: the others are kept next to it. */
export const workspaceTables = [
  'workspaces',
  'account_details',
  'accounts',
  'api_keys',
  'audit_records',
  'batches',
  'bill_comments',
  'bill_details',
  'bill_matches',
  'bill_payments',
  'bill_words',
  'bill_work',
  'bills',
  'categories',
  'category_assignments',
  'category_rules',
  'category_runs',
  'companies',
  'deletions',
  'departures',
  'documents',
  'idempotent_answers',
  'import_changes',
  'import_grounds',
  'imports',
  'key_networks',
  'key_requests',
  'key_scope_uses',
  'memberships',
  'payees',
  'saved_views',
  'search_marks',
  'settlement_settings',
  'sightings',
  'statements',
  'suggestions',
  'transaction_cells',
  'transaction_charges',
  'transaction_months',
  'transaction_periods',
  'transaction_words',
  'transactions',
  'upload_pieces',
  'uploads',
  'waiting_sightings',
  'webhook_attempts',
  'webhooks',
] as const

/** Of the service and not of a workspace, or what leads to a workspace. A copy on every node, written on all at once. */
export const referenceTables = [
  'users',
  'sessions',
  'known_devices',
  'recovery_codes',
  'links',
  'api_key_directory',
] as const

/** Only on the coordinator: which migrations it has, and what is counted and forgotten within seconds. */
export const coordinatorTables = ['migrations', 'rate_buckets'] as const

export interface TableLists {
  byWorkspace: readonly string[]
  onEveryNode: readonly string[]
  onCoordinator: readonly string[]
}

export const allTables: TableLists = {
  byWorkspace: workspaceTables,
  onEveryNode: referenceTables,
  onCoordinator: coordinatorTables,
}

/** A reference table may not refer to a table that is spread over nodes. */
export const droppedForeignKeys = ['links_workspace_id_fkey'] as const
