/**
 * Tables that no backup holds, and why. Every other table of Florin is backed up without being named anywhere. A
 * table that is deleted along with a row of one of these (its foreign key cascades) is left out with it.
 */
export const leftOut: Readonly<Record<string, string>> = {
  migrations: 'The first line of the file lists them; restoring applies them.',
  rate_buckets: 'Rate limits fill up again within seconds.',
  sessions: 'A session that was ended since the backup must not come back. People sign in again.',
  known_devices: 'A browser that was forgotten since must not be known again. Signing in makes it known.',
  links: 'A link works once, and one that was used since must not work again. Invitations are sent anew.',
  uploads: 'Files on their way in from a browser. The upload is started again.',
}
