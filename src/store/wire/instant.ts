/** Instants as PostgreSQL writes them, which sessions in UTC make canonical. */

export class NotInUtc extends Error {
  override name = 'NotInUtc'
  override message = 'The session is not in UTC, so its instants cannot be read.'
}

/** `2026-03-31 09:30:00.5+00` becomes `2026-03-31T09:30:00.500Z`. `JsonWriter.instant` is the same on bytes. */
export function instantFromPostgres(text: string): string {
  if (!text.endsWith('+00')) throw new NotInUtc()
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`
  const fraction = text.slice(20, -3)
  return `${seconds}.${fraction.padEnd(3, '0')}Z`
}
