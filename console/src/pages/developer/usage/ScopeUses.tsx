/** What a key may do beside what it really did, and what could be taken from it. */
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import type { Usage } from '../../../../../src/contract/console/usage.ts'
import type { Scope } from '../../../../../src/contract/scopes.ts'
import { formatRelative } from '../../../format/date.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { Badge } from '../../../ui/text/Badge.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './ScopeUses.module.css'
import { scopeUses, totalOf } from './usageFacts.ts'

interface ScopeUsesProps {
  of: ApiKey
  /** Of this key alone. */
  usage: Usage
  /** Left out where the person may change nothing. */
  onNarrow?: ((scopes: Scope[]) => void) | undefined
}

export function ScopeUses({ of, usage, onNarrow }: ScopeUsesProps) {
  const uses = scopeUses(of, usage)
  const unused = uses.filter(({ recent }) => !recent).map(({ scope }) => scope)
  const used = uses.filter(({ recent }) => recent).map(({ scope }) => scope)
  const inUse = of.state === 'active' && totalOf(usage.requests) > 0
  if (uses.length === 0) return <p className={text.muted}>This key has no scopes.</p>
  return (
    <div className={layout.stack}>
      <ul className={styles.uses}>
        {uses.map(({ scope, lastUsedAt, recent }) => (
          <li key={scope}>
            <code>{scope}</code>
            {recent && lastUsedAt !== null ? (
              <Badge tone="good">{`Used ${formatRelative(lastUsedAt)}`}</Badge>
            ) : (
              <Badge>{lastUsedAt === null ? 'Never used' : `Last used ${formatRelative(lastUsedAt)}`}</Badge>
            )}
          </li>
        ))}
      </ul>
      {inUse && unused.length > 0 && (
        <Notice title="This key could do with less">
          <p>{advice(unused, of, usage)}</p>
          {onNarrow && (
            <Button size="small" onClick={() => onNarrow(used)}>
              Create a narrower key…
            </Button>
          )}
        </Notice>
      )}
      {inUse && unused.length === 0 && (
        <p className={text.muted}>Every scope was used in the last 30 days.</p>
      )}
    </div>
  )
}

/** A key that is younger than the days counted has not had them all to use its scopes in. */
function advice(unused: readonly Scope[], { createdAt }: ApiKey, { from }: Usage): string {
  const names = new Intl.ListFormat('en-GB').format(unused)
  const young = createdAt.slice(0, 10) > from
  const since = young ? `since the key was created ${formatRelative(createdAt)}` : 'in the last 30 days'
  const plural = unused.length > 1
  return `${names} ${plural ? 'were' : 'was'} not used ${since}: a key without ${plural ? 'them' : 'it'} would do.`
}
