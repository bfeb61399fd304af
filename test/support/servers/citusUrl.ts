/**
 * The coordinator of a Citus cluster to test with: a database that has the extension and knows its nodes. Null if there
 * is none; then tests of a distributed store are skipped.
 */
export const citusUrl: string | null = process.env.FLORIN_TEST_CITUS_URL || null
