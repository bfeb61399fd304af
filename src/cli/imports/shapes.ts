/** The arguments of florin import, florin imports and florin watch. */
const place = {
  workspace: { value: 'ID', summary: 'the workspace', required: true },
  company: { value: 'ID', summary: 'the company of the files; needed if there are several companies' },
  account: { value: 'ID', summary: 'the account, for files that do not name one' },
}
const partial = 'import what can be read, including statements that do not add up'

export const importShapes = {
  import: {
    summary: 'Import bank statements and e-invoices, also in ZIPs; each file completely or not at all',
    operands: ['FILE…'],
    options: {
      ...place,
      mapping: { value: 'FILE', summary: 'how to read a CSV, as JSON; remembered for the account' },
      preset: {
        value: 'NAME',
        summary: 'accept the guess for a CSV if it is recognised as this bank, such as n26',
      },
      columns: { value: 'A=B,…', summary: 'correct the columns of the guess: amount=Betrag,reference=3+4' },
      dates: { value: 'FORMAT', summary: 'how dates are written, such as DD/MM/YYYY or MMM DD YYYY' },
      'other-dates': {
        value: 'FORMAT',
        summary: 'how some dates are written, unlike the others, such as DD/MM/YYYY',
      },
      year: { value: 'YEAR', summary: 'the year of the first entry, if neither dates nor the file say it' },
      decimal: {
        value: 'SIGN',
        summary: 'the decimal separator: , or . or both, or both-thousands if 1.234 and 1,234 are thousands',
      },
      amounts: { value: 'UNIT', summary: 'major (as 85.10) or minor (in cents, as 8510)' },
      signs: {
        value: 'HOW',
        summary:
          'written (money out is negative), inverted, plus (only money in is marked), or balance (it shows the direction)',
      },
      oldest: {
        value: 'SIDE',
        summary: 'credit or debit: the direction of the oldest entry, if balances show that of the others',
      },
      debits: { value: 'SIGN', summary: 'in the debit column, money out is positive or negative' },
      credits: { value: 'SIGN', summary: 'in the credit column, money in is positive or negative' },
      fees: {
        value: 'HOW',
        summary: 'fees are deducted from the amount, added to it, included in it, or opposite to it',
      },
      surplus: {
        value: 'COLUMN',
        summary: 'the text that surplus cells of a row belong to, refused, or decimals',
      },
      width: { value: 'COLUMNS', summary: 'how many columns a table without column names has' },
      unbooked: {
        value: 'HOW',
        summary: 'entries that a heading or their text calls pending are pending or booked',
      },
      currency: { value: 'CODE', summary: 'the currency of all entries' },
      delimiter: { value: 'SIGN', summary: 'what separates columns: ; , | or tab' },
      encoding: { value: 'NAME', summary: 'the character encoding, such as windows-1252' },
      'money-in': { value: 'A,B', summary: 'words in the side column for money in' },
      'money-out': { value: 'A,B', summary: 'words in the side column for money out' },
      'pending-words': { value: 'A,B', summary: 'words for entries that are not booked yet' },
      'left-out-words': { value: 'A,B', summary: 'words for rows that moved no money' },
      'own-names': { value: 'A,B', summary: "the holder's names, in the columns of payers and payees" },
    },
    flags: {
      'accept-mapping': 'read a CSV as guessed and corrected, and remember that for the account',
      'continued-rows': 'rows with neither date nor amount continue the text of the row above',
      'mixed-dates': 'some dates are written as 2026-03-31, unlike the others',
      'carried-dates': 'rows without a date have the date of the row above',
      'blank-amounts': 'rows with a date and no amount are left out',
      'dry-run': 'only show what it would do',
      partial,
    },
  },
  'imports list': {
    summary: 'List imports, newest first',
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  'imports show': {
    summary: 'Show the full report of an import',
    operands: ['ID'],
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
  },
  'imports undo': {
    summary: 'Undo an import exactly, or show what depends on it',
    operands: ['ID'],
    options: { workspace: { value: 'ID', summary: 'the workspace', required: true } },
    flags: { 'with-work': 'also undo what people did with its bills since' },
  },
  watch: {
    summary: 'Import files from a folder, and move them to its subfolder imported or refused',
    operands: ['DIR'],
    options: place,
    flags: { once: 'import what is there, then exit', partial },
  },
}
