/** Says that the browser is offline, for as long as it is. */
import { useSyncExternalStore } from 'react'
import { Notice } from '../ui/feedback/Notice.tsx'

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  return (
    <Notice tone="warning" title="You are offline" live>
      What you see may be out of date, and nothing can be saved. Check your connection, then try again.
    </Notice>
  )
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
