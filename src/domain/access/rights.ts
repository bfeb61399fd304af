/** Who may do what to whom. Only owners can create, change or remove owners. */
import { isEditor, type Role } from '../../contract/console/roles.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'

/** The scopes a role has for the operations of the API. */
export const scopesOf = (role: Role): readonly Scope[] =>
  isEditor(role) ? scopes : scopes.filter(scope => scope.endsWith(':read'))

export const mayManage = (role: Role, other: Role): boolean =>
  role === 'owner' || (role === 'admin' && other !== 'owner')
