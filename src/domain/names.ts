/** Company and personal names for comparison: people rarely type a name twice with the same case and spacing. */

export const nameKey = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)
