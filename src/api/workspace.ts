import { unknownPath } from './errors.ts'
import type { Handler } from './http/call.ts'

/** Shows the calling key, so it does not exist for people. */
export const getWorkspace: Handler<'getWorkspace'> = async ({ key }) => {
  if (key === null) throw unknownPath()
  return {
    id: key.workspaceId,
    name: key.workspaceName,
    apiKey: { id: key.id, name: key.name, scopes: key.scopes },
  }
}
