/**
 * Limits sign-in attempts. An attempt counts against its address, against the account from that address, and against the
 * account as a whole, which stops attacks from many addresses. A browser that has signed in to the account before has
 * its own limit instead, so that nobody else can use it up.
 */
import { emailKey } from '../../../domain/access/email.ts'
import { hashToken } from '../../../domain/access/token.ts'
import type { BucketRules } from '../../../domain/access/tokenBucket.ts'
import type { Database } from '../../../store/engine/door.ts'
import { isKnownDevice } from '../../../store/people/knownDevices.ts'
import { tooManyRequests } from '../../errors.ts'
import { widerNetworkOf } from '../../gate/newNetworks.ts'
import { type RateLimiter, rateLimiter } from '../../gate/rateLimit.ts'

export interface SignInLimits {
  /** For one account from one address (IPv6: /48). Also for a known device, and for someone who is signed in. */
  perAccountAndAddress: BucketRules
  /** For any account from one address (IPv6: /64). Also for one link. */
  perAddress: BucketRules
  /** For one account from all addresses together, except known devices. */
  perAccount: BucketRules
}

export interface Try {
  email: string
  address: string
  /** The token in the request's device cookie, which may not be valid. */
  deviceToken: string | null
}

export type SignInTries = ReturnType<typeof signInTries>

export function signInTries(db: Database, limits: SignInLimits) {
  const addresses = rateLimiter(db, 'signin-address', limits.perAddress)
  const pairs = rateLimiter(db, 'signin-pair', limits.perAccountAndAddress)
  const accounts = rateLimiter(db, 'signin-account', limits.perAccount)
  const devices = rateLimiter(db, 'signin-device', limits.perAccountAndAddress)
  const again = rateLimiter(db, 'signin-again', limits.perAccountAndAddress)
  const links = rateLimiter(db, 'signin-link', limits.perAddress)

  const takeFromAddress = (address: string, nowMs: number) =>
    takeOne(addresses, address, nowMs, 'Too many attempts from this address.')

  return {
    takeFromAddress,

    /** Treats accounts that do not exist like those that do. Returns true if the browser is a known device. */
    async takeSignIn({ email, address, deviceToken }: Try, nowMs: number): Promise<boolean> {
      const device = deviceToken === null ? null : hashToken(deviceToken)
      if (device !== null && (await isKnownDevice(db, device, email, nowMs))) {
        await takeOne(devices, device, nowMs, 'Too many attempts from this browser.')
        return true
      }
      const account = emailKey(email)
      await takeFromAddress(address, nowMs)
      await takeOne(pairs, `${lineOf(address)} ${account}`, nowMs, 'Too many attempts for this account.')
      await takeOne(accounts, account, nowMs, underAttack)
      return false
    },

    /** For someone who is signed in and confirms their password. Strangers cannot use these up. */
    takeAgain: (userId: string, nowMs: number) =>
      takeOne(again, userId, nowMs, 'Too many attempts for this account.'),

    /** For an existing link. Only someone who has the link can use these up. */
    takeFromLink: (tokenHash: string, nowMs: number) =>
      takeOne(links, tokenHash, nowMs, 'Too many attempts with this link.'),

    async tidy(nowMs: number): Promise<void> {
      const all = [addresses, pairs, accounts, devices, again, links]
      await Promise.all(all.map(each => each.tidy(nowMs)))
    },
  }
}

/**
 * Addresses are single IPv4 addresses or IPv6 /64s. One line often has a whole /48, so if attempts were counted by /64, a
 * single attacker could use up the attempts that an account has for all addresses together.
 */
const lineOf = (address: string): string =>
  address.endsWith('/64') ? widerNetworkOf(address.slice(0, -'/64'.length)) : address

const underAttack =
  'Too many attempts for this account from many addresses. Use a browser that you have signed in with before; it has its own limit.'

async function takeOne(limiter: RateLimiter, name: string, nowMs: number, message: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(name, nowMs)
  if (!allowed) throw tooManyRequests(retryAfterSeconds, message)
}
