/** A small table as a bank writes it, with the rows that it means. */
export interface BankTable {
  bank: string
  text: string
  /** As `written` shows them. */
  rows: string[]
  /** What a person is asked about a table of an unknown bank; nothing if left out. */
  asks?: string[]
  /** The currency of the account that the user chose. */
  currency?: string
  /** If the bank is recognised: its name, what is still asked, and rows that are read differently then. */
  preset?: { name: string; asks?: string[]; rows?: string[] }
}
