/** What people did with a bill: typed values, who did, and for when it is scheduled. Writers use the workspace's stamp. */
import type { Bill } from '../../contract/bills.ts'
import type { billFields } from '../../contract/console/bills/billDetails.ts'
import type { BillWork, Somebody } from '../../contract/console/bills/work.ts'
import { billsTable } from '../bills.ts'
import type { Connection } from '../engine/door.ts'
import { columnOf } from '../engine/table.ts'

export interface StoredWork {
  fourEyes: boolean
  enteredBy: Somebody | null
  fixedBy: string[]
  typed: BillWork['typed']
  scheduledFor: string | null
}

interface WorkRow extends Omit<StoredWork, 'enteredBy'> {
  kind: Somebody['kind'] | null
  by: string
  name: string | null
}

/** Null if there is no such bill. */
export async function findWork(
  connection: Connection,
  workspaceId: string,
  billId: string,
): Promise<StoredWork | null> {
  const [row] = await connection.query<WorkRow>(
    `select ws.four_eyes as "fourEyes", i.actor_kind as kind, i.actor_id as by, u.name,
       coalesce(w.fixed_by, '{}') as "fixedBy", coalesce(w.typed, '{}') as typed,
       case when t.status = 'scheduled' then w.scheduled_for end as "scheduledFor"
     from bills t
     join workspaces ws on ws.workspace_id = t.workspace_id
     left join bill_work w on w.workspace_id = t.workspace_id and w.bill_id = t.id
     left join bill_details d on d.workspace_id = t.workspace_id and d.bill_id = t.id
     left join imports i on i.workspace_id = d.workspace_id and i.id = d.import_id
     left join users u on i.actor_kind = 'person' and u.user_id = i.actor_id
     where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, billId],
  )
  if (row === undefined) return null
  const { kind, by, name, ...work } = row
  const typed = await withNames(connection, work.typed)
  return { ...work, typed, enteredBy: kind === null ? null : { kind, id: by, name } }
}

/** The store keeps only ids, because people change their names. */
async function withNames(connection: Connection, typed: BillWork['typed']): Promise<BillWork['typed']> {
  const entries = Object.entries(typed)
  if (entries.length === 0) return {}
  const ids = [...new Set(entries.map(([, { by }]) => by.id))]
  const rows = await connection.query<{ id: string; name: string }>(
    'select user_id as id, name from users where user_id = any($1)',
    [ids],
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return Object.fromEntries(
    entries.map(([field, each]) => [
      field,
      { ...each, by: { ...each.by, name: names.get(each.by.id) ?? null } },
    ]),
  )
}

export interface NewStatus {
  status: Bill['status']
  paidAt: string | null
  /** Undefined keeps the day, so that undoing an import can go back to a scheduled bill. */
  scheduledFor: string | null | undefined
}

export async function setStatus(
  connection: Connection,
  workspaceId: string,
  billId: string,
  { status, paidAt, scheduledFor }: NewStatus,
  stamp: string,
): Promise<void> {
  await connection.query(
    'update bills set status = $3, paid_at = $4, updated_at = $5 where workspace_id = $1 and id = $2',
    [workspaceId, billId, status, paidAt, stamp],
  )
  await connection.query(
    `insert into bill_work as known (workspace_id, bill_id, worked_at, scheduled_for) values ($1, $2, $3, $4)
     on conflict (workspace_id, bill_id) do update set worked_at = excluded.worked_at,
       scheduled_for = case when $5 then known.scheduled_for else excluded.scheduled_for end`,
    [workspaceId, billId, stamp, scheduledFor ?? null, scheduledFor === undefined],
  )
}

type Field = (typeof billFields)[number]

export interface Fix {
  values: Partial<Record<Field, string | null>>
  status: Bill['status']
  by: Pick<Somebody, 'kind' | 'id'>
}

/** Stores the values that a person typed, each with who and when. */
export async function storeFix(
  connection: Connection,
  workspaceId: string,
  billId: string,
  { values, status, by }: Fix,
  stamp: string,
): Promise<void> {
  const names = Object.keys(values) as Field[]
  const sets = names.map((name, index) => `${columnOf(name)} = $${index + 5}::${billsTable.fields[name]}`)
  const assigned = sets.map(set => `${set}, `).join('')
  await connection.query(
    `update bills set ${assigned}status = $3, updated_at = $4
     where workspace_id = $1 and id = $2`,
    [workspaceId, billId, status, stamp, ...names.map(name => values[name] ?? null)],
  )
  const typed = Object.fromEntries(
    names.map(name => [name, { value: values[name] ?? null, by: { ...by, name: null }, at: stamp }]),
  )
  await connection.query(
    `insert into bill_work as known (workspace_id, bill_id, typed, fixed_by, worked_at)
     values ($1, $2, $3::jsonb, array[$4::text], $5)
     on conflict (workspace_id, bill_id) do update
       set typed = known.typed || excluded.typed, worked_at = excluded.worked_at,
         fixed_by = case when $4 = any(known.fixed_by) then known.fixed_by else known.fixed_by || excluded.fixed_by end`,
    [workspaceId, billId, JSON.stringify(typed), by.id, stamp],
  )
}

/** Deletes the work on bills that an undo removes. What was done stays in the audit log. */
export async function deleteWork(
  connection: Connection,
  workspaceId: string,
  billIds: readonly string[],
): Promise<void> {
  await connection.query('delete from bill_work where workspace_id = $1 and bill_id = any($2)', [
    workspaceId,
    billIds,
  ])
  await connection.query('delete from bill_comments where workspace_id = $1 and bill_id = any($2)', [
    workspaceId,
    billIds,
  ])
}
