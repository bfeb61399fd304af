/** IBANs as people read and write them. Whether one is right is for the service to say. */

/** DE89370400440532013000 → DE89 3704 0044 0532 0130 00 */
export const groupedIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** Without what people put between the groups, so that what is typed can be compared and found. */
export const plainIban = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()

/** What was typed, in groups, as far as it looks like an IBAN; anything else is left for its writer to see. */
export function tidiedIban(text: string): string {
  const plain = plainIban(text)
  return /^[A-Z]{2}[0-9A-Z]{2,32}$/.test(plain) ? groupedIban(plain) : text
}
