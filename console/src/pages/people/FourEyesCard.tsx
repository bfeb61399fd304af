/** The setting that a person who enters or fixes a bill cannot approve it. */
import { messageOf } from '../../api/errors.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import text from '../../ui/text/text.module.css'

export function FourEyesCard() {
  const { id, call, canManage } = useWorkspace()
  const settings = useLoad(id, signal => call('getSettings', 'GET', '/settings', { signal }))
  const change = useMutation(
    (fourEyes: boolean) => call('changeSettings', 'PATCH', '/settings', { body: { fourEyes } }),
    ({ fourEyes }) => {
      toast(fourEyes ? 'Bills now need a second person' : 'Bills no longer need a second person')
      settings.reload()
    },
  )
  if (!settings.data) return null
  const { fourEyes } = settings.data
  return (
    <Card
      title="Approval of bills"
      description="Bills that a command or a watched folder imported can be approved by everyone who works on bills."
    >
      {canManage ? (
        <CheckboxField
          label="Four eyes: who imports a bill or types its values cannot approve it"
          checked={fourEyes}
          onChange={value => change.run(value)}
        />
      ) : (
        <p className={text.muted}>
          {fourEyes
            ? 'Four eyes is on: who imports a bill or types its values cannot approve it.'
            : 'Four eyes is off: everyone who works on bills can approve them.'}
        </p>
      )}
      {change.error !== null && (
        <Notice tone="danger" live>
          {messageOf(change.error)}
        </Notice>
      )}
    </Card>
  )
}
