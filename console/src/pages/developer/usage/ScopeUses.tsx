/** The scopes of a key with their last use, and advice to drop unused ones. */
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
  /** The usage of this key only. */
  usage: Usage
  /** Undefined if the person cannot change keys. */
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
        <Notice title="This key has unused scopes">
          <p>{advice(unused, of, usage)}</p>
          {onNarrow && (
            <Button size="small" onClick={() => onNarrow(used)}>
              Create a key with fewer scopes…
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

/** For a key that is newer than the counted days, names its creation instead. */
function advice(unused: readonly Scope[], { createdAt }: ApiKey, { from }: Usage): string {
  const names = new Intl.ListFormat('en-GB').format(unused)
  const young = createdAt.slice(0, 10) > from
  const since = young ? `since the key was created ${formatRelative(createdAt)}` : 'in the last 30 days'
  const plural = unused.length > 1
  return `${names} ${plural ? 'were' : 'was'} not used ${since}. A key without ${plural ? 'them' : 'it'} would be enough.`
}
