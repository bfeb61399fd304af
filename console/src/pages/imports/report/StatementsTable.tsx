import type { ImportedStatement } from '../../../../../src/contract/console/imports.ts'
import { classes } from '../../../ui/classes.ts'
import table from '../../../ui/tables/Table.module.css'
import type { Column } from '../../../ui/tables/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import text from '../../../ui/text/text.module.css'
import { accountNumberText } from '../../payees/ibanText.ts'
import { checkText, checkTones, counted, periodText } from '../words.ts'
import { Rows } from './Rows.tsx'
import styles from './StatementsTable.module.css'

interface StatementsTableProps {
  statements: readonly ImportedStatement[]
  narrow: boolean
}

export const StatementsTable = ({ statements, narrow }: StatementsTableProps) => (
  <div className={styles.statements}>
    <Rows caption="Statements in the file" columns={columns} rows={statements} narrow={narrow} />
  </div>
)

const columns: Column<ImportedStatement>[] = [
  {
    header: 'Account',
    cell: ({ account, accountCreated, number }) => (
      <span className={table.lines}>
        <span className={text.strong}>{accountNumberText(account)}</span>
        <span>
          {accountCreated ? 'New account' : 'Existing account'}
          {number !== null && ` · no. ${number}`}
        </span>
      </span>
    ),
    wrap: true,
  },
  { header: 'Period', cell: statement => periodText(statement), wrap: true },
  {
    header: 'Opening and closing',
    cell: ({ opening, closing, currency }) => (
      <span className={classes(table.lines, styles.balances)}>
        <Money amount={opening} currency={currency} />
        <Money amount={closing} currency={currency} />
      </span>
    ),
    align: 'end',
  },
  {
    header: 'Check',
    cell: statement => (
      <span className={table.lines}>
        <span>
          <Badge tone={checkTones[statement.check]}>{checkText(statement)}</Badge>
        </span>
        {statement.remark !== null && <span>{statement.remark}</span>}
      </span>
    ),
    wrap: true,
  },
  {
    header: 'Entries',
    cell: ({ entries, added, changed, known }) => (
      <span className={table.lines}>
        <span>{counted(added, 'new', 'new')}</span>
        {entries > 0 && (
          <span>{entries === added ? 'all of them' : `${changed} changed, ${known} already imported`}</span>
        )}
      </span>
    ),
    align: 'end',
  },
]
