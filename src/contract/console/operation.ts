/**
 * Operations of the console. They are between the service and its own pages: no key may call them, and the public
 * document does not have them. A person is told by a session's cookie.
 */
import type { WireOperation } from '../operation.ts'
import type { Role } from './roles.ts'

/**
 * `anyone` may be signed out; `person` is whoever is signed in. Roles are those in the workspace that the path names:
 * such an operation is at /console/workspaces/{workspaceId} and its path, the others are at /console and theirs.
 */
export type Access = 'anyone' | 'person' | readonly Role[]

export interface ConsoleOperation extends WireOperation {
  access: Access
}

export const consoleOperation = <const O extends ConsoleOperation>(definition: O): O => definition
