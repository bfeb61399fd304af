/** The sums of months as the triggers noted them, and as they follow from the transactions. */
import type { Database } from '../../../src/store/engine/door.ts'

export async function monthsOf(db: Database) {
  const noted = await db.query(
    `select workspace_id, month::text, company_id, currency, is_own, credits, trim_scale(credit) as credit, debits,
       trim_scale(debit) as debit
     from transaction_months order by 1, 2, 3, 4, 5`,
  )
  const added = await db.query(
    `select workspace_id, date_trunc('month', booking_date::timestamp)::date::text as month, company_id,
       currency collate "C" as currency, own_transfer is not null as is_own,
       (count(*) filter (where side = 'credit'))::int as credits,
       trim_scale(coalesce(sum(amount) filter (where side = 'credit'), 0)) as credit,
       (count(*) filter (where side = 'debit'))::int as debits,
       trim_scale(coalesce(sum(amount) filter (where side = 'debit'), 0)) as debit
     from transactions where status = 'booked' and booking_date is not null and side is not null
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  )
  return { noted, added }
}
