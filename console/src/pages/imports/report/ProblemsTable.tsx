import type { ImportReport } from '../../../../../src/contract/console/imports.ts'
import { formatCount } from '../../../format/money.ts'
import type { Column } from '../../../ui/tables/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './ProblemsTable.module.css'
import { Rows } from './Rows.tsx'

type Problem = ImportReport['problems'][number]

/** Line by line, so that each can be found in the file. */
export const ProblemsTable = ({ problems, narrow }: { problems: readonly Problem[]; narrow: boolean }) => (
  <div className={styles.problems}>
    <Rows caption="Problems in the file" columns={columns} rows={problems} narrow={narrow} />
  </div>
)

const columns: Column<Problem>[] = [
  { header: 'Line', cell: ({ line }) => (line === null ? 'No line' : `Line ${formatCount(line)}`) },
  { header: 'Where', cell: ({ at }) => <span className={text.mono}>{at}</span>, wrap: true },
  { header: 'What', cell: ({ reason }) => reason, wrap: true },
  {
    header: 'Meaning',
    cell: ({ severity }) =>
      severity === 'error' ? <Badge tone="bad">Left out</Badge> : <Badge>Note only</Badge>,
  },
]
