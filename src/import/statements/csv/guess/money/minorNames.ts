/** Which currencies have cents, and which names of columns say that amounts are in the smallest unit. */
import { plainText } from '../../cells/plainText.ts'
import type { TableColumn } from '../columns.ts'

const centWords =
  /(?:^| )(?:cents?|minor|minor units?|subunits?|pence|rappen|centimes?|centimos?|centavos?|centesimi|grosze|groszy|haleru?|oren?|senttia)(?= |$)/

/** Whether the name of a column says that its amounts are in the smallest unit. */
export const isNamedMinor = ({ name }: Pick<TableColumn, 'name'>): boolean =>
  centWords.test(plainText(name.slice(0, 120).replace(/([a-z])([A-Z])/g, '$1 $2')))

/** In these currencies, amounts are usually written without decimal places, so that they are no cents. */
export const withoutCents: ReadonlySet<string> = new Set(
  'JPY KRW VND ISK CLP HUF IDR PYG COP UGX TZS RWF XAF XOF XPF LAK MMK IRR IQD'.split(' '),
)
