/** What florin export can write. */
export const exportFormats = ['json', 'csv', 'xlsx', 'parquet', 'hledger', 'beancount'] as const
export type ExportFormat = (typeof exportFormats)[number]
