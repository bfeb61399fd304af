/** What a new workspace needs, in order: a company, an account, an import and a key. Each step says whether it is done. */
import { type ReactNode, useState } from 'react'
import { useLoad } from '../../api/useLoad.ts'
import { useWorkspace } from '../../session.tsx'
import { Button, ButtonLink } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Icon } from '../../ui/text/Icon.tsx'
import text from '../../ui/text/text.module.css'
import { useSharedList, useWorkspaceLists } from '../../workspace/lists.tsx'
import { AccountDialog } from '../accounts/AccountDialog.tsx'
import { CreateKeyDialog } from '../developer/dialogs/CreateKeyDialog.tsx'
import { LoadHint } from '../lists/LoadHint.tsx'
import { CompanyDialog } from './CompanyDialog.tsx'
import styles from './FirstSteps.module.css'

type Asked = 'company' | 'account' | 'key' | null

export function FirstSteps({ onChanged }: { onChanged: () => void }) {
  const { id, call, canEdit, canManage } = useWorkspace()
  const lists = useWorkspaceLists()
  const companies = useSharedList(lists.companies).rows
  const accounts = useSharedList(lists.accounts).rows
  const keys = useLoad(id, signal => call('listKeys', 'GET', '/keys', { signal }))
  const [asked, setAsked] = useState<Asked>(null)
  const hasCompany = (companies?.length ?? 0) > 0
  const hasAccount = (accounts?.length ?? 0) > 0
  const hasKey = (keys.data?.data.length ?? 0) > 0
  const close = () => setAsked(null)
  const options = [
    { value: '', label: '' },
    ...(companies ?? []).map(({ id: value, name }) => ({ value, label: name })),
  ]
  if (!canEdit) {
    return (
      <Card title="This workspace has no data yet">
        <p>A bookkeeper, an admin or an owner can add a company and import files.</p>
      </Card>
    )
  }
  return (
    <Card title="Get started" description="Four steps from nothing to an API with your data.">
      <ol className={styles.steps}>
        <Step
          number={1}
          title="Add a company"
          done={hasCompany}
          hint="The legal entity that owns the accounts."
        >
          <Button variant={hasCompany ? 'secondary' : 'primary'} onClick={() => setAsked('company')}>
            {hasCompany ? 'Add another' : 'Add company'}
          </Button>
        </Step>
        <Step
          number={2}
          title="Add an account"
          done={hasAccount}
          hint="Optional: a bank statement brings its account along."
        >
          <Button
            variant={hasAccount || !hasCompany ? 'secondary' : 'primary'}
            disabled={!hasCompany}
            onClick={() => setAsked('account')}
          >
            {hasAccount ? 'Add another' : 'Add account'}
          </Button>
        </Step>
        <Step
          number={3}
          title="Import a file"
          done={false}
          hint="Bank statements (CAMT, MT940, OFX, CSV, XLSX) and e-invoices."
        >
          <ButtonLink to="/imports" icon="upload" variant={hasAccount ? 'primary' : undefined}>
            Import files
          </ButtonLink>
        </Step>
        <Step number={4} title="Create an API key" done={hasKey} hint="For the programs that read your data.">
          {canManage ? (
            <Button onClick={() => setAsked('key')}>{hasKey ? 'Create another' : 'Create key'}</Button>
          ) : (
            <span className={text.muted}>Owners and admins create keys.</span>
          )}
        </Step>
      </ol>
      <p className={classes(text.muted, text.small)}>Or load a workspace file on the server:</p>
      <LoadHint />
      {asked === 'company' && (
        <CompanyDialog
          onDone={() => {
            close()
            lists.companies.refresh()
          }}
          onClose={close}
        />
      )}
      {asked === 'account' && (
        <AccountDialog
          companies={options}
          onDone={() => {
            close()
            lists.accounts.refresh()
            onChanged()
          }}
          onClose={close}
        />
      )}
      {asked === 'key' && <CreateKeyDialog onCreated={keys.reload} onRevoke={close} onClose={close} />}
    </Card>
  )
}

interface StepProps {
  number: number
  title: string
  hint: string
  done: boolean
  children: ReactNode
}

const Step = ({ number, title, hint, done, children }: StepProps) => (
  <li className={styles.step}>
    <span className={classes(styles.mark, done && styles.done)} aria-hidden="true">
      {done ? <Icon name="check" /> : number}
    </span>
    <span className={styles.words}>
      <strong>
        {title}
        {done && <span className={text.visuallyHidden}> (done)</span>}
      </strong>
      <span className={text.muted}>{hint}</span>
    </span>
    {children}
  </li>
)
