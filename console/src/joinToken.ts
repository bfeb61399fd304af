/**
 * The secret of a one-time link. It comes after the `#`, which browsers never send to a server. It is removed from the
 * address bar at once and kept in memory only, so that no history or screen share shows it.
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
