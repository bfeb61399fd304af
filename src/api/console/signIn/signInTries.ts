/**
 * How often one may try to sign in. A try counts against its address, against the account as seen from that address, and
 * against the account as a whole; the last limit is what stops many addresses together. A browser that has signed in to
 * the account before has tries of its own instead, so nobody else can use them up.
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
  /** Tries for one account from one address (IPv6: /48); also those of one known device, and of somebody signed in. */
  perAccountAndAddress: BucketRules
  /** Tries from one address (IPv6: /64), for any account; also with one link. */
  perAddress: BucketRules
  /** Tries for one account from all addresses together, without those of known devices. */
  perAccount: BucketRules
}

export interface Try {
  email: string
  address: string
  /** The token in the device cookie that came along, whatever it is worth. */
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
    takeOne(addresses, address, nowMs, 'Too many tries from this address.')

  return {
    takeFromAddress,

    /** Counts accounts that do not exist just like those that do. True if the browser is a known device. */
    async takeSignIn({ email, address, deviceToken }: Try, nowMs: number): Promise<boolean> {
      const device = deviceToken === null ? null : hashToken(deviceToken)
      if (device !== null && (await isKnownDevice(db, device, email, nowMs))) {
        await takeOne(devices, device, nowMs, 'Too many tries from this browser.')
        return true
      }
      const account = emailKey(email)
      await takeFromAddress(address, nowMs)
      await takeOne(pairs, `${lineOf(address)} ${account}`, nowMs, 'Too many tries for this account.')
      await takeOne(accounts, account, nowMs, underAttack)
      return false
    },

    /** For somebody who is signed in and proves it again: no stranger can use these up. */
    takeAgain: (userId: string, nowMs: number) =>
      takeOne(again, userId, nowMs, 'Too many tries for this account.'),

    /** For a link that exists: only those who have it can use these up. */
    takeFromLink: (tokenHash: string, nowMs: number) =>
      takeOne(links, tokenHash, nowMs, 'Too many tries with this link.'),

    async tidy(nowMs: number): Promise<void> {
      const all = [addresses, pairs, accounts, devices, again, links]
      await Promise.all(all.map(each => each.tidy(nowMs)))
    },
  }
}

/**
 * Addresses come as single IPv4 addresses and as IPv6 /64s. One line often has a whole /48, so counted by /64 a single
 * stranger could use up the tries that an account has for all addresses together.
 */
const lineOf = (address: string): string =>
  address.endsWith('/64') ? widerNetworkOf(address.slice(0, -'/64'.length)) : address

const underAttack =
  'Too many tries for this account, from many addresses. Use a browser that you have signed in with before, which has tries of its own.'

async function takeOne(limiter: RateLimiter, name: string, nowMs: number, message: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(name, nowMs)
  if (!allowed) throw tooManyRequests(retryAfterSeconds, message)
}
