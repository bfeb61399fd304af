/**
 * The session cookie and the device cookie. Scripts cannot read them, and other sites cannot make the browser send them
 * with a write. Over HTTPS the __Host- prefix ties them to this host; the plain names are for HTTP on localhost.
 */
import { knownDeviceMsMax } from '../../../store/people/knownDevices.ts'
import { sessionMsMax } from '../../../store/people/sessions.ts'
import type { AppRequest } from '../../http/reply.ts'

const cookies = {
  session: { name: 'florin_session', msMax: sessionMsMax, sameSite: 'Lax' },
  // Only the sign-in page needs it, and its requests are same-site.
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

/** A null token clears the cookie. */
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
