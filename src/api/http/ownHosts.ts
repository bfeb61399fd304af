/**
 * Pages are answered only under names that are ours. Otherwise a page of another site could point its own name at this
 * address (DNS rebinding), and the browser would take what it reads from us for that site's own.
 */
import { isIP } from 'node:net'
import { ApiError } from '../errors.ts'
import type { Client } from './clientAddress.ts'

/** A DNS name has at most 253 letters; a port and a dot may follow. */
const hostLettersMax = 260

/** `allowed` are names in lower case, without a port; `*.example.com` is every name directly under example.com. */
export function requireOwnHost({ host, viaProxy }: Client, allowed: readonly string[]): void {
  // No browser leaves the host out, so nobody is being misled.
  if (host === undefined || host === '') return
  const name = nameIn(host)
  if (name === null) throw unknownHost(host)
  if (isRebindable(name) && !(viaProxy && isLocalName(name)) && !isAllowed(name, allowed))
    throw unknownHost(name)
}

/** Without the port and the dot at the end, in lower case; null for text that no browser sends. */
function nameIn(host: string): string | null {
  if (host.length > hostLettersMax) return null
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+))(?::\d{0,5})?$/i.exec(host) ?? []
  const name = bracketed ?? plain
  if (name === undefined || (bracketed !== undefined && isIP(bracketed) === 0)) return null
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
}

/** An address has no name to point elsewhere, and browsers keep localhost on their own machine. */
const isRebindable = (name: string): boolean =>
  isIP(name) === 0 && name !== 'localhost' && !name.endsWith('.localhost')

/** A proxy often asks by the name of a container. Nobody on the internet can register a name without a dot. */
const isLocalName = (name: string): boolean => !name.includes('.')

const isAllowed = (name: string, allowed: readonly string[]): boolean =>
  allowed.includes(name) || allowed.includes(`*${name.slice(name.indexOf('.'))}`)

const shownLettersMax = 100

const unknownHost = (host: string) =>
  new ApiError(
    421,
    'UNKNOWN_HOST',
    `"${host.slice(0, shownLettersMax)}" is not a name of this service. If it should be, set FLORIN_PUBLIC_URL to the ` +
      'address that browsers use, or add the name to FLORIN_ALLOWED_HOSTS.',
  )
