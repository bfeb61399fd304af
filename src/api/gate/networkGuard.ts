/** Checks that a key is used from one of its networks. */
import { type Networks, parseNetworks } from '../../domain/access/networks.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { KeyState } from '../../store/keys/keyState.ts'

/** Maximum number of parsed lists to cache, keyed by their text. */
const parsedListsMax = 1_000

export interface NetworkGuard {
  allows(key: Pick<KeyState, 'networks'>, peer: string): boolean
}

/** The list is read with the key on every request; only its parsed form is cached. */
export function networkGuard(): NetworkGuard {
  const parsedLists = new RecentMap<Networks>(parsedListsMax)
  return {
    allows({ networks }, peer) {
      if (networks === null) return true
      const known = parsedLists.get(networks)
      if (known !== undefined) return known.has(peer)
      const parsed = parseNetworks(networks.split(','))
      // A list that was corrupted in the database admits nobody.
      if ('mistake' in parsed) return false
      parsedLists.set(networks, parsed.networks)
      return parsed.networks.has(peer)
    },
  }
}
