/** A person's saved views of a list: filters, order and columns under a name. */
import { useState } from 'react'
import type { ListName } from '../../../../../src/contract/console/listWords.ts'
import { messageOf } from '../../../api/errors.ts'
import { useLoad } from '../../../api/useLoad.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { Link, useRoute } from '../../../router.tsx'
import { useWorkspace } from '../../../session.tsx'
import { Button, buttonClass, IconButton } from '../../../ui/actions/Button.tsx'
import { Popover } from '../../../ui/actions/Popover.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './work.module.css'

/** Parameters of the URL that are not part of a view. */
const notSaved = ['workspace', 'transaction', 'bill', 'unbooked', 'unread']

export function ViewsMenu({ list }: { list: ListName }) {
  const { id, call } = useWorkspace()
  const { path, query } = useRoute()
  const views = useLoad([id, 'views'], signal => call('listViews', 'GET', '/views', { signal }))
  const [name, setName] = useState('')
  const own = views.data?.data.filter(view => view.list === list) ?? []
  const current = new URLSearchParams([...query].filter(([key]) => !notSaved.includes(key)))
  const save = useMutation(
    () => call('saveView', 'POST', '/views', { body: { list, name, query: String(current), columns: [] } }),
    view => {
      toast(`View “${view.name}” saved`)
      setName('')
      views.reload()
    },
  )
  const remove = useMutation(
    (view: string) => call('deleteView', 'DELETE', '/views/{id}', { id: view }),
    () => {
      toast('View deleted')
      views.reload()
    },
  )
  const error = save.error ?? remove.error ?? views.error
  return (
    <Popover buttonClass={buttonClass({})} button="Views" align="end">
      {close => (
        <div className={styles.menu}>
          {own.length === 0 && (
            <p className={styles.note}>Save the filters, order and columns of this list under a name.</p>
          )}
          {own.map(view => (
            <div key={view.id} className={styles.menuRow}>
              <Link className={styles.menuItem} to={`${path}?${view.query}`} onClick={close}>
                <span className={text.truncate}>{view.name}</span>
              </Link>
              <IconButton
                icon="trash"
                size="small"
                label={`Delete view ${view.name}`}
                onClick={() => remove.run(view.id)}
              />
            </div>
          ))}
          <form
            className={styles.save}
            onSubmit={event => {
              event.preventDefault()
              if (name.trim()) save.run()
            }}
          >
            <TextField
              label="Name of a new view"
              maxLength={60}
              value={name}
              onChange={setName}
              error={error ? messageOf(error) : undefined}
            />
            <Button type="submit" pending={save.pending}>
              Save
            </Button>
          </form>
        </div>
      )}
    </Popover>
  )
}
