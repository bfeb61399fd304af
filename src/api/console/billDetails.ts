/** A bill's documents and line items, and where its values come from. */
import { findBillDetails } from '../../store/billDetails.ts'
import { notFound } from '../errors.ts'
import type { Handler } from './call.ts'

export const getBillDetails: Handler<'getBillDetails'> = async ({ db, workspaceId }, { id }) => {
  const details = await findBillDetails(db, workspaceId, id)
  if (details === null) throw notFound('There is no bill with this id in the workspace.')
  return details
}
