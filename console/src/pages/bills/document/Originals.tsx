import type { BillDocument } from '../../../../../src/contract/console/bills/billDetails.ts'
import { documentHref } from '../../../api/client.ts'
import { formatCount } from '../../../format/money.ts'
import { useWorkspace } from '../../../session.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/text/Icon.tsx'
import { Instant } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './Originals.module.css'

const kinds: Record<BillDocument['mediaType'], string> = {
  'application/pdf': 'PDF',
  'application/xml': 'XML',
  'application/pkcs7-mime': 'signed file',
}

/** Plain links, so that the browser downloads the files without a detour through the page. */
export function Originals({ documents }: { documents: readonly BillDocument[] }) {
  const { id: workspaceId } = useWorkspace()
  return (
    <ul className={styles.originals}>
      {documents.map(({ id, name, mediaType, bytes, createdAt }) => (
        <li key={id}>
          <a href={documentHref(workspaceId, id)} download={name}>
            <Icon name="download" />
            <span>{name}</span>
          </a>
          <span className={classes(text.muted, text.small)}>
            {kinds[mediaType]}, {sizeText(bytes)}, received <Instant value={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const sizeText = (bytes: number): string =>
  bytes < 1024 ? `${formatCount(bytes)} bytes` : `${formatCount(Math.round(bytes / 1024))} KB`
