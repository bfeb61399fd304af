/** Copies a text, and confirms it on the button and to screen readers. */
import { useEffect, useState } from 'react'
import text from '../text/text.module.css'
import { Button, IconButton } from './Button.tsx'
import styles from './CopyButton.module.css'
import { toast } from './Toast.tsx'

interface CopyButtonProps {
  text: string
  /** What it copies: "Copy IBAN". */
  label?: string
  /** Shows the label as text, not only an icon. */
  words?: boolean
}

const confirmedMs = 2_000

export function CopyButton({ text: value, label = 'Copy', words }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmedMs)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () =>
    copyText(value).then(
      () => setCopied(true),
      () => toast('The browser did not allow copying', 'bad'),
    )
  const icon = copied ? 'check' : 'copy'
  return (
    <span className={styles.copy}>
      {words ? (
        <Button icon={icon} size="small" onClick={copy}>
          {copied ? 'Copied' : label}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} size="small" onClick={copy} />
      )}
      <span className={text.visuallyHidden} role="status">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  )
}

/** navigator.clipboard needs https or localhost; a console in a private network may have neither. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  const host = document.querySelector('dialog[open]') ?? document.body
  host.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('not copied')
}
