/**
 * The session's cookie. No script can read it, and no other site can have it sent with a write. Over HTTPS its name
 * makes the browser keep it to this very host; the plain name is for HTTP on the machine itself.
 */
import { sessionMsMax } from '../../store/sessions.ts'
import type { AppRequest } from '../answer.ts'

export const cookieName = (secure: boolean): string => (secure ? '__Host-florin_session' : 'florin_session')

export function tokenIn({ headers }: AppRequest, secure: boolean): string | null {
  const name = `${cookieName(secure)}=`
  const found = (headers.cookie ?? '').split(/; */).find(part => part.startsWith(name))
  return found?.slice(name.length) || null
}

export function setCookie(token: string | null, secure: boolean): string {
  const maxAge = token === null ? 0 : sessionMsMax / 1000
  const parts = [
    `${cookieName(secure)}=${token ?? ''}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}
