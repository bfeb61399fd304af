/** Accepts files dropped anywhere on the page, or chosen with the button. */
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from '../../../ui/actions/Button.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { classes } from '../../../ui/classes.ts'
import empty from '../../../ui/feedback/EmptyState.module.css'
import { Icon } from '../../../ui/text/Icon.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './DropZone.module.css'

interface DropZoneProps {
  onFiles: (files: File[]) => void
  /** Less high, above a list. */
  compact?: boolean
  /** Which files it takes. */
  kinds?: string
}

const allKinds =
  'Bank statements as camt, MT940, OFX, CODA, CSB43, CFONB 120, BAI2, QIF, CSV or XLSX; e-invoices as XML, P7M or PDF; or a ZIP of them.'

export function DropZone({ onFiles, compact, kinds = allKinds }: DropZoneProps) {
  const id = useId()
  const over = useDrops(onFiles)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // Allows choosing the same file again after it was fixed.
    event.target.value = ''
  }
  return (
    <div className={classes(styles.zone, compact && styles.compact, over && styles.over)}>
      {!compact && (
        <span className={empty.icon}>
          <Icon name="upload" />
        </span>
      )}
      <p className={text.strong}>
        {over ? 'Drop to preview' : compact ? 'Drop invoices anywhere on this page' : 'Drop files here'}
      </p>
      <p className={classes(text.muted, text.small)} id={`${id}-kinds`}>
        {kinds} You see a preview before anything is imported.
      </p>
      <input
        id={id}
        type="file"
        multiple
        className={text.visuallyHidden}
        aria-describedby={`${id}-kinds`}
        onChange={choose}
      />
      <label htmlFor={id} className={buttonClass(compact ? { size: 'small' } : { variant: 'primary' })}>
        {compact ? 'Choose invoices' : 'Choose files'}
      </label>
    </div>
  )
}

/** True while files are dragged over the page. Listens on the whole page: a file dropped elsewhere would replace it. */
function useDrops(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const hang = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      latest.current(filesIn(event.dataTransfer))
    }
    addEventListener('dragenter', hang, { signal })
    addEventListener('dragover', hang, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    return () => controller.abort()
  }, [])
  return over
}

function filesIn(transfer: DataTransfer | null): File[] {
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  const files = items.filter(item => !item.webkitGetAsEntry()?.isDirectory)
  if (files.length < items.length) toast('Folders are skipped. Drop the files themselves, or a ZIP.', 'bad')
  return files.map(item => item.getAsFile()).filter(file => file !== null)
}
