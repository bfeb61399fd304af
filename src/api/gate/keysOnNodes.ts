/**
 * Looks up keys in a distributed store. Requests of the same workspace share a look-up, those of different ones do not: a
 * node that is away or hangs concerns only its own workspaces. Where a key was found last is remembered, and with the first
 * request, the process reads where all keys are. So the directory is asked only for those that were made since. Whether a key
 * is valid is read from its node for every request.
 */
import { RecentMap } from '../../domain/recentMap.ts'
import type { Database } from '../../store/engine/door.ts'
import { findKeyPlaces, findKeyStatesIn, type KeyPlace, newestKeyPlaces } from '../../store/keys/apiKeys.ts'
import type { KeyState } from '../../store/keys/keyState.ts'
import { coalesce } from '../http/coalesce.ts'

/** Keys and workspaces that a process remembers. */
const rememberedMax = 20_000

export interface KeysOnNodes {
  /** As it was then. */
  lastSeen(secretHash: string): KeyState | undefined
  /**
   * Null if no key has this secret. For a key that is new to the process, `onPlace` gets its id as soon as the directory
   * has told it. Its state is not known then.
   */
  lookUp(secretHash: string, onPlace?: (keyId: string) => void): Promise<KeyState | null>
}

type LookUp = (secretHash: string) => Promise<KeyState | null>

export function keysOnNodes(db: Database): KeysOnNodes {
  const seen = new RecentMap<KeyState>(rememberedMax)
  const lookUps = new RecentMap<LookUp>(rememberedMax)
  const places = new RecentMap<KeyPlace>(rememberedMax)
  let hasReadPlaces = false

  async function readPlaces(): Promise<void> {
    hasReadPlaces = true
    // A recent map drops half of its entries when it is full.
    for (const place of await newestKeyPlaces(db, rememberedMax / 2)) places.set(place.secretHash, place)
  }

  const placeInDirectory = coalesce(async (hashes: string[]) => {
    const places = await findKeyPlaces(db, [...new Set(hashes)])
    const byHash = new Map(places.map(place => [place.secretHash, place]))
    return hashes.map(hash => byHash.get(hash) ?? null)
  })

  const newLookUp = (workspaceId: string): LookUp =>
    coalesce(async (hashes: string[]) => {
      const states = await findKeyStatesIn(db, workspaceId, [...new Set(hashes)])
      const byHash = new Map(states.map(state => [state.secretHash, state]))
      return hashes.map(hash => byHash.get(hash) ?? null)
    })

  async function lookUpIn(workspaceId: string, secretHash: string): Promise<KeyState | null> {
    let lookUp = lookUps.get(workspaceId)
    if (lookUp === undefined) {
      lookUp = newLookUp(workspaceId)
      lookUps.set(workspaceId, lookUp)
    }
    // While its node does not answer, nothing is expected of the key.
    const state = await lookUp(secretHash).catch((error: unknown) => {
      seen.delete(secretHash)
      throw error
    })
    if (state === null) seen.delete(secretHash)
    else seen.set(secretHash, state)
    return state
  }

  async function lookUpAt(
    { workspaceId, keyId, secretHash }: KeyPlace,
    onPlace?: (keyId: string) => void,
  ): Promise<KeyState | null> {
    const found = lookUpIn(workspaceId, secretHash)
    onPlace?.(keyId)
    return await found
  }

  return {
    lastSeen: secretHash => seen.get(secretHash),
    async lookUp(secretHash, onPlace) {
      const last = seen.get(secretHash)
      const known = last && (await lookUpIn(last.workspaceId, secretHash))
      if (known) return known
      const read = places.get(secretHash)
      const expected = last === undefined && read && (await lookUpAt(read, onPlace))
      if (expected) return expected
      const place = await placeInDirectory(secretHash)
      // Later, and only as a hint: the next request reads them if it fails.
      if (!hasReadPlaces) readPlaces().catch(() => (hasReadPlaces = false))
      return place && (await lookUpAt(place, last === undefined && !read ? onPlace : undefined))
    },
  }
}
