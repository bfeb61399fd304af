/** Imports: previewing, running, listing and undoing them. */
import type { ListedImport } from '../../contract/console/imports.ts'
import { importFiles } from '../../import/importFile.ts'
import { undoImport as undoStored } from '../../import/undo/undoImport.ts'
import { findImport, listImports as listStored } from '../../store/imports/imports.ts'
import { notFound } from '../errors.ts'
import type { Handler, WorkspaceCall } from './call.ts'
import { withinImportLimit } from './files/importLimit.ts'
import { linesOf } from './files/lines.ts'
import { withUploadFile } from './files/uploadFile.ts'
import { pageByTime } from './http/pageByTime.ts'
import { ownUpload } from './uploads.ts'

export const runImport: Handler<'runImport'> = async (call, { body: { uploadId, dryRun, ...choices } }) => {
  const { db, workspaceId, actor, nowMs } = call
  const upload = await ownUpload(call, uploadId)
  return await linesOf(onProgress =>
    withinImportLimit(async () => {
      const options = { workspaceId, actor, nowMs, dryRun, choices, onProgress }
      const reports = await withUploadFile(db, workspaceId, upload, source =>
        importFiles(db, upload.name, source, options),
      )
      return { reports }
    }),
  )
}

export const listImports: Handler<'listImports'> = async ({ db, workspaceId }, { query }) =>
  await pageByTime(query, {
    workspaceId,
    list: 'imports',
    read: page => listStored(db, workspaceId, page),
    instantOf: ({ at }) => at,
  })

export const getImport: Handler<'getImport'> = (call, { id }) => storedImport(call, id)

export const undoImport: Handler<'undoImport'> = async (call, { id, query }) => {
  const { db, workspaceId, actor, nowMs } = call
  const withWork = query.withWork === 'true'
  await undoStored(db, { workspaceId, importId: id, actor, nowMs, withWork })
  return await storedImport(call, id)
}

async function storedImport({ db, workspaceId }: WorkspaceCall, id: string): Promise<ListedImport> {
  const found = await findImport(db, workspaceId, id)
  if (found === null) throw notFound('There is no import with this id in the workspace.')
  return found
}
