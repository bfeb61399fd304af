/**
 * The session cookie and the device cookie. No script can read them, and no other site can have them sent with a write.
 * Over HTTPS their names make the browser keep them to this very host; the plain names are for HTTP on the machine
 * itself.
 */
import { knownDeviceMsMax } from '../../../store/people/knownDevices.ts'
import { sessionMsMax } from '../../../store/people/sessions.ts'
import type { AppRequest } from '../../http/reply.ts'

const cookies = {
  session: { name: 'florin_session', msMax: sessionMsMax, sameSite: 'Lax' },
  // Only the sign-in page needs it, and its requests come from the same site.
  device: { name: 'florin_device', msMax: knownDeviceMsMax, sameSite: 'Strict' },
} as const

export type CookieKind = keyof typeof cookies

export const cookieName = (kind: CookieKind, secure: boolean): string =>
  (secure ? '__Host-' : '') + cookies[kind].name

export function tokenIn({ headers }: AppRequest, kind: CookieKind, secure: boolean): string | null {
  const name = `${cookieName(kind, secure)}=`
  const found = (headers.cookie ?? '').split(/; */).find(part => part.startsWith(name))
  return found?.slice(name.length) || null
}

/** Null takes the cookie away. */
export function setCookie(kind: CookieKind, token: string | null, secure: boolean): string {
  const { msMax, sameSite } = cookies[kind]
  const parts = [
    `${cookieName(kind, secure)}=${token ?? ''}`,
    'Path=/',
    `Max-Age=${token === null ? 0 : msMax / 1000}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
  ]
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}
