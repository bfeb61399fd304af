/** A drawer on the right with the details of a row, and its JSON as the API sends it. */
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { CodeBlock } from '../code/Code.tsx'
import { Tabs } from '../layout/Tabs.tsx'
import styles from './Drawer.module.css'
import { Modal, type ModalProps } from './Modal.tsx'

interface DrawerProps extends ModalProps {
  open: boolean
  /** The resource as the API sends it. If set, the drawer has two tabs. */
  json?: unknown
  /** For a document beside its values. */
  wide?: boolean
}

export function Drawer({ open, json, wide, children, ...rest }: DrawerProps) {
  if (!open) return null
  return (
    <Modal {...rest} className={classes(styles.drawer, wide && styles.wide)}>
      {json === undefined ? (
        children
      ) : (
        <Tabs
          label={rest.title}
          items={[
            { id: 'details', label: 'Details', content: children },
            {
              id: 'json',
              label: 'JSON',
              content: <CodeBlock label="JSON" code={JSON.stringify(json, null, 2)} />,
            },
          ]}
        />
      )}
    </Modal>
  )
}

export interface Detail {
  label: string
  value: ReactNode
}

/** Names and values, without those that are empty. */
export function Details({ items }: { items: readonly Detail[] }) {
  const known = items.filter(({ value }) => value !== null && value !== undefined && value !== '')
  return (
    <dl className={styles.details}>
      {known.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
