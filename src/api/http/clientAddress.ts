/**
 * Finds the client's address, host and scheme. Anyone can send X-Forwarded headers, so they are used only on connections
 * from a trusted proxy.
 */
import { canonicalAddress, type Networks, networkOf, parseNetworks } from '../../domain/access/networks.ts'
import type { AppRequest } from './reply.ts'

export interface Client {
  /** The client's address. Without a proxy, the remote address of the connection. */
  peer: string
  /** The host that the client requested, with its port. */
  host: string | undefined
  /** The client is known to use HTTPS. */
  https: boolean
  /** A trusted proxy forwarded this request. */
  viaProxy: boolean
}

/** Clients are counted by network, because an IPv6 host often has a whole /64. */
export const addressOf = networkOf

/** Takes entries that the configuration has already checked. */
export function proxiesOf(entries: readonly string[]): Networks | null {
  if (entries.length === 0) return null
  const parsed = parseNetworks(entries)
  if ('mistake' in parsed) throw new Error(`Invalid trusted proxies: ${parsed.mistake}.`)
  return parsed.networks
}

/** Must be called while the connection is open: a closed socket has no remote address. */
export function clientOf(
  { headers, socket }: AppRequest,
  proxies: Networks | null,
  hopsMax = proxyHopsMax,
): Client {
  const { remoteAddress: peer = 'unknown', encrypted: https = false } = socket
  const direct = { peer, host: headers.host, https, viaProxy: false }
  if (proxies === null || !proxies.has(peer)) return direct
  const addresses = headers['x-forwarded-for']
  const host = lastOf(headers['x-forwarded-host'])
  const scheme = lastOf(headers['x-forwarded-proto'])?.toLowerCase()
  // A browser on the proxy's own machine may connect directly, and must not be redirected to HTTPS.
  const viaProxy = [addresses, host, scheme].some(each => each !== undefined)
  if (!viaProxy) return direct
  return {
    peer: addresses === undefined ? peer : forwardedFor(String(addresses), peer, proxies, hopsMax),
    host: host ?? headers.host,
    // A proxy is expected to terminate TLS (`main/config.ts`), so HTTPS is the default.
    https: https || (scheme ?? 'https') === 'https',
    viaProxy,
  }
}

/** Each proxy appends the address of its client, so only the end of the header needs to be read. */
const forwardedLettersMax = 2_000
/** Maximum number of proxies in a row, if they are listed by address. */
export const proxyHopsMax = 20

/**
 * The last address that is not one of our proxies. Everything before it was sent by that client and may be forged. Reads
 * at most `hopsMax` entries; with 1, the result is the last entry. If an entry is not an address, the result is the
 * proxy that wrote it.
 */
function forwardedFor(header: string, peer: string, proxies: Networks, hopsMax: number): string {
  let nearest = canonicalAddress(peer) ?? peer
  const end = header.slice(-forwardedLettersMax)
  for (const entry of end.split(',').slice(-hopsMax).reverse()) {
    const address = canonicalAddress(withoutPort(entry.trim()))
    if (address === null) return nearest
    nearest = address
    if (!proxies.has(address)) return address
  }
  return nearest
}

/** Some proxies add the port, and brackets around IPv6 addresses. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]+)\](?::\d{1,5})?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')

/** If several headers were joined, the value from the nearest proxy. */
function lastOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  return String(header).slice(-forwardedLettersMax).split(',').at(-1)?.trim() || undefined
}
