/** A small table as a bank writes it, with the rows that it means. */
export interface BankTable {
  bank: string
  text: string
  /** As `written` shows them. */
  rows: string[]
  /** What a person is asked; nothing if left out. */
  asks?: string[]
  /** The currency of the account that the user chose. */
  currency?: string
  /** The layout's name, if the bank is recognised. */
  preset?: string
}
