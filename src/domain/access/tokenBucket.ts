/**
 * A token bucket, stored as the number of tokens missing at some instant; they come back over time. (Storing
 * the instant at which it is full again would lose precision: at today's date, milliseconds leave too few
 * binary digits for fractions of a token.) Pure, so the in-memory and the database limiter share it.
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
  /** Whole seconds until the next token is available: at least 1, or 0 if this request was allowed. */
  retryAfterSeconds: number
}

/** A millionth of a token: rounding must not withhold a token that is due to the millisecond. */
export const roundingSlack = 1e-6

/**
 * Clocks of two machines differ a little, and elapsed time must not count twice. A clock that is behind by
 * more than this was set back; we follow it, because otherwise no tokens would come back until it has caught
 * up.
 */
export const clockSkewMsMax = 10_000

/** How many of the wanted tokens are granted, and the bucket after taking them. */
export function takeTokens(rules: BucketRules, bucket: Bucket, nowMs: number, wanted: number): BucketTake {
  const wasSetBack = bucket.atMs - nowMs > clockSkewMsMax
  const atMs = wasSetBack ? nowMs : Math.max(bucket.atMs, nowMs)
  const passedMs = Math.max(0, atMs - bucket.atMs)
  const missing = Math.max(0, bucket.missing - (passedMs * rules.perSecond) / 1000)
  const granted = Math.max(0, Math.min(wanted, Math.floor(rules.burst - missing + roundingSlack)))
  return { granted, missing: missing + granted, atMs }
}

/** The limit values for the request at position `order` (from 0) in a batch that took tokens together. */
export function describeTake(
  rules: BucketRules,
  { granted, missing }: Pick<BucketTake, 'granted' | 'missing'>,
  order: number,
): Taken {
  const allowed = order < granted
  // Requests later in the batch have not spent their tokens yet when this one is served.
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
