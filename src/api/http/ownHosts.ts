/**
 * Serves pages only under our own host names. Otherwise another site could point its name at this address (DNS
 * rebinding), and the browser would let that site read our replies.
 */
import { isIP } from 'node:net'
import { ApiError } from '../errors.ts'
import type { Client } from './clientAddress.ts'

/** A DNS name has at most 253 letters; a port and a dot may follow. */
const hostLettersMax = 260

/** `allowed` has lower-case names without a port; `*.example.com` matches every name directly under example.com. */
export function requireOwnHost({ host, viaProxy }: Client, allowed: readonly string[]): void {
  // Browsers always send a host, so this is not one.
  if (host === undefined || host === '') return
  const name = nameIn(host)
  if (name === null) throw unknownHost(host)
  if (isRebindable(name) && !(viaProxy && isLocalName(name)) && !isAllowed(name, allowed))
    throw unknownHost(name)
}

/** The lower-case name without port and trailing dot; null for a host that no browser sends. */
function nameIn(host: string): string | null {
  if (host.length > hostLettersMax) return null
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+))(?::\d{0,5})?$/i.exec(host) ?? []
  const name = bracketed ?? plain
  if (name === undefined || (bracketed !== undefined && isIP(bracketed) === 0)) return null
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
}

/** An IP address cannot be rebound, and browsers always resolve localhost to their own machine. */
const isRebindable = (name: string): boolean =>
  isIP(name) === 0 && name !== 'localhost' && !name.endsWith('.localhost')

/** Proxies often use the name of a container. Names without a dot cannot be registered on the internet. */
const isLocalName = (name: string): boolean => !name.includes('.')

const isAllowed = (name: string, allowed: readonly string[]): boolean =>
  allowed.includes(name) || allowed.includes(`*${name.slice(name.indexOf('.'))}`)

const shownLettersMax = 100

const unknownHost = (host: string) =>
  new ApiError(
    421,
    'UNKNOWN_HOST',
    `"${host.slice(0, shownLettersMax)}" is not a host name of this service. If it should be, set FLORIN_PUBLIC_URL to the ` +
      'address that browsers use, or add the name to FLORIN_ALLOWED_HOSTS.',
  )
