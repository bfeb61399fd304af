/** A webhook's place in the change feed, as it is stored. The start of the feed has no instant. */
import type { FeedPlace } from '../../domain/changeCursor.ts'
import { feedStart } from '../feed/changes.ts'

/** Where a webhook is, or will be once its message was delivered. */
export interface NextPlace {
  epoch: string
  place: FeedPlace
  /** The workspace clock if the place is the end of the feed; otherwise null. */
  seenClock: string | null
}

export const isFeedStart = ({ at }: FeedPlace): boolean => at === feedStart.at

export const storedInstant = (place: FeedPlace): string | null => (isFeedStart(place) ? null : place.at)

export const placeFrom = (at: string | null, resource: FeedPlace['resource'], id: string): FeedPlace =>
  at === null ? feedStart : { at, resource, id }
