/**
 * Tables that are not backed up, and why. All other tables are. Tables that reference one of these with ON DELETE
 * CASCADE are left out as well.
 */
export const leftOut: Readonly<Record<string, string>> = {
  migrations: 'The first line of the backup lists them, and a restore applies them.',
  rate_buckets: 'Rate limits fill up again within seconds.',
  sessions: 'A session that ended after the backup must not come back. People sign in again.',
  known_devices:
    'A browser that was forgotten after the backup must not become known again without a sign-in.',
  links: 'A link that was used after the backup must not work again. Invitations are sent again.',
  search_marks: 'The service indexes the restored rows again.',
  transaction_words: 'The service indexes the restored rows again.',
  bill_words: 'The service indexes the restored rows again.',
  uploads: 'Unfinished uploads from a browser. The person uploads the file again.',
}
