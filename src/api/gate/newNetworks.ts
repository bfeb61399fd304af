/**
 * Which networks keys are used from for the first time. IPv4 counts by /24 and IPv6 by /48: an office, a provider's pool
 * or a home line changes its address within those, and that is nothing to report.
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

/** Addresses of one key that are gathered between two writes. Further ones are noted when they come again. */
const peersMax = 1_000
/** Networks that this process need not look up again, over all keys. */
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
  /** Those that this process has not seen stored yet; the store knows whether they are new. */
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

/** The /24 of an IPv4 address and the /48 of an IPv6 address, from an address in its one spelling. */
export function widerNetworkOf(address: string): string {
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  // The last four groups of a /64 are zeros, so its "::" is at the end.
  const [head = ''] = networkOf(address).split('::')
  const groups = [...head.split(':'), '0', '0'].slice(0, 3).map(group => group || '0')
  return `${canonicalAddress(`${groups.join(':')}::`)}/48`
}
