import type { Account } from '../../../../src/contract/accounts.ts'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { Day } from '../../ui/text/Time.tsx'
import type { Companies } from '../lists/useCompanies.ts'
import { groupedIban } from '../payees/ibanText.ts'
import { apartWords, type BalanceState, nameOf } from './words.ts'

interface AccountTableProps {
  accounts: readonly Account[]
  states: ReadonlyMap<string, BalanceState>
  companies: Companies
  busy: boolean
  onOpen: (account: Account) => void
}

export function AccountTable({ accounts, states, companies, busy, onOpen }: AccountTableProps) {
  const columns: Column<Account>[] = [
    {
      header: 'Account',
      wrap: true,
      cell: account => (
        <span className={table.lines}>
          <span>{nameOf(account)}</span>
          <span>
            {isNamed(account) && account.iban ? groupedIban(account.iban) : account.institutionName}
          </span>
        </span>
      ),
    },
    { header: 'Company', wrap: true, cell: ({ companyId }) => companies.nameOf(companyId) },
    { header: 'As of', cell: ({ balanceUpdatedAt: at }) => <Day value={at?.slice(0, 10) ?? null} /> },
    { header: 'State', cell: ({ id }) => <BalanceBadge state={states.get(id)} /> },
    {
      header: 'Balance',
      align: 'end',
      cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
    },
  ]
  return (
    <Table
      caption="Accounts"
      columns={columns}
      rows={accounts}
      rowKey={({ id }) => id}
      busy={busy}
      onOpen={onOpen}
    />
  )
}

const isNamed = ({ nickname, name }: Account): boolean => (nickname ?? name) !== null

export function BalanceBadge({ state }: { state: BalanceState | undefined }) {
  if (state === undefined) return null
  if (state === 'recent') return <Badge tone="good">Recent</Badge>
  return <Badge tone={apartWords[state].tone}>{apartWords[state].label}</Badge>
}
