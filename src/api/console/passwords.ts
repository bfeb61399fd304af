/**
 * Checking passwords and codes. Guesses are limited per account and per address, and as each check takes memory and
 * time on purpose, a few at once is all there are. Whoever is refused learns nothing of which part was wrong.
 */
import { emailKey } from '../../domain/email.ts'
import { checkPassword, type HashedPassword, hashPassword } from '../../domain/password.ts'
import { hashRecoveryCode, matchingStep, openSecret } from '../../domain/secondFactor.ts'
import type { BucketRules } from '../../domain/tokenBucket.ts'
import type { Database, Session } from '../../store/door.ts'
import { findUserByEmail, type StoredUser, takeRecoveryCode, takeTotpStep } from '../../store/users.ts'
import { tooManyRequests, unavailable } from '../errors.ts'
import { type RateLimiter, rateLimiter } from '../rateLimit.ts'
import { secondFactorFailed, secondFactorRequired, signInFailed, wrongPassword } from './refusals.ts'

export interface SignInLimits {
  /** Tries for one account, from anywhere. */
  perAccount: BucketRules
  /** Tries from one address, for any account. */
  perAddress: BucketRules
}

export interface Verified {
  user: StoredUser
  /** Opens what is encrypted under the password. */
  lock: Buffer
}

export interface PasswordGuard {
  verify(credentials: Credentials, address: string, nowMs: number): Promise<Verified>
  /** For someone who is signed in and proves it once more. */
  verifyAgain(user: StoredUser, password: string, nowMs: number): Promise<Verified>
  /** A try that is no password: a link's token. */
  countTry(address: string, nowMs: number): Promise<void>
  hash(password: string): Promise<HashedPassword>
  tidy(nowMs: number): Promise<void>
}

export interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

export function passwordGuard(db: Database, limits: SignInLimits): PasswordGuard {
  const accounts = rateLimiter(db, 'signin-account', limits.perAccount)
  const addresses = rateLimiter(db, 'signin-address', limits.perAddress)
  /** Of somebody who is signed in: a stranger who uses up the tries of an account must not keep its owner from this. */
  const again = rateLimiter(db, 'signin-again', limits.perAccount)
  const inTurn = fewAtOnce()

  const check = (user: StoredUser | null, password: string) =>
    inTurn(() => checkPassword(password, user?.passwordHash ?? null))

  return {
    async verify({ email, password, code }, address, nowMs) {
      await takeTry(addresses, address, nowMs, 'from this address')
      // Whether there is such an account or not, its tries are counted alike.
      await takeTry(accounts, emailKey(email), nowMs, 'for this account')
      const user = await findUserByEmail(db, email)
      const lock = await check(user, password)
      if (user === null || lock === null) throw signInFailed()
      if (user.totpLocked !== null) await requireCode(db, { user, lock }, code, nowMs)
      return { user, lock }
    },
    async verifyAgain(user, password, nowMs) {
      await takeTry(again, user.id, nowMs, 'for this account')
      const lock = await check(user, password)
      if (lock === null) throw wrongPassword()
      return { user, lock }
    },
    countTry: (address, nowMs) => takeTry(addresses, address, nowMs, 'from this address'),
    hash: password => inTurn(() => hashPassword(password)),
    async tidy(nowMs) {
      await Promise.all([accounts, addresses, again].map(each => each.tidy(nowMs)))
    },
  }
}

async function takeTry(limiter: RateLimiter, name: string, nowMs: number, whose: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(name, nowMs)
  if (!allowed) throw tooManyRequests(retryAfterSeconds, `Too many tries ${whose}.`)
}

/** A code of the authenticator, or a recovery code. Either works once, also when two requests bring it at once. */
export async function requireCode(
  session: Session,
  { user, lock }: Verified,
  code: string | undefined,
  nowMs: number,
): Promise<void> {
  if (user.totpLocked === null) return
  if (code === undefined) throw secondFactorRequired()
  const secret = openSecret(user.totpLocked, lock, user.id)
  const step = matchingStep(secret, code, nowMs, Number(user.totpStep))
  if (step !== null && (await takeTotpStep(session, user.id, step))) return
  if (await takeRecoveryCode(session, user.id, hashRecoveryCode(code))) return
  throw secondFactorFailed()
}

/** Each takes 32 MB while it runs, and half a processor. */
const checksAtOnceMax = 2
const checksWaitingMax = 40

function fewAtOnce() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= checksAtOnceMax) {
      if (waiting.length >= checksWaitingMax) throw unavailable('Very many are signing in just now.')
      await new Promise<void>(settle => waiting.push(settle))
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
