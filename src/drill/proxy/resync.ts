/**
 * What RESYNC_REQUIRED means for a follower. As on a service that was restored from a backup, every cursor is refused
 * until the follower starts again without one, and the new walk does not tell of rows that are gone: rows that
 * were created after the backup are simply not there. So a follower has to replace its copy.
 */
import { RecentMap } from '../../domain/recentMap.ts'
import type { InjectedFault } from '../record.ts'
import { isObject } from '../rows.ts'

interface Follower {
  stage: 'refused' | 'walking'
  fault: InjectedFault
  /** How often the refusal has arrived. */
  told: number
  /** The clock at the first page of the new walk; deletions up to it are left out. */
  horizon: string | null
}

const followersMax = 1_000

export class Resyncs {
  /** By key and filters. A follower that is not here goes on as usual. */
  readonly #followers = new RecentMap<Follower>(followersMax)

  require(follower: string, fault: InjectedFault): void {
    this.#followers.set(follower, { stage: 'refused', fault, told: 0, horizon: null })
  }

  /** The fault for which this request of the feed is refused; null if it may pass. */
  refuses(follower: string, hasCursor: boolean): InjectedFault | null {
    const known = this.#followers.get(follower)
    if (known === undefined) return null
    if (hasCursor) return known.stage === 'refused' ? known.fault : null
    this.#followers.set(follower, { ...known, stage: 'walking', horizon: null })
    return null
  }

  /** The refusal arrived. Returns how often it had before. */
  tell(follower: string): number {
    const known = this.#followers.get(follower)
    if (known === undefined) return 0
    known.told += 1
    return known.told - 1
  }

  isWalking(follower: string): boolean {
    return this.#followers.get(follower)?.stage === 'walking'
  }

  /** The page as a restored service would send it. */
  withoutOldDeletions(follower: string, page: unknown): unknown {
    const known = this.#followers.get(follower)
    if (known?.stage !== 'walking' || !isObject(page) || !Array.isArray(page.data)) return page
    if (known.horizon === null && typeof page.clock === 'string') known.horizon = page.clock
    const horizon = known.horizon ?? ''
    const isOldDeletion = (each: unknown) =>
      isObject(each) && each.object === null && typeof each.at === 'string' && each.at <= horizon
    return { ...page, data: page.data.filter(each => !isOldDeletion(each)) }
  }

  /** A page arrived whole. The last one ends the walk. */
  delivered(follower: string, page: unknown): void {
    if (this.isWalking(follower) && isObject(page) && page.upToDate === true) this.#followers.delete(follower)
  }
}
