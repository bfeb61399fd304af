/** Who may manage whom, as the service enforces it: only owners can add, change and remove owners. */
import type { Role } from '../../../../src/contract/console/roles.ts'

export const mayManage = (role: Role, other: Role): boolean =>
  role === 'owner' || (role === 'admin' && other !== 'owner')

export const ownersOnly = 'only an owner can'
