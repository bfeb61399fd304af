/** Original documents of bills. */
import { findDocument } from '../../store/documents.ts'
import { notFound } from '../errors.ts'
import type { Handler } from './call.ts'

export const getDocument: Handler<'getDocument'> = async ({ db, workspaceId }, { id, query }) => {
  const document = await findDocument(db, workspaceId, id)
  if (document === null) throw notFound('There is no document with this id in the workspace.')
  return { ...document, inline: query.show === 'inline' }
}
