/** Names of companies and people as they are compared: who writes one twice seldom writes it alike to the last space. */

export const nameKey = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)
