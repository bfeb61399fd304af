/**
 * Who is at the other end, and how they reached us. A proxy says it in X-Forwarded headers, and so can anybody: they
 * count only on connections from a proxy that the configuration trusts.
 */
import { canonicalAddress, type Networks, networkOf, parseNetworks } from '../../domain/access/networks.ts'
import type { AppRequest } from './reply.ts'

export interface Client {
  /** The client's address. Without a proxy it is as the connection has it. */
  peer: string
  /** The host that the client asked for, with its port. */
  host: string | undefined
  /** The client is known to have come by HTTPS. */
  https: boolean
  /** A trusted proxy passed this request on. */
  viaProxy: boolean
}

/** What clients are counted by, since an IPv6 host often has a whole /64 to itself. */
export const addressOf = networkOf

/** From entries that the configuration has checked. */
export function proxiesOf(entries: readonly string[]): Networks | null {
  if (entries.length === 0) return null
  const parsed = parseNetworks(entries)
  if ('mistake' in parsed) throw new Error(`The trusted proxies are wrong: ${parsed.mistake}.`)
  return parsed.networks
}

/** To be asked while the connection is there: its address is gone with it. */
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
  // Somebody on the proxy's own machine may ask us directly, and a browser there must not be sent to HTTPS.
  const viaProxy = [addresses, host, scheme].some(each => each !== undefined)
  if (!viaProxy) return direct
  return {
    peer: addresses === undefined ? peer : forwardedFor(String(addresses), peer, proxies, hopsMax),
    host: host ?? headers.host,
    // Proxies are for HTTPS (`main/config.ts`), so one that does not name the scheme means that.
    https: https || (scheme ?? 'https') === 'https',
    viaProxy,
  }
}

/** Each proxy adds the address that it was asked from at the end, so only the end needs to be read. */
const forwardedLettersMax = 2_000
/** Proxies in a row, where they are named. */
export const proxyHopsMax = 20

/**
 * The last address that is not one of our proxies. Everything before it is what that client wrote, and may be invented.
 * `hopsMax` entries are looked at: with 1 it is the last entry, whatever its address.
 * Where an entry is not an address, it is the proxy that wrote it.
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

/** Some proxies write the port as well, and IPv6 in brackets. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]+)\](?::\d{1,5})?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')

/** What the nearest proxy wrote, where several headers were joined. */
function lastOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  return String(header).slice(-forwardedLettersMax).split(',').at(-1)?.trim() || undefined
}
