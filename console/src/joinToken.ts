/**
 * The secret of a link that works once. It comes behind the `#`, which no browser sends to a server; it is taken out of
 * the address bar at once, and lives in memory only, so that no history or screen share keeps it.
 */
let token: string | null = null

export function takeJoinToken(): void {
  if (location.pathname !== '/join' || location.hash.length < 2) return
  token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname + location.search)
}

export const joinToken = (): string | null => token

export function forgetJoinToken(): void {
  token = null
}
