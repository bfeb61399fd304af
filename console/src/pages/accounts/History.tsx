/** Balance history and statements of an account. */
import type { BalanceHistory } from '../../../../src/contract/console/accounts/balanceHistory.ts'
import { useLoad } from '../../api/useLoad.ts'
import { formatDay } from '../../format/date.ts'
import { formatCount, formatMoney } from '../../format/money.ts'
import { Link } from '../../router.tsx'
import { useWorkspace } from '../../session.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Fold } from '../../ui/layout/Fold.tsx'
import layout from '../../ui/layout/layout.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { Day } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import { pathWith } from '../overview/paths.ts'
import styles from './accounts.module.css'
import { BalanceChart } from './BalanceChart.tsx'

export function History({ accountId }: { accountId: string }) {
  const { id, call } = useWorkspace()
  const history = useLoad([id, accountId], signal =>
    call('getBalanceHistory', 'GET', '/balance-history/{id}', { id: accountId, signal }),
  )
  if (history.error) return <ErrorState error={history.error} onRetry={history.reload} />
  if (!history.data) return <Skeleton shape="chart" />
  return (
    <div className={classes(layout.stack, styles.history)}>
      <h3>Balance, last 12 months</h3>
      {history.data.points.length > 0 ? (
        <Known history={history.data} />
      ) : (
        <p className={text.muted}>No balance is known yet. Import a statement that states one.</p>
      )}
      <h3>Statements</h3>
      {history.data.statements.length > 0 ? (
        <Table
          caption="Statements"
          columns={statementColumns(history.data.currency)}
          rows={history.data.statements}
          rowKey={statement => statement.id}
        />
      ) : (
        <p className={text.muted}>No statement of this account was imported.</p>
      )}
    </div>
  )
}

function Known({ history }: { history: BalanceHistory }) {
  const { currency, gaps, points } = history
  return (
    <>
      <BalanceChart {...history} />
      <p className={text.muted}>
        Circles are balances stated by the bank. Entries are added up between them.
      </p>
      {gaps.map(({ fromDay, toDay, difference }) => (
        <Notice key={fromDay} tone="warning">
          Entries are missing between {formatDay(fromDay)} and {formatDay(toDay)}: the balances differ by{' '}
          {formatMoney(difference, currency)} more than the entries explain.
        </Notice>
      ))}
      <Fold title="As a table" tight>
        <Table
          caption="Balance by day"
          columns={pointColumns(currency)}
          rows={points.toReversed()}
          rowKey={({ day }) => day}
        />
      </Fold>
    </>
  )
}

const pointColumns = (currency: string): Column<BalanceHistory['points'][number]>[] => [
  { header: 'Day', cell: ({ day }) => <Day value={day} /> },
  { header: 'From', cell: ({ isFixed }) => (isFixed ? 'Bank' : 'Entries') },
  { header: 'Balance', align: 'end', cell: ({ balance }) => <Money amount={balance} currency={currency} /> },
]

type Statement = BalanceHistory['statements'][number]

const statementColumns = (currency: string): Column<Statement>[] => [
  {
    header: 'Period',
    wrap: true,
    cell: ({ importId, number, fromDay, toDay }) => {
      const words = [fromDay, toDay].flatMap(day => (day ? [formatDay(day)] : [])).join(' to ')
      const label = words || number || 'Statement'
      return importId ? <Link to={pathWith('/imports', { import: importId })}>{label}</Link> : label
    },
  },
  { header: 'Entries', align: 'end', cell: ({ entries }) => formatCount(entries) },
  {
    header: 'Check',
    cell: ({ checkState }) =>
      checkState === 'does_not_add_up' ? (
        <Badge tone="bad">Does not add up</Badge>
      ) : checkState === 'adds_up' ? (
        <Badge tone="good">Adds up</Badge>
      ) : (
        <Badge>Not checked</Badge>
      ),
  },
  { header: 'Closing', align: 'end', cell: ({ closing }) => <Money amount={closing} currency={currency} /> },
]
