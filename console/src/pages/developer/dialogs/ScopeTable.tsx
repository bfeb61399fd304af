/** The scopes of a new key: each with what it allows, and shortcuts for common choices. */
import { useId } from 'react'
import { type Scope, scopeDescriptions } from '../../../../../src/contract/scopes.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import field from '../../../ui/forms/Field.module.css'
import layout from '../../../ui/layout/layout.module.css'
import text from '../../../ui/text/text.module.css'
import { allScopes, readScopes, sameScopes } from '../keyFacts.ts'
import styles from './ScopeTable.module.css'

interface ScopeTableProps {
  chosen: readonly Scope[]
  onChange: (scopes: Scope[]) => void
}

const shortcuts = [
  { label: 'Read everything', scopes: readScopes },
  { label: 'All', scopes: allScopes },
  { label: 'None', scopes: [] },
]

export function ScopeTable({ chosen, onChange }: ScopeTableProps) {
  const id = useId()
  const set = (scope: Scope, on: boolean) =>
    onChange(allScopes.filter(one => (one === scope ? on : chosen.includes(one))))
  return (
    <fieldset className={styles.scopes}>
      <legend className={text.visuallyHidden}>Scopes</legend>
      <div className={layout.rowSpread}>
        <span className={field.label} aria-hidden="true">
          Scopes
        </span>
        <div className={layout.row}>
          {shortcuts.map(({ label, scopes }) => (
            <Button
              key={label}
              size="small"
              aria-pressed={sameScopes(chosen, scopes)}
              onClick={() => onChange([...scopes])}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <table className={styles.table}>
        <caption className={text.visuallyHidden}>Scopes and what they allow</caption>
        <thead className={text.visuallyHidden}>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">Allows</th>
          </tr>
        </thead>
        <tbody>
          {allScopes.map(scope => (
            <tr key={scope}>
              <th scope="row">
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.includes(scope)}
                    aria-describedby={`${id}-${scope}`}
                    onChange={event => set(scope, event.target.checked)}
                  />
                  <code>{scope}</code>
                </label>
              </th>
              <td id={`${id}-${scope}`}>{scopeDescriptions[scope]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen.length === 0 && (
        <p className={field.hint} role="status">
          Without a scope, the key can only read which workspace it belongs to.
        </p>
      )}
    </fieldset>
  )
}
