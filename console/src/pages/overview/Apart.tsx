/** Balances that are in no total, and why: old ones, unknown ones, and those of disabled accounts. */

import type { Overview } from '../../../../src/contract/console/overview.ts'
import { Link } from '../../router.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import text from '../../ui/text/text.module.css'
import { apartWords, nameOf } from '../accounts/words.ts'
import { asOf } from './asOf.ts'
import overview from './overview.module.css'
import { accountsWith, pathWith } from './paths.ts'
import { accountsText } from './Totals.tsx'

type Account = Overview['apart']['accounts'][number]

const columns: Column<Account>[] = [
  {
    header: 'Account',
    wrap: true,
    cell: ({ id, name, iban, companyName, balanceUpdatedAt: at }) => (
      <span className={table.lines}>
        <Link className={overview.rowLink} to={pathWith('/accounts', { account: id })}>
          {nameOf({ nickname: null, name, iban })}
        </Link>
        <span>{at === null ? companyName : `${companyName}, ${asOf(at, at)}`}</span>
      </span>
    ),
  },
  {
    header: 'Reason',
    cell: ({ reason }) => <Badge tone={apartWords[reason].tone}>{apartWords[reason].label}</Badge>,
  },
  {
    header: 'Balance',
    align: 'end',
    cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
  },
]

interface ApartProps {
  apart: Overview['apart']
  companyId: string | undefined
  busy: boolean
}

export function Apart({ apart, companyId, busy }: ApartProps) {
  if (apart.sums.length === 0) return null
  return (
    <Card
      title="Not in the totals"
      description="Balances that are old, unknown, or of disabled accounts."
      flush
    >
      <ul className={overview.apartSums} aria-label="Sums that are not in the totals">
        {apart.sums.map(({ reason, currency, balance, accounts }) => (
          <li key={`${reason} ${currency}`}>
            <Link to={accountsWith({ companyId, currency, balance: reason })}>
              {apartWords[reason].label}, {currency}
            </Link>
            <span className={text.muted}>{accountsText(accounts)}</span>
            {balance !== null && <Money amount={balance} currency={currency} />}
          </li>
        ))}
      </ul>
      <Table
        caption="Accounts that are not in the totals"
        columns={columns}
        rows={apart.accounts}
        rowKey={({ id }) => id}
        busy={busy}
      />
    </Card>
  )
}
