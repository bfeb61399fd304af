/** The details of one record: who, what, and the values before and after. */
import type { AuditRecord } from '../../../../src/contract/console/audit.ts'
import { Link } from '../../router.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Details, Drawer } from '../../ui/overlays/Drawer.tsx'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import { CopyValue } from '../lists/CopyValue.tsx'
import { actionText, type Change, changesOf, factsOf, kindWords } from './words.ts'

interface AuditDrawerProps {
  record: AuditRecord | null
  onClose: () => void
}

export function AuditDrawer({ record, onClose }: AuditDrawerProps) {
  if (!record) return null
  const { at, actor, action, subjectId } = record
  const changes = changesOf(record)
  const facts = factsOf(record)
  return (
    <Drawer open title={actionText(action)} onClose={onClose} json={record}>
      <div className={layout.stackLoose}>
        <Details
          items={[
            { label: 'When', value: <Instant value={at} /> },
            { label: 'In UTC', value: <span className={text.mono}>{at}</span> },
            { label: 'Who', value: actor.name ?? actor.id },
            { label: 'Actor type', value: kindWords[actor.kind] },
            { label: 'Actor ID', value: <CopyValue text={actor.id} label="actor ID" /> },
            { label: 'Subject', value: <CopyValue text={subjectId} label="subject ID" /> },
          ]}
        />
        {changes.length > 0 && (
          <section className={layout.stackTight}>
            <h3>Changes</h3>
            <Table caption="Changes" columns={columns} rows={changes} rowKey={({ field }) => field} />
          </section>
        )}
        {facts.length > 0 && (
          <section className={layout.stackTight}>
            <h3>Details</h3>
            <Details items={facts} />
          </section>
        )}
        <Elsewhere action={action} subjectId={subjectId} />
      </div>
    </Drawer>
  )
}

const columns: Column<Change>[] = [
  { header: 'Field', cell: ({ field }) => field },
  { header: 'Before', cell: ({ before }) => <Value text={before} />, wrap: true },
  { header: 'After', cell: ({ after }) => <Value text={after} />, wrap: true },
]

const Value = ({ text: shown }: { text: string | null }) => shown ?? <span className={text.muted}>–</span>

/** A link to the subject of the record, if a page shows it. */
function Elsewhere({ action, subjectId }: Pick<AuditRecord, 'action' | 'subjectId'>) {
  const id = encodeURIComponent(subjectId)
  if (action.startsWith('key.')) {
    return <Link to={`/settings/developer?state=all&key=${id}`}>Open the key</Link>
  }
  if (action.startsWith('webhook.') && action !== 'webhook.deleted') {
    return <Link to={`/settings/webhooks?webhook=${id}`}>Open the webhook</Link>
  }
  if (action === 'payee.created' || action === 'payee.changed') {
    return <Link to={`/payees?payee=${id}`}>Open the payee</Link>
  }
  return null
}
