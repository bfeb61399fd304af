/** IBANs as people read and write them. The service checks whether they are valid. */

/** DE89370400440532013000 → DE89 3704 0044 0532 0130 00 */
export const groupedIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** Without the characters between groups, for comparing and searching. */
export const plainIban = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()

/** Groups the text if it looks like an IBAN. Anything else is left as it was typed. */
export function tidiedIban(text: string): string {
  const plain = plainIban(text)
  return /^[A-Z]{2}[0-9A-Z]{2,32}$/.test(plain) ? groupedIban(plain) : text
}

/** The number of an account, with an IBAN in groups. Other numbers and words stay as they are. */
export const accountNumberText = (number: string): string =>
  /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(number) ? groupedIban(number) : number
