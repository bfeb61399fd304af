/** Comments on a bill, oldest first, and a field for another one. */
import { useId, useState } from 'react'
import type { BillWork } from '../../../../../src/contract/console/bills/work.ts'
import { fieldErrors } from '../../../api/errors.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import field from '../../../ui/forms/Field.module.css'
import { Field } from '../../../ui/forms/Field.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { Instant } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './Comments.module.css'

interface CommentsProps {
  work: BillWork
  onWritten: () => void
}

export function Comments({ work: { billId, comments }, onWritten }: CommentsProps) {
  const { call, canEdit } = useWorkspace()
  const [draft, setDraft] = useState('')
  const title = useId()
  const write = useMutation(
    () => call('commentBill', 'POST', '/bill-comments', { body: { billId, comment: draft } }),
    () => {
      setDraft('')
      onWritten()
    },
  )
  if (!canEdit && comments.length === 0) return null
  return (
    <section className={layout.stack} aria-labelledby={title}>
      <h3 id={title}>Comments</h3>
      {comments.length > 0 && (
        <ul className={styles.comments}>
          {comments.map(({ id, at, by, comment }) => (
            <li key={id}>
              <p className={classes(text.muted, text.small)}>
                <span className={text.strong}>{by.name ?? 'Someone'}</span>, <Instant value={at} />
              </p>
              <p className={styles.words}>{comment}</p>
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <Form
          label="New comment"
          onSubmit={() => write.run()}
          error={write.error}
          fields={['comment']}
          actions={
            <Button type="submit" size="small" pending={write.pending} disabled={draft.trim() === ''}>
              Comment
            </Button>
          }
        >
          <Field label="Comment" labelHidden error={fieldErrors(write.error).comment}>
            {control => (
              <textarea
                {...control}
                className={classes(field.control, styles.field)}
                rows={2}
                maxLength={2000}
                placeholder="Write a comment"
                value={draft}
                onChange={event => setDraft(event.target.value)}
              />
            )}
          </Field>
        </Form>
      )}
    </section>
  )
}
