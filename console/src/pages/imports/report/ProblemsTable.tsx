import type { ImportReport } from '../../../../../src/contract/console/imports.ts'
import { formatCount } from '../../../format/money.ts'
import { asSentence } from '../../../format/sentence.ts'
import type { Column } from '../../../ui/tables/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './ProblemsTable.module.css'
import { Rows } from './Rows.tsx'

type Problem = ImportReport['problems'][number]

/** With line numbers, so that each can be found in the file. */
export const ProblemsTable = ({ problems, narrow }: { problems: readonly Problem[]; narrow: boolean }) => (
  <div className={styles.problems}>
    <Rows caption="Problems in the file" columns={columns} rows={problems} narrow={narrow} />
  </div>
)

const columns: Column<Problem>[] = [
  { header: 'Line', cell: ({ line }) => (line === null ? 'No line' : `Line ${formatCount(line)}`) },
  { header: 'Location', cell: ({ at }) => <span className={text.mono}>{at}</span>, wrap: true },
  { header: 'Problem', cell: ({ reason }) => asSentence(reason), wrap: true },
  {
    header: 'Effect',
    cell: ({ severity }) => (severity === 'error' ? <Badge tone="bad">Skipped</Badge> : <Badge>None</Badge>),
  },
]
