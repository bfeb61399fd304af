/** Refuses a key from outside of its networks. */
import { type Networks, parseNetworks } from '../../domain/access/networks.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { KeyState } from '../../store/keys/apiKeys.ts'

/** Lists of networks that are kept parsed, by their text. */
const parsedListsMax = 1_000

export interface NetworkGuard {
  allows(key: Pick<KeyState, 'networks'>, peer: string): boolean
}

/** The list comes with the key on every request; only its parsed form is kept. */
export function networkGuard(): NetworkGuard {
  const parsedLists = new RecentMap<Networks>(parsedListsMax)
  return {
    allows({ networks }, peer) {
      // Most keys have no list, and pay nothing for those that do.
      if (networks === null) return true
      const known = parsedLists.get(networks)
      if (known !== undefined) return known.has(peer)
      const parsed = parseNetworks(networks.split(','))
      // A list that someone broke in the database lets nobody in.
      if ('mistake' in parsed) return false
      parsedLists.set(networks, parsed.networks)
      return parsed.networks.has(peer)
    },
  }
}
