/** Names of columns that say that amounts are in the smallest unit of a currency. */
import { plainText } from '../../cells/plainText.ts'
import type { TableColumn } from '../columns.ts'

const centWords =
  /(?:^| )(?:cents?|minor|minor units?|subunits?|pence|rappen|centimes?|centimos?|centavos?|centesimi|grosze|groszy|haleru?|oren?|senttia)(?= |$)/

/** Whether the name of a column says that its amounts are in the smallest unit. */
export const isNamedMinor = ({ name }: Pick<TableColumn, 'name'>): boolean =>
  centWords.test(plainText(name.slice(0, 120).replace(/([a-z])([A-Z])/g, '$1 $2')))
