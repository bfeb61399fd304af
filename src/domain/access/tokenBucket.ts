/**
 * A token bucket, kept as the tokens that are missing from it at some instant; they come back with time. (Keeping
 * instead the one instant at which it is full again loses to rounding: today's date in milliseconds leaves too few
 * binary digits for fractions of a token.) Pure, so that memory and database share it.
 */

export interface BucketRules {
  perSecond: number
  burst: number
}

export interface Bucket {
  missing: number
  atMs: number
}

export const fullBucket: Bucket = { missing: 0, atMs: 0 }

export interface BucketTake extends Bucket {
  granted: number
}

export interface Taken {
  allowed: boolean
  /** Whole tokens left after this request. */
  remaining: number
  /** Whole seconds, rounded up, until the bucket is full again. */
  resetSeconds: number
  /** Whole seconds to wait before a token is there; at least 1, and 0 where this request was allowed. */
  retryAfterSeconds: number
}

/** A millionth of a token, so that one which is due to the millisecond is not lost to binary fractions. */
export const roundingSlack = 1e-6

/**
 * Clocks of two machines differ a little, and time between them counts once. A clock that is behind by more was set
 * back, and is followed: otherwise nothing would come back until it has caught up.
 */
export const clockSkewMsMax = 10_000

/** How many of the wanted tokens there are, and the bucket without them. */
export function takeTokens(rules: BucketRules, bucket: Bucket, nowMs: number, wanted: number): BucketTake {
  const wasSetBack = bucket.atMs - nowMs > clockSkewMsMax
  const atMs = wasSetBack ? nowMs : Math.max(bucket.atMs, nowMs)
  const passedMs = Math.max(0, atMs - bucket.atMs)
  const missing = Math.max(0, bucket.missing - (passedMs * rules.perSecond) / 1000)
  const granted = Math.max(0, Math.min(wanted, Math.floor(rules.burst - missing + roundingSlack)))
  return { granted, missing: missing + granted, atMs }
}

/** What to tell the request that came `order`-th (from 0) among those that took together. */
export function describeTake(
  rules: BucketRules,
  { granted, missing }: Pick<BucketTake, 'granted' | 'missing'>,
  order: number,
): Taken {
  const allowed = order < granted
  // Those that follow in the same batch have not spent their tokens yet at this request's turn.
  const laterInBatch = allowed ? granted - order - 1 : 0
  const left = Math.floor(rules.burst - missing + roundingSlack)
  const untilOneSeconds = (missing - (rules.burst - 1)) / rules.perSecond
  return {
    allowed,
    remaining: Math.max(0, left) + laterInBatch,
    resetSeconds: Math.ceil(missing / rules.perSecond - roundingSlack),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(untilOneSeconds - roundingSlack)),
  }
}
