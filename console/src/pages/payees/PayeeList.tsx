/** The matching payees as a table, or why there are none. */
import { useState } from 'react'
import type { Payee } from '../../../../src/contract/payees.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadMore } from '../../ui/tables/LoadMore.tsx'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import type { Companies } from '../lists/useCompanies.ts'
import { Iban } from './Iban.tsx'
import { plainIban } from './ibanText.ts'

interface PayeeListProps {
  payees: readonly Payee[]
  companies: Companies
  search: string
  /** True if the list shows the payees of one company. */
  filtered: boolean
  busy: boolean
  onOpen: (payee: Payee) => void
  onCreate: (() => void) | null
  onClear: () => void
}

/** The API sends the whole list, however long it is; the page draws it in steps. */
const rowsStep = 100

export function PayeeList(props: PayeeListProps) {
  const { payees, companies, search, filtered, busy, onOpen, onCreate, onClear } = props
  const [shown, setShown] = useState(rowsStep)
  const found = matching(payees, search)

  if (found.length === 0 && (search.trim() !== '' || filtered)) {
    return (
      <EmptyState title="No matching payees" action={<Button onClick={onClear}>Clear filters</Button>}>
        {search.trim() === ''
          ? 'This company has no payees yet.'
          : `No name or IBAN contains “${search.trim()}”.`}
      </EmptyState>
    )
  }
  if (found.length === 0) {
    return (
      <EmptyState
        icon="payee"
        title="No payees yet"
        action={
          onCreate && (
            <Button variant="primary" icon="plus" onClick={onCreate}>
              New payee
            </Button>
          )
        }
      >
        A payee is a name and an IBAN that a company sends transfers to.
      </EmptyState>
    )
  }
  return (
    <>
      <Table
        caption="Payees"
        columns={columnsFor(companies, filtered)}
        rows={found.slice(0, shown)}
        rowKey={({ id }) => id}
        onOpen={onOpen}
        busy={busy}
      />
      <LoadMore
        count={Math.min(shown, found.length)}
        hasMore={found.length > shown}
        more={() => setShown(shown + rowsStep)}
        loadingMore={false}
        moreError={null}
      />
    </>
  )
}

function matching(payees: readonly Payee[], search: string): readonly Payee[] {
  const words = search.trim().toLowerCase()
  const digits = plainIban(search)
  if (words === '') return payees
  return payees.filter(
    ({ name, iban }) => name.toLowerCase().includes(words) || (digits !== '' && iban.includes(digits)),
  )
}

function columnsFor({ nameOf, fullNameOf, options }: Companies, filtered: boolean): Column<Payee>[] {
  const company: Column<Payee> = {
    header: 'Company',
    cell: ({ companyId }) => <span title={fullNameOf(companyId)}>{nameOf(companyId)}</span>,
    wrap: true,
    secondary: true,
  }
  return [
    { header: 'Name', cell: ({ name }) => <span className={text.strong}>{name}</span>, wrap: true },
    { header: 'IBAN', cell: ({ iban }) => <Iban value={iban} /> },
    ...(options.length > 2 && !filtered ? [company] : []),
    {
      header: 'Default reference',
      cell: ({ defaultReference }) => defaultReference ?? <span className={text.muted}>–</span>,
      wrap: true,
    },
    {
      header: 'Last used',
      cell: ({ lastUsedAt }) => <Instant value={lastUsedAt} relative empty="Never" />,
    },
  ]
}
