/**
 * A token bucket kept as a single number: the instant (in ms) at which it will be full again. Taking a token moves
 * that instant on by the time that one token takes to come back. Pure, so that memory and database share it.
 */

export interface BucketRules {
  perSecond: number
  burst: number
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

const tokenMs = ({ perSecond }: BucketRules): number => 1000 / perSecond

/** How many of the wanted tokens there are, and the instant that the bucket is then full again. */
export function takeTokens(rules: BucketRules, fullAtMs: number, nowMs: number, wanted: number) {
  const start = Math.max(fullAtMs, nowMs)
  const available = Math.floor(rules.burst - (start - nowMs) / tokenMs(rules) + roundingSlack)
  const granted = Math.max(0, Math.min(wanted, available))
  return { granted, fullAtMs: start + granted * tokenMs(rules) }
}

/** A millionth of a token, so that a token which is due to the millisecond is not lost to binary fractions. */
const roundingSlack = 1e-6

/** What to tell the request that came `order`-th (from 0) among those that took together. */
export function describeTake(
  rules: BucketRules,
  result: { granted: number; fullAtMs: number },
  order: number,
  nowMs: number,
): Taken {
  const allowed = order < result.granted
  const missingMs = Math.max(0, result.fullAtMs - nowMs)
  const left = Math.floor(rules.burst - missingMs / tokenMs(rules) + roundingSlack)
  // Those that follow in the same batch have not spent their tokens yet at this request's turn.
  const laterInBatch = allowed ? result.granted - order - 1 : 0
  const waitMs = missingMs - (rules.burst - 1) * tokenMs(rules)
  return {
    allowed,
    remaining: Math.max(0, left) + laterInBatch,
    resetSeconds: Math.ceil(missingMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
  }
}
