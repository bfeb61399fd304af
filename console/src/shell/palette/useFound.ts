/** What the palette finds: its own entries at once, and rows of the service a moment later. */
import { useEffect, useMemo, useState } from 'react'
import { useLoad } from '../../api/useLoad.ts'
import { formatDay } from '../../format/date.ts'
import { formatMoney, formatSided } from '../../format/money.ts'
import { supplierOf } from '../../pages/bills/text.ts'
import { titleOf } from '../../pages/transactions/text.ts'
import { useWorkspace } from '../../session.tsx'
import { useSharedList, useWorkspaceLists } from '../../workspace/lists.tsx'
import { companyEntry, type Entry, folded, matches, pageEntries, payeeEntry, viewEntry } from './entries.ts'

const pauseMs = 150
const rowsMax = 5
const entriesMax = 6

export function useFound(text: string): { entries: Entry[]; loading: boolean } {
  const { id, role, data, call } = useWorkspace()
  const lists = useWorkspaceLists()
  const companies = useSharedList(lists.companies)
  const asked = useSettled(text.trim())
  const views = useLoad([id, 'views'], signal => call('listViews', 'GET', '/views', { signal }))
  const payees = useLoad([id, 'payees', asked !== ''], async signal =>
    asked === '' ? null : await data.payees.list({}, { signal }),
  )
  const rows = useLoad([id, 'rows', asked], async signal => {
    if (asked === '') return null
    const query = { q: asked, limit: rowsMax }
    const [transactions, bills] = await Promise.all([
      data.transactions.list(query, { signal }),
      data.bills.list(query, { signal }),
    ])
    return { asked, transactions: transactions.data, bills: bills.data }
  })

  const own = useMemo(
    () => [
      ...(views.data?.data.map(viewEntry) ?? []),
      ...pageEntries(role),
      ...(companies.rows?.map(companyEntry) ?? []),
      ...(payees.data?.data.map(payeeEntry) ?? []),
    ],
    [views.data, role, companies.rows, payees.data],
  )
  const entries = useMemo(() => {
    const words = folded(text).split(/\s+/).filter(Boolean)
    const found = own.filter(entry => matches(entry, words))
    // Without words, only what is short enough to choose from.
    const known = words.length === 0 ? found.filter(({ group }) => group !== 'Companies') : limited(found)
    return [...known, ...(rows.data && words.length > 0 ? rowEntries(rows.data) : [])]
  }, [own, text, rows.data])
  return { entries, loading: text.trim() !== '' && (rows.loading || rows.data?.asked !== text.trim()) }
}

function limited(entries: readonly Entry[]): Entry[] {
  const counts = new Map<string, number>()
  return entries.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count <= entriesMax
  })
}

type Rows = {
  transactions: Awaited<ReturnType<ReturnType<typeof useWorkspace>['data']['transactions']['list']>>['data']
  bills: Awaited<ReturnType<ReturnType<typeof useWorkspace>['data']['bills']['list']>>['data']
}

const rowEntries = ({ transactions, bills }: Rows): Entry[] => [
  ...transactions.map(row => ({
    id: row.id,
    group: 'Transactions',
    icon: 'transactions' as const,
    title: titleOf(row),
    note: [row.bookingDate && formatDay(row.bookingDate), formatSided(row.amount, row.currency, row.side)]
      .filter(Boolean)
      .join(' · '),
    to: `/transactions?transaction=${encodeURIComponent(row.id)}`,
  })),
  ...bills.map(row => ({
    id: row.id,
    group: 'Bills',
    icon: 'bill' as const,
    title: supplierOf(row),
    note: [
      row.invoiceNumber,
      row.totalAmount !== null && row.currency !== null && formatMoney(row.totalAmount, row.currency),
    ]
      .filter(Boolean)
      .join(' · '),
    to: `/bills?bill=${encodeURIComponent(row.id)}`,
  })),
]

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
