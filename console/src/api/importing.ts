/** The two calls that are not plain JSON: uploading a file in pieces, and running an import, which replies line by line. */
import { readResponse } from '../../../src/client/response.ts'
import type { ImportReport, runImport } from '../../../src/contract/console/imports.ts'
import type { BodyInputOf, ResultOf } from '../../../src/contract/operation.ts'
import { type WorkspaceCall, watchedFetch, workspacePath } from './client.ts'
import { FlorinConnectionError, FlorinError } from './errors.ts'
import { patiently } from './patiently.ts'

export type ImportRequest = BodyInputOf<typeof runImport>
type Line = ResultOf<typeof runImport>

export interface Watched {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

interface Workspace {
  id: string
  call: WorkspaceCall
}

/** A short interruption must not cost an upload that is nearly done. */
const pieceTries = 4

/** Resolves to the id of the upload once the whole file is there. */
export async function sendFile({ id, call }: Workspace, file: File, watched: Watched): Promise<string> {
  const { signal, onProgress } = watched
  const body = { name: file.name, bytes: file.size }
  const upload = await patiently(signal, () => call('startUpload', 'POST', '/uploads', { body, signal }))
  const { pieceBytes, pieces } = upload
  const address = `${workspacePath(id)}/uploads/${encodeURIComponent(upload.id)}`
  for (let position = 0; position < pieces; position += 1) {
    onProgress(position * pieceBytes, file.size)
    const piece = file.slice(position * pieceBytes, (position + 1) * pieceBytes)
    await patiently(signal, () => sendPiece(`${address}?position=${position}`, piece, signal))
  }
  onProgress(file.size, file.size)
  return upload.id
}

async function sendPiece(address: string, piece: Blob, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await watchedFetch(address, { method: 'POST', headers, body: piece, signal })
      readResponse(response, await response.text(), { label: 'sendPiece', redact: same, addressHint: '' })
      return
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof FlorinError) throw error
      if (tries === pieceTries) throw lost('The file could not be uploaded.', error)
    }
  }
}

/** Imports the file, or reports what an import would do. A failure on the way is thrown like any other error. */
export async function runUploaded(
  { id }: Pick<Workspace, 'id'>,
  request: ImportRequest,
  { signal, onProgress }: Watched,
): Promise<ImportReport[]> {
  const response = await patiently(signal, () => begun(`${workspacePath(id)}/imports`, request, signal))
  for await (const line of linesOf(response, signal)) {
    if ('progress' in line) onProgress(line.progress.done, line.progress.total)
    else if ('reports' in line) return line.reports
    else throw new FlorinError({ defined: false, status: response.status, ...line.failure }, headOf(response))
  }
  throw lost('The connection closed before the import finished.')
}

async function begun(address: string, request: ImportRequest, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await watchedFetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw lost('The service could not be reached.', error)
  })
  if (!response.ok)
    readResponse(response, await response.text(), { label: 'runImport', redact: same, addressHint: '' })
  return response
}

async function* linesOf(response: Response, signal: AbortSignal): AsyncGenerator<Line> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const read = await reader?.read().catch((error: unknown) => {
      signal.throwIfAborted()
      throw lost('The connection was lost.', error)
    })
    if (!read || read.done) return
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Line
  }
}

const same = (text: string): string => text

const lost = (message: string, cause?: unknown) =>
  Object.assign(new FlorinConnectionError(message), { cause })

const headOf = ({ status, headers }: Response) => ({
  status,
  requestId: headers.get('request-id'),
  retryAfterSeconds: null,
})
