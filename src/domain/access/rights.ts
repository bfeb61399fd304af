/** Who may do what to whom. Owners are for owners alone to make, change and remove. */
import type { Role } from '../../contract/console/roles.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'

/** What a role may do through the operations of the API, as scopes. */
export const scopesOf = (role: Role): readonly Scope[] =>
  role === 'member' ? scopes.filter(scope => scope.endsWith(':read')) : scopes

export const mayManage = (role: Role, other: Role): boolean =>
  role === 'owner' || (role === 'admin' && other !== 'owner')
