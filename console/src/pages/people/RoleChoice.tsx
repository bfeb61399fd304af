/** A choice of role, each with what it allows. */
import { type Role, roleDescriptions, roles } from '../../../../src/contract/console/roles.ts'
import { Choice } from '../../ui/forms/Choice.tsx'
import { wordsOf } from '../../ui/text/Badge.tsx'

interface RoleChoiceProps {
  /** The role of the person who chooses: admins cannot make someone an owner. */
  by: Role
  value: Role
  onChange: (role: Role) => void
  error?: string | undefined
}

export function RoleChoice({ by, ...rest }: RoleChoiceProps) {
  const options = roles.map(role => {
    const may = role !== 'owner' || by === 'owner'
    const hint = may ? roleDescriptions[role] : `${roleDescriptions[role]} ${onlyOwners}`
    return { value: role, label: wordsOf(role), hint, disabled: !may }
  })
  return <Choice label="Role" options={options} {...rest} />
}

const onlyOwners = 'Only an owner can make someone an owner.'
