import type { Handler } from './call.ts'

export const getWorkspace: Handler<'getWorkspace'> = async ({ key }) => ({
  id: key.workspaceId,
  name: key.workspaceName,
  apiKey: { id: key.id, name: key.name, scopes: key.scopes },
})
