/** A workspace with a person, and its audit log without the records about the workspace itself. */
import { listAudit } from '../../../../src/store/audit.ts'
import type { TestService } from '../../../support/service.ts'
import { type Home, home } from '../people.ts'

export function auditLog(service: { readonly current: TestService }) {
  const logOf = async ({ workspaceId }: Home) =>
    (await listAudit(service.current.store.db, workspaceId)).filter(
      ({ action }) => !action.startsWith('workspace'),
    )
  const actionsIn = async (own: Home) => (await logOf(own)).map(({ action }) => action)

  async function ownHome() {
    const own = await home(service.current)
    return { own, bob: await own.person('admin') }
  }

  return { logOf, actionsIn, ownHome }
}
