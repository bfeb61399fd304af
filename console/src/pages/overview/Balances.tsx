import type { Overview } from '../../../../src/contract/console/overview.ts'
import { formatCount } from '../../format/money.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Money } from '../../ui/text/Money.tsx'
import text from '../../ui/text/text.module.css'

type Balance = Overview['balances'][number]

const columns: Column<Balance>[] = [
  { header: 'Company', wrap: true, cell: ({ companyName }) => companyName },
  { header: 'Currency', cell: ({ currency }) => <span className={text.muted}>{currency}</span> },
  { header: 'Accounts', align: 'end', cell: ({ accounts }) => formatCount(accounts) },
  {
    header: 'Balance',
    align: 'end',
    cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
  },
]

export const Balances = ({ balances, busy }: Pick<Overview, 'balances'> & { busy: boolean }) => (
  <Card title="Balances by company" flush>
    {balances.length > 0 ? (
      <Table
        caption="Balances by company and currency"
        columns={columns}
        rows={balances}
        rowKey={({ companyId, currency }) => `${companyId} ${currency}`}
        busy={busy}
      />
    ) : (
      <EmptyState icon="payee" title="No accounts" />
    )}
  </Card>
)
