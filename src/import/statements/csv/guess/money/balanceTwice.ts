/** Exports with the name of the balance above the amounts, too. */
import { plainText } from '../../cells/plainText.ts'
import { type TableColumn, withRole } from '../columns.ts'

/** The first of two columns of money under the same name of a balance: the balance is behind the amount. */
export function balanceTwice(columns: readonly TableColumn[]): TableColumn | null {
  const balances = withRole(columns, 'balance').filter(({ kind }) => kind === 'money')
  const [first, second, ...others] = balances
  if (first === undefined || second === undefined || others.length > 0) return null
  return plainText(first.name) === plainText(second.name) ? first : null
}
