import type { Overview } from '../../../../src/contract/console/overview.ts'
import { formatCount } from '../../format/money.ts'
import { Link } from '../../router.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Money } from '../../ui/text/Money.tsx'
import text from '../../ui/text/text.module.css'
import { asOf } from './asOf.ts'
import overview from './overview.module.css'
import { accountsWith, pathWith } from './paths.ts'

type Balance = Overview['balances'][number]

const columns: Column<Balance>[] = [
  {
    header: 'Company',
    wrap: true,
    cell: ({ companyId, companyName, currency, oldestAt, newestAt }) => (
      <span className={table.lines}>
        <Link className={overview.rowLink} to={accountsWith({ companyId, currency, balance: 'recent' })}>
          {companyName}
        </Link>
        <span>{asOf(oldestAt, newestAt)}</span>
      </span>
    ),
  },
  { header: 'Currency', cell: ({ currency }) => <span className={text.muted}>{currency}</span> },
  { header: 'Accounts', align: 'end', cell: ({ accounts }) => formatCount(accounts) },
  {
    header: 'Balance',
    align: 'end',
    cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
  },
]

interface BalancesProps extends Pick<Overview, 'balances'> {
  companyId: string | undefined
  busy: boolean
}

export const Balances = ({ balances, companyId, busy }: BalancesProps) => (
  <Card
    title="Balances by company"
    flush
    actions={<Link to={pathWith('/accounts', { companyId })}>All accounts</Link>}
  >
    {balances.length > 0 ? (
      <Table
        caption="Balances by company and currency"
        columns={columns}
        rows={balances}
        rowKey={row => `${row.companyId} ${row.currency}`}
        busy={busy}
      />
    ) : (
      <EmptyState icon="account" title="No recent balances" />
    )}
  </Card>
)
