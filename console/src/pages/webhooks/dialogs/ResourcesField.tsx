/** The resources whose changes a webhook sends. */
import { useId } from 'react'
import type { ChangeResource } from '../../../../../src/contract/changes.ts'
import { CheckboxField } from '../../../ui/forms/CheckboxField.tsx'
import field from '../../../ui/forms/Field.module.css'
import { allResources, resourceWords } from '../webhookFacts.ts'
import styles from './ResourcesField.module.css'

interface ResourcesFieldProps {
  chosen: readonly ChangeResource[]
  onChange: (resources: ChangeResource[]) => void
  error: string | undefined
}

export function ResourcesField({ chosen, onChange, error }: ResourcesFieldProps) {
  const id = useId()
  const set = (resource: ChangeResource, on: boolean) =>
    onChange(allResources.filter(one => (one === resource ? on : chosen.includes(one))))
  return (
    <fieldset className={styles.resources} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={field.label}>Changes of</legend>
      <div className={styles.boxes}>
        {allResources.map(resource => (
          <CheckboxField
            key={resource}
            label={resourceWords[resource]}
            checked={chosen.includes(resource)}
            aria-invalid={error ? true : undefined}
            onChange={on => set(resource, on)}
          />
        ))}
      </div>
      {error && (
        <p className={field.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
