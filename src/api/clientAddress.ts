/**
 * Whom a try that failed is counted against, and where a key was last used from. Most requests need neither, so what the
 * connection says is kept as it is, and made one address only where somebody asks.
 */
import { isIPv6 } from 'node:net'
import type { AppRequest } from './answer.ts'

/** Who is at the other end, as the connection or the proxy says it; to be asked while the connection is there. */
export function peerOf({ headers, socket }: AppRequest, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  if (forwarded === undefined) return socket.remoteAddress ?? 'unknown'
  // The proxy in front of us adds the last entry; those before it are whatever the client wrote.
  const last = [forwarded].flat().join(',').split(',').at(-1)?.trim()
  return last || socket.remoteAddress || 'unknown'
}

/** Some proxies write the port as well, and every connection has another one. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** One host often has a whole IPv6 /64 to itself, so that is what counts as one address. */
export function addressOf(peer: string): string {
  const plain = withoutPort(peer).replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === '' ? [] : tail.split(':')
  const missing = plain.includes('::') ? 8 - groups.length - tailGroups.length : 0
  return `${[...groups, ...Array(missing).fill('0'), ...tailGroups].slice(0, 4).join(':')}::/64`
}
