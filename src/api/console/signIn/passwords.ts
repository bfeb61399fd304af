/**
 * Checks passwords and codes. Attempts are limited (signInTries.ts), and only a few checks run at once, because each
 * takes memory and time on purpose. A refusal does not reveal which part was wrong.
 */
import { checkPassword, type HashedPassword, hashPassword } from '../../../domain/access/password.ts'
import { hashRecoveryCode, matchingStep, openSecret } from '../../../domain/access/secondFactor.ts'
import type { Connection, Database } from '../../../store/engine/door.ts'
import {
  findUserByEmail,
  type StoredUser,
  takeRecoveryCode,
  takeTotpStep,
} from '../../../store/people/users.ts'
import { ApiError } from '../../errors.ts'
import { secondFactorFailed, secondFactorRequired, signInFailed, wrongPassword } from '../http/refusals.ts'
import { type Failure, failureLog } from './failureLog.ts'
import { limitConcurrency } from './limitConcurrency.ts'
import { type SignInLimits, signInTries } from './signInTries.ts'

export interface Verified {
  user: StoredUser
  /** Decrypts what is encrypted with the password. */
  lock: Buffer
}

/** Address, browser and device cookie of a sign-in attempt. */
export interface Visitor {
  address: string
  client: string | null
  deviceToken: string | null
}

export interface PasswordGuard {
  verify(credentials: Credentials, visitor: Visitor, nowMs: number): Promise<Verified>
  /** For someone who is signed in and confirms their password. */
  verifyAgain(user: StoredUser, password: string, nowMs: number): Promise<Verified>
  /** Counts a token that belongs to no link as an attempt. */
  countTry(address: string, nowMs: number): Promise<void>
  /** Counts a use of an existing link. */
  countLinkTry(tokenHash: string, nowMs: number): Promise<void>
  hash(password: string): Promise<HashedPassword>
  /** The last time, writes all failures that are in memory. */
  tidy(nowMs: number, isLast: boolean): Promise<void>
}

export interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

export function passwordGuard(db: Database, limits: SignInLimits): PasswordGuard {
  const tries = signInTries(db, limits)
  const failures = failureLog(db)
  const queue = limitConcurrency(checksAtOnceMax)
  /** For known devices and people who are signed in, so that strangers who fill the other queue do not delay them. */
  const priorityQueue = limitConcurrency(priorityChecksAtOnceMax)

  const check = (inQueue: typeof queue, user: StoredUser | null, password: string) =>
    inQueue(() => checkPassword(password, user?.passwordHash ?? null))

  return {
    async verify({ email, password, code }, visitor, nowMs) {
      const { address, client } = visitor
      const isKnown = await tries.takeSignIn({ email, ...visitor }, nowMs)
      const user = await findUserByEmail(db, email)
      const lock = await check(isKnown ? priorityQueue : queue, user, password)
      const failed = (userId: string, reason: Failure['reason']) =>
        failures.note({ userId, address, client, reason }, nowMs)
      if (user === null || lock === null) {
        if (user !== null) failed(user.id, 'password')
        throw signInFailed()
      }
      try {
        await requireCode(db, { user, lock }, code, nowMs)
      } catch (error) {
        const reason = codeFailureOf(error)
        if (reason !== null) failed(user.id, reason)
        throw error
      }
      return { user, lock }
    },
    async verifyAgain(user, password, nowMs) {
      await tries.takeAgain(user.id, nowMs)
      const lock = await check(priorityQueue, user, password)
      if (lock === null) throw wrongPassword()
      return { user, lock }
    },
    countTry: (address, nowMs) => tries.takeFromAddress(address, nowMs),
    countLinkTry: (tokenHash, nowMs) => tries.takeFromLink(tokenHash, nowMs),
    hash: password => priorityQueue(() => hashPassword(password)),
    async tidy(nowMs, isLast) {
      await Promise.all([tries.tidy(nowMs), failures.write(nowMs, isLast)])
    },
  }
}

/** Each check takes 32 MB and one of node's four pool threads. Together these leave one thread free. */
const checksAtOnceMax = 2
const priorityChecksAtOnceMax = 1

function codeFailureOf(error: unknown): Failure['reason'] | null {
  if (!(error instanceof ApiError)) return null
  if (error.body.code === 'SECOND_FACTOR_FAILED') return 'secondFactor'
  return error.body.code === 'SECOND_FACTOR_REQUIRED' ? 'codeMissing' : null
}

/** Accepts an authenticator code or a recovery code. Each works once, even in concurrent requests. */
export async function requireCode(
  connection: Connection,
  { user, lock }: Verified,
  code: string | undefined,
  nowMs: number,
): Promise<void> {
  if (user.totpLocked === null) return
  if (code === undefined) throw secondFactorRequired()
  const secret = openSecret(user.totpLocked, lock, user.id)
  const step = matchingStep(secret, code, nowMs, Number(user.totpStep))
  if (step !== null && (await takeTotpStep(connection, user.id, step))) return
  if (await takeRecoveryCode(connection, user.id, hashRecoveryCode(code))) return
  throw secondFactorFailed()
}
