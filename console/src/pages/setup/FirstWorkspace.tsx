/** For someone without a workspace: the first person of a new service creates one, others need an invitation. */
import { useState } from 'react'
import { consoleCall } from '../../api/client.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { navigate } from '../../router.tsx'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'

export function FirstWorkspace() {
  const { me } = useSession()
  if (me.mayCreateWorkspaces) return <CreateFirst />
  return (
    <>
      <PageHeader title="No workspace" />
      <EmptyState icon="people" title="You do not belong to a workspace">
        Ask an owner or an admin of a workspace to send you an invitation link.
      </EmptyState>
    </>
  )
}

function CreateFirst() {
  const { setMe } = useSession()
  const [name, setName] = useState('')
  const create = useMutation(
    () => consoleCall('createWorkspace', 'POST', '/new-workspace', { body: { name } }),
    made => {
      setMe(made.me)
      navigate(`/?workspace=${encodeURIComponent(made.workspaceId)}`, { replace: true })
    },
  )
  return (
    <>
      <PageHeader
        title="Create your workspace"
        description="A workspace holds the companies of a group, with their accounts, keys and people."
      />
      <Card>
        <Form
          label="Create your workspace"
          onSubmit={() => create.run()}
          error={create.error}
          fields={['name']}
          actions={
            <Button type="submit" variant="primary" pending={create.pending}>
              Create workspace
            </Button>
          }
        >
          <TextField
            label="Name"
            hint="Usually the name of your group or company. You can change it later."
            value={name}
            onChange={setName}
            error={fieldErrors(create.error).name}
            maxLength={140}
            autoComplete="organization"
            required
          />
        </Form>
      </Card>
    </>
  )
}
