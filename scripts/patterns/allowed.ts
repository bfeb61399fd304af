import type { Allowed } from './checkFiles.ts'

const leadingZeros =
  'It is anchored and has one run of zeros. The look ahead is one character, so going back over the run once is the worst.'

/**
 * Patterns whose text is not known before the program runs, and those with a look-around, which recheck tries attacks on
 * and cannot prove. Each has the reason why nobody can make it slow.
 */
export const allowed: Allowed = Object.fromEntries([
  [String.raw`src/domain/money/decimal.ts: /^0+(?=\d)/`, leadingZeros],
  [String.raw`src/import/invoices/exact.ts: /^0+(?=\d)/`, leadingZeros],
  ['src/import/entries/bankAccounts.ts: /^0+(?=.)/', leadingZeros],
  [
    'src/store/engine/door.ts: /^(08(?!P01)...|25P03|28...|3D000|42501|53...|57P0.|57014|55P03|40P01|40001|58...|ECONN.*|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/',
    'It is anchored, and apart from one .* at the end it has no repetition.',
  ],
  [
    String.raw`src/import/statements/mt940/mt940Fields.ts: /^(\d{6})(\d{4}| {4})?(R?[CD]|E[CD])([A-Z])?(\d+)(,\d*|\.\d{2})? ?(?:(?=NONREF|\/\/)|[A-Z]([A-Z0-9 ]{3}))(.*)$/s`,
    'It is anchored, and no run can be shortened: what may follow a run of digits is never a digit. The look ahead has a fixed length.',
  ],
  [
    String.raw`src/import/statements/mt940/mt940Numbered.ts: /^(?:(\d{3})\s*([?>@~&|#^+<])|([~^<?]))(?=\d{2})/`,
    'It is anchored, and no sign that may follow the run of spaces is one. The look ahead is two characters.',
  ],
  [
    'src/reference/browser/known.js: /(?<="companyId": )"[^"]*"/',
    'The look behind has a fixed length, and each run ends at the next quotation mark, where the next one can begin at the earliest.',
  ],
])
