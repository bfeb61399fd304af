import type { ImportedStatement } from '../../../../src/contract/console/imports.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Rows } from './Rows.tsx'
import { checkText, checkTones, counted, periodText } from './words.ts'

interface StatementsTableProps {
  statements: readonly ImportedStatement[]
  narrow: boolean
}

export const StatementsTable = ({ statements, narrow }: StatementsTableProps) => (
  <div className="import-statements">
    <Rows caption="Statements in the file" columns={columns} rows={statements} narrow={narrow} />
  </div>
)

const columns: Column<ImportedStatement>[] = [
  {
    header: 'Account',
    cell: ({ account, accountCreated, number }) => (
      <span className="cell-lines">
        <span className="strong">{account}</span>
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
      <span className="cell-lines import-balances">
        <Money amount={opening} currency={currency} />
        <Money amount={closing} currency={currency} />
      </span>
    ),
    align: 'end',
  },
  {
    header: 'Check',
    cell: statement => (
      <span className="cell-lines">
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
      <span className="cell-lines">
        <span>{counted(added, 'new', 'new')}</span>
        <span>{entries === added ? 'all of them' : `${changed} changed, ${known} already imported`}</span>
      </span>
    ),
    align: 'end',
  },
]
