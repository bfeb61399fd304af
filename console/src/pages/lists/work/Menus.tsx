/** The menus beside the filters of a list: its order, its columns, files of it, and the API call behind it. */
import { useState } from 'react'
import { workspacePath } from '../../../api/client.ts'
import { setQuery } from '../../../router.tsx'
import { useWorkspace } from '../../../session.tsx'
import { Button, buttonClass } from '../../../ui/actions/Button.tsx'
import { Popover } from '../../../ui/actions/Popover.tsx'
import { classes } from '../../../ui/classes.ts'
import { CallTabs } from '../../../ui/code/CallBehind.tsx'
import type { CallShown } from '../../../ui/code/callCode.ts'
import { type Option, SelectField } from '../../../ui/forms/SelectField.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Icon } from '../../../ui/text/Icon.tsx'
import styles from './work.module.css'

export const SortField = ({ options, value }: { options: readonly Option[]; value: string }) => (
  <div className={styles.sort}>
    <SelectField
      label="Order"
      labelHidden
      options={options}
      value={value}
      onChange={next => setQuery({ sort: next === options[0]?.value ? null : next })}
    />
  </div>
)

interface ColumnsMenuProps {
  names: Readonly<Record<string, string>>
  shown: readonly string[]
  /** Columns that are shown if nothing is chosen. */
  usual: readonly string[]
}

export function ColumnsMenu({ names, shown, usual }: ColumnsMenuProps) {
  const toggle = (name: string) => {
    const next = Object.keys(names).filter(each =>
      each === name ? !shown.includes(each) : shown.includes(each),
    )
    const isUsual = next.join() === usual.join()
    setQuery({ columns: isUsual || next.length === 0 ? null : next.join(',') }, { replace: true })
  }
  return (
    <Popover buttonClass={classes(buttonClass({}), styles.wideOnly)} button="Columns" align="end">
      {() => (
        <fieldset className={styles.menu}>
          <legend className={styles.note}>Columns</legend>
          {Object.entries(names).map(([name, label]) => (
            <label key={name} className={styles.menuItem}>
              <input type="checkbox" checked={shown.includes(name)} onChange={() => toggle(name)} />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </Popover>
  )
}

interface ExportMenuProps {
  path: '/transaction-export' | '/bill-export'
  query: Record<string, unknown>
  columns: readonly string[]
}

/** Links, so that the browser downloads the file while it is written. */
export function ExportMenu({ path, query, columns }: ExportMenuProps) {
  const { id } = useWorkspace()
  const hrefOf = (format: 'csv' | 'xlsx') => {
    const given = Object.entries({ ...query, columns: columns.join(','), format })
    const parameters = given.filter(([, value]) => value).map(([name, value]) => [name, String(value)])
    return `${workspacePath(id)}${path}?${new URLSearchParams(parameters)}`
  }
  return (
    <Popover
      buttonClass={buttonClass({})}
      align="end"
      button={
        <>
          <Icon name="download" />
          Export
        </>
      }
    >
      {close => (
        <div className={styles.menu}>
          <p className={styles.note}>The rows of this list, with the columns that are shown.</p>
          <a className={styles.menuItem} href={hrefOf('csv')} download onClick={close}>
            CSV file
          </a>
          <a className={styles.menuItem} href={hrefOf('xlsx')} download onClick={close}>
            Excel workbook
          </a>
        </div>
      )}
    </Popover>
  )
}

/** Shows the call in a dialog: it is for developers, so it takes no room on the page. */
export function CallButton(call: CallShown) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="code" className={styles.developers} onClick={() => setOpen(true)}>
        API
      </Button>
      <Dialog
        open={open}
        size="wide"
        title="The API call behind this page"
        description="It returns the same rows, page by page."
        onClose={() => setOpen(false)}
      >
        <CallTabs {...call} label="The API call behind this page" />
      </Dialog>
    </>
  )
}
