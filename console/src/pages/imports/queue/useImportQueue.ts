import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { runUploaded, sendFile } from '../../../api/importing.ts'
import { useWorkspace } from '../../../session.tsx'
import { ImportQueue } from './importQueue.ts'

/** The files of this visit to the page. Those that were not imported are forgotten with it. */
export function useImportQueue(onImported: () => void) {
  const { id, call } = useWorkspace()
  const latest = useRef(onImported)
  useEffect(() => {
    latest.current = onImported
  })
  const [queue] = useState(
    () =>
      new ImportQueue({
        send: (file, watched) => sendFile({ id, call }, file, watched),
        run: (request, watched) => runUploaded({ id }, request, watched),
        drop: uploadId => call('dropUpload', 'DELETE', '/uploads/{id}', { id: uploadId }),
        onImported: () => latest.current(),
      }),
  )
  useEffect(() => () => queue.removeAll(), [queue])
  const files = useSyncExternalStore(queue.subscribe, queue.files)
  return { queue, files }
}
