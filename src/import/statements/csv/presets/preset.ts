/** The layout of a bank's table, recognised by its column names or, without names, by the look of its cells. */
import type { ColumnName, CsvLayout } from '../csvLayout.ts'

export interface Preset {
  /** For the command line. */
  id: string
  /** For people. */
  name: string
  /** Names that the table has, in any order and among others. */
  names?: readonly string[]
  /** Without column names: what the cells of every row look like. */
  cells?: readonly RegExp[]
  /** Where the guess needs help: the names or, without names, the numbers of the columns. */
  columns?: Partial<Record<ColumnName, string | number | readonly (string | number)[]>>
  /** What the bank always does, so that nobody needs to be asked. */
  settings?: Partial<
    Pick<CsvLayout, 'dateFormat' | 'decimal' | 'currency' | 'sign' | 'debits' | 'credits' | 'fees' | 'words'>
  >
}
