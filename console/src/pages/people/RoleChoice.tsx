/** A choice of role, each with what it allows. */
import { useId } from 'react'
import { type Role, roleDescriptions, roles } from '../../../../src/contract/console/roles.ts'
import field from '../../ui/forms/Field.module.css'
import { wordsOf } from '../../ui/text/Badge.tsx'
import styles from './RoleChoice.module.css'

interface RoleChoiceProps {
  /** The role of the person who chooses: admins cannot make someone an owner. */
  by: Role
  value: Role
  onChange: (role: Role) => void
  error?: string | undefined
}

export function RoleChoice({ by, value, onChange, error }: RoleChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.choice} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={field.label}>Role</legend>
      {roles.map(role => {
        const may = role !== 'owner' || by === 'owner'
        return (
          <div key={role} className={styles.option}>
            <input
              id={`${name}-${role}`}
              type="radio"
              name={name}
              checked={value === role}
              disabled={!may}
              aria-describedby={`${name}-${role}-text`}
              onChange={() => onChange(role)}
            />
            <div>
              <label htmlFor={`${name}-${role}`}>{wordsOf(role)}</label>
              <p className={field.hint} id={`${name}-${role}-text`}>
                {roleDescriptions[role]}
                {!may && ' Only an owner can make someone an owner.'}
              </p>
            </div>
          </div>
        )
      })}
      {error && (
        <p className={field.error} id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
