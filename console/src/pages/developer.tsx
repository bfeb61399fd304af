/** Settings → Developer: the API keys, how to create and revoke them, and their usage. */
import { useState } from 'react'
import type { ApiKey } from '../../../src/contract/console/keys.ts'
import { useLoad } from '../api/useLoad.ts'
import { Link, useFilters } from '../router.tsx'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { CallBehind } from '../ui/code/CallBehind.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { ConsoleCall } from './ConsoleCall.tsx'
import { CreateKeyDialog, type Narrower } from './developer/dialogs/CreateKeyDialog.tsx'
import { NetworksDialog } from './developer/dialogs/NetworksDialog.tsx'
import { RevokeKeyDialog } from './developer/dialogs/RevokeKeyDialog.tsx'
import { RotateKeyDialog } from './developer/dialogs/RotateKeyDialog.tsx'
import { KeyDrawer } from './developer/KeyDrawer.tsx'
import { KeysCard } from './developer/KeysCard.tsx'
import { successorOf } from './developer/keyFacts.ts'
import { UsageCard } from './developer/usage/UsageCard.tsx'

type Asked =
  | { is: 'create'; narrower?: Narrower }
  | { is: 'rotate'; key: ApiKey }
  | { is: 'revoke'; key: ApiKey }
  | { is: 'networks'; key: ApiKey }
  | null

export default function DeveloperPage() {
  const { id, call, canManage } = useWorkspace()
  const keys = useLoad(id, signal => call('listKeys', 'GET', '/keys', { signal }))
  const usage = useLoad(id, signal => call('getUsage', 'GET', '/usage', { signal }))
  const [filters, setFilters] = useFilters('state', 'key')
  const [asked, setAsked] = useState<Asked>(null)

  const all = keys.data?.data ?? []
  const opened = all.find(key => key.id === filters.key)
  // A key may be used while a dialog about it is open.
  const newest = (key: ApiKey) => all.find(({ id }) => id === key.id) ?? key
  const close = () => setAsked(null)
  const refresh = () => {
    usage.reload()
    keys.reload()
  }
  const actions = {
    onOpen: (key: ApiKey) => setFilters({ key: key.id }),
    onRotate: (key: ApiKey) => setAsked({ is: 'rotate', key }),
    onRevoke: (key: ApiKey) => setAsked({ is: 'revoke', key }),
  }
  const changed = {
    // The new key is active, so the list has to show active keys when the dialog closes.
    onCreated: () => {
      keys.reload()
      if (filters.state) setFilters({ state: null })
    },
    onRevoke: actions.onRevoke,
    onClose: close,
  }

  return (
    <>
      <PageHeader
        title="Developer"
        description={
          <>
            Keys let programs use the API in this workspace. The <a href="/docs">API reference</a> explains
            how.
            {canManage && (
              <>
                {' '}
                <Link to="/settings/webhooks">Webhooks</Link> notify programs of changes.
              </>
            )}
          </>
        }
        actions={
          canManage && (
            <Button variant="primary" icon="plus" onClick={() => setAsked({ is: 'create' })}>
              New key
            </Button>
          )
        }
      />
      {!canManage && (
        <Notice>You can see the keys of this workspace. Owners and admins can create and revoke them.</Notice>
      )}
      <KeysCard
        keys={keys}
        filter={filters.state}
        onFilter={state => setFilters({ state })}
        canManage={canManage}
        onNew={() => setAsked({ is: 'create' })}
        {...actions}
      />
      {all.length > 0 && (
        <UsageCard usage={{ ...usage, reload: refresh }} keys={all} onOpen={actions.onOpen} />
      )}
      <div>
        <CallBehind
          title="A first API call with a key"
          method="GET"
          path="/transactions"
          query={{ limit: 3 }}
        />
        <ConsoleCall path="/keys" command={`keys list --workspace ${id} --json`}>
          Only people can manage keys, so this call uses your session. On the server, the command line does
          the same.
        </ConsoleCall>
      </div>

      {opened && (
        <KeyDrawer
          key={opened.id}
          opened={opened}
          keys={all}
          usage={usage}
          canManage={canManage}
          {...actions}
          onNarrow={(old, scopes) => setAsked({ is: 'create', narrower: { old, scopes } })}
          onNetworks={key => setAsked({ is: 'networks', key })}
          onClose={() => setFilters({ key: null })}
        />
      )}
      {asked?.is === 'create' && <CreateKeyDialog narrower={asked.narrower} {...changed} />}
      {asked?.is === 'rotate' && <RotateKeyDialog old={newest(asked.key)} {...changed} />}
      {asked?.is === 'networks' && (
        <NetworksDialog
          of={newest(asked.key)}
          onChanged={() => {
            close()
            keys.reload()
          }}
          onClose={close}
        />
      )}
      {asked?.is === 'revoke' && (
        <RevokeKeyDialog
          doomed={newest(asked.key)}
          successor={successorOf(asked.key, all)}
          usage={usage.data}
          onRevoked={() => {
            close()
            keys.reload()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
