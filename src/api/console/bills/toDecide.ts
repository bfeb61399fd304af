import { countToDecide } from '../../../store/billWork/toDecide.ts'
import type { Handler } from '../call.ts'

export const getToDecide: Handler<'getToDecide'> = ({ db, workspaceId, person, nowMs }) =>
  countToDecide(db, workspaceId, { personId: person.id, now: new Date(nowMs).toISOString() })
