/**
 * Detects networks that a key is used from for the first time. IPv4 is grouped by /24 and IPv6 by /48, because offices,
 * provider pools and home lines change addresses within those, and that is not worth reporting.
 */
import { canonicalAddress, networkOf } from '../../domain/access/networks.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { KeyNetwork } from '../../store/keys/keyNetworks.ts'

/** The first use from an address. */
export interface Sighting {
  atMs: number
  /** Whether the key may be used from there. */
  allowed: boolean
}

/** Maximum number of addresses to collect per key between two writes. More are noted when they are seen again. */
const peersMax = 1_000
/** Maximum number of networks to remember as stored, over all keys. */
const rememberedMax = 50_000

export function notePeer(peers: Map<string, Sighting>, peer: string, atMs: number, allowed: boolean): void {
  const known = peers.get(peer)
  if (known === undefined ? peers.size < peersMax : atMs < known.atMs) peers.set(peer, { atMs, allowed })
}

interface UseOfKey {
  workspaceId: string
  peers: ReadonlyMap<string, Sighting>
}

export interface NewNetworks {
  /** Networks that this process has not stored yet; the store decides whether they are new. */
  unknown(uses: ReadonlyMap<string, UseOfKey>): KeyNetwork[]
  remember(stored: readonly KeyNetwork[]): void
}

export function newNetworks(): NewNetworks {
  const remembered = new RecentMap<true>(rememberedMax)
  return {
    unknown(uses) {
      const found = new Map<string, KeyNetwork>()
      for (const [keyId, { workspaceId, peers }] of uses) {
        for (const [peer, { atMs, allowed }] of peers) {
          const address = canonicalAddress(peer)
          if (address === null) continue
          const network = widerNetworkOf(address)
          const name = nameOf({ keyId, network })
          if (remembered.get(name) || (found.get(name)?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) continue
          found.set(name, { workspaceId, keyId, network, address, atMs, allowed })
        }
      }
      return [...found.values()]
    },
    remember(stored) {
      for (const each of stored) remembered.set(nameOf(each), true)
    },
  }
}

const nameOf = ({ keyId, network }: Pick<KeyNetwork, 'keyId' | 'network'>): string => `${keyId} ${network}`

/** The /24 of an IPv4 address or the /48 of an IPv6 address. Takes a canonical address. */
export function widerNetworkOf(address: string): string {
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  // The last four groups of a /64 are zeros, so its "::" is at the end.
  const [head = ''] = networkOf(address).split('::')
  const groups = [...head.split(':'), '0', '0'].slice(0, 3).map(group => group || '0')
  return `${canonicalAddress(`${groups.join(':')}::`)}/48`
}
