/**
 * Operations of the console. Only the service's own pages use them: API keys cannot call them, and they are not in the
 * public document. People authenticate with a session cookie.
 */
import type { WireOperation } from '../operation.ts'
import type { Role } from './roles.ts'

/**
 * `anyone` needs no session; `person` needs one. A list of roles refers to the workspace in the path: such an operation is
 * under /console/workspaces/{workspaceId}, the others are directly under /console.
 */
export type Access = 'anyone' | 'person' | readonly Role[]

export interface ConsoleOperation extends WireOperation {
  access: Access
}

export const consoleOperation = <const O extends ConsoleOperation>(definition: O): O => definition
