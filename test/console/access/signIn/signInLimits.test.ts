/** The limits on attempts to sign in: per account, per address, per link, and at the same time. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createInvite, createResetLink } from '../../../../src/actions/people.ts'
import type { AppConfig } from '../../../../src/api/app.ts'
import { withOtherProcess } from '../../../http/replies/directApp.ts'
import { actor, useService } from '../../../support/service.ts'
import { describeOnBothStores } from '../../../support/stores.ts'
import { directly, headerOf, type Received, type Send, seen, statusAndCode } from '../../wire.ts'
import { Browser, type Home, home, person } from '../people.ts'
import { heldScrypt, useCheapHashes } from './scrypt.ts'

const throttled = [429, 'TOO_MANY_REQUESTS']
const never = { perSecond: 1e-9, burst: 1e6 }

describeOnBothStores('Signing in', store => {
  const service = useService(store)
  useCheapHashes()
  let own: Home

  beforeAll(async () => {
    own = await home(service.current)
  })

  const nobody = () => `nobody-${randomUUID()}@example.com`
  const signIn = (json: object, send: Send) => new Browser(send).post('/console/session', json)

  function direct(config: Partial<AppConfig>) {
    return directly(service.current.store.db, { clock: () => service.current.nowMs, config })
  }

  describe('attempts', () => {
    const tries = 3
    /** Unlimited, except for the given limits. */
    const limits = (given: Partial<AppConfig['signIn']>): Partial<AppConfig> => ({
      signIn: { perAccountAndAddress: never, perAddress: never, perAccount: never, ...given },
    })
    /** Three at once, and one more every ten seconds. */
    const three = { burst: tries, perSecond: 0.1 }
    const perPair = limits({ perAccountAndAddress: three })
    const perAddress = limits({ perAddress: three })
    const perAccount = limits({ perAccount: three })

    const statuses = async (attempts: (() => Promise<Received>)[]) => {
      const found: number[] = []
      for (const attempt of attempts) found.push((await attempt()).status)
      return found
    }
    const times = (count: number, attempt: () => Promise<Received>) => Array(count).fill(attempt)

    it('for an account are limited per address, and then even the right password is rejected there', async () => {
      const { send } = direct(perPair)
      const bob = await person(service.current)
      const attempt = (password: string, address: string) => () =>
        send('POST', '/console/session', { json: { email: bob.email, password }, address })
      const wrong = times(tries, attempt('wrong', '192.0.2.66'))
      expect(await statuses(wrong)).toEqual(Array(tries).fill(401))
      const refused = await attempt(bob.password, '192.0.2.66')()
      expect([...statusAndCode(refused), headerOf(refused, 'retry-after')]).toEqual([...throttled, '10'])
      expect((await attempt(bob.password, '192.0.2.67')()).status).toBe(200)
    })

    it('for an account from many addresses share a limit, and the reply says what helps', async () => {
      const { send } = direct(perAccount)
      const bob = await person(service.current)
      let host = 0
      const attempt = (password: string) => () => {
        host += 1
        const json = { email: bob.email, password }
        return send('POST', '/console/session', { json, address: `192.0.2.${host}` })
      }
      expect(await statuses(times(tries, attempt('wrong')))).toEqual(Array(tries).fill(401))
      const refused = await attempt(bob.password)()
      expect([...statusAndCode(refused), headerOf(refused, 'retry-after')]).toEqual([...throttled, '10'])
      expect(refused.body.message).toContain('a browser that you have signed in with before')
      service.current.nowMs += 10_000
      expect((await attempt(bob.password)()).status).toBe(200)
    })

    it('for an account from many networks of one IPv6 line do not use up the limit of other addresses', async () => {
      const { send } = direct(limits({ perAccountAndAddress: three, perAccount: { ...three, burst: 5 } }))
      const bob = await person(service.current)
      const attempt = (password: string, address: string) => () =>
        send('POST', '/console/session', { json: { email: bob.email, password }, address })
      // Any number of /64s belong to one line.
      const wrong = Array.from({ length: 12 }, (_, network) =>
        attempt('wrong', `2001:db8:7:${network.toString(16)}::1`),
      )
      expect(await statuses(wrong)).toEqual([...Array(tries).fill(401), ...Array(12 - tries).fill(429)])
      expect((await attempt(bob.password, '2001:db8:8::1')()).status).toBe(200)
      expect((await attempt(bob.password, '192.0.2.70')()).status).toBe(200)
    })

    it('for an account become available again one at a time', async () => {
      const { send } = direct(perPair)
      const bob = await person(service.current)
      const json = { email: bob.email, password: bob.password }
      await statuses(times(tries, () => signIn({ ...json, password: 'wrong' }, send)))
      service.current.nowMs += 9_999
      expect(statusAndCode(await signIn(json, send))).toEqual(throttled)
      service.current.nowMs += 1
      expect((await signIn(json, send)).status).toBe(200)
      expect(statusAndCode(await signIn(json, send))).toEqual(throttled)
    })

    it('for an unknown account are counted in the same way, with the same replies', async () => {
      const { send } = direct(perPair)
      const bob = await person(service.current)
      const outcomes = []
      for (const email of [bob.email, nobody()]) {
        const replies = []
        for (let index = 0; index <= tries; index += 1) {
          replies.push(seen(await signIn({ email, password: 'wrong' }, send)))
        }
        outcomes.push(replies)
      }
      expect(outcomes[1]).toEqual(outcomes[0])
    })

    it('for one account are counted together in any spelling', async () => {
      const { send } = direct(perPair)
      const bob = await person(service.current, { email: 'bob.spelt@example.com' })
      const spellings = ['BOB.spelt@example.com', ' bob.spelt@example.com', 'ｂｏｂ.spelt@example.com']
      await statuses(spellings.map(email => () => signIn({ email, password: 'wrong' }, send)))
      expect(statusAndCode(await signIn({ email: bob.email, password: bob.password }, send))).toEqual(
        throttled,
      )
    })

    it('for one account do not affect others', async () => {
      const { send } = direct(perPair)
      const [bob, eve] = [await person(service.current), await person(service.current)]
      await statuses(times(tries + 1, () => signIn({ email: bob.email, password: 'wrong' }, send)))
      expect((await signIn({ email: eve.email, password: eve.password }, send)).status).toBe(200)
    })

    it('for an account do not end its sessions, which have their own limit', async () => {
      const { send } = direct(perPair)
      const bob = await person(service.current)
      const inside = new Browser(send, bob.token)
      const change = { currentPassword: 'wrong', newPassword: 'a password that is new' }
      const wrong = await inside.post('/console/password', change)
      expect(statusAndCode(wrong)).toEqual([403, 'WRONG_PASSWORD'])
      await statuses(times(tries - 1, () => inside.post('/console/password', change)))
      expect(statusAndCode(await inside.post('/console/password', change))).toEqual(throttled)
      expect((await signIn({ email: bob.email, password: bob.password }, send)).status).toBe(200)
      expect((await inside.get('/console/session')).status).toBe(200)
    })

    it('from an address are limited over all accounts, without affecting other addresses', async () => {
      const { send } = direct(perAddress)
      const bob = await person(service.current)
      const json = { email: bob.email, password: bob.password }
      const from = (address: string, sent: object = json) =>
        send('POST', '/console/session', { json: sent, address })
      const wrong = () => from('198.51.100.7', { email: nobody(), password: 'wrong' })
      expect(await statuses(times(tries, wrong))).toEqual(Array(tries).fill(401))
      const refused = await from('198.51.100.7')
      expect([...statusAndCode(refused), headerOf(refused, 'retry-after')]).toEqual([...throttled, '10'])
      expect((await from('198.51.100.8')).status).toBe(200)
      service.current.nowMs += 10_000
      expect((await from('198.51.100.7')).status).toBe(200)
    })

    const inviteToken = async () => {
      const to = { email: nobody(), role: 'member' } as const
      const { nowMs, store: opened } = service.current
      const made = await opened.db.transaction(connection =>
        createInvite(connection, own.workspaceId, to, actor, nowMs),
      )
      return made.token
    }

    it('from an address include wrong link tokens; valid links still work', async () => {
      const { send } = direct(perAddress)
      for (const path of ['/console/links/inspect', '/console/links/accept']) {
        service.current.nowMs += 60_000
        const right = { token: await inviteToken(), name: 'Guest', password: 'a password of a guest' }
        const guess = (index: number) => ({ ...right, token: `guess ${index}` })
        const post = (json: typeof right) =>
          send('POST', path, {
            json: path.endsWith('accept') ? json : { token: json.token },
            address: '203.0.113.9',
          })
        for (let index = 0; index < tries; index += 1) {
          expect(statusAndCode(await post(guess(index)))).toEqual([404, 'LINK_INVALID'])
        }
        expect(statusAndCode(await post(guess(tries)))).toEqual(throttled)
        expect((await post(right)).status).toBe(200)
      }
    })

    it('with one link are limited, without affecting other links', async () => {
      const { send } = direct(perAddress)
      const [used, other] = [await inviteToken(), await inviteToken()]
      let host = 0
      const inspect = (token: string) => () => {
        host += 1
        return send('POST', '/console/links/inspect', { json: { token }, address: `203.0.113.${host}` })
      }
      expect(await statuses(times(tries, inspect(used)))).toEqual(Array(tries).fill(200))
      expect(statusAndCode(await inspect(used)())).toEqual(throttled)
      expect((await inspect(other)()).status).toBe(200)
    })

    it('that failed from an address do not prevent a password reset there', async () => {
      const { send } = direct(perAddress)
      const bob = await person(service.current)
      const { nowMs, store: opened } = service.current
      const token = await opened.db.transaction(connection =>
        createResetLink(connection, bob.id, actor, nowMs),
      )
      const address = '203.0.113.77'
      const wrong = { json: { email: nobody(), password: 'wrong' }, address }
      await statuses(times(tries + 1, () => send('POST', '/console/session', wrong)))
      const json = { token, password: 'a password after the attack' }
      expect((await send('POST', '/console/links/accept', { json, address })).status).toBe(200)
    })

    it('are counted together by all processes of the service', async () => {
      // The embedded store has only one process.
      if (store === 'embedded') return
      await withOtherProcess(service.current.store, async db => {
        const there = directly(db, { clock: () => service.current.nowMs, config: perPair })
        const here = direct(perPair)
        const bob = await person(service.current)
        const sends = [here.send, there.send, here.send]
        await statuses(sends.map(send => () => signIn({ email: bob.email, password: 'wrong' }, send)))
        expect(statusAndCode(await signIn({ email: bob.email, password: bob.password }, there.send))).toEqual(
          throttled,
        )
      })
    })

    it('are all counted if concurrent', async () => {
      const { send } = direct(perPair)
      const bob = await person(service.current)
      const attempts = Array.from({ length: 12 }, () => signIn({ email: bob.email, password: 'wrong' }, send))
      const found = (await Promise.all(attempts)).map(({ status }) => status).sort()
      expect(found).toEqual([...Array(tries).fill(401), ...Array(12 - tries).fill(429)])
    })
  })

  describe('many attempts at once', () => {
    it('run two at a time with forty waiting, and further ones get 503 with Retry-After', async () => {
      const { held, restore } = heldScrypt()
      try {
        const bob = await person(service.current)
        const { send } = direct({})
        const replies: Received[] = []
        const attempts = Array.from({ length: 43 }, async () => {
          replies.push(await signIn({ email: bob.email, password: 'wrong' }, send))
        })
        await vi.waitFor(() => expect(replies).toHaveLength(1), { interval: 5, timeout: 20_000 })
        expect(held).toHaveLength(2)
        const [refused] = replies as [Received]
        expect([...statusAndCode(refused), headerOf(refused, 'retry-after')]).toEqual([
          503,
          'UNAVAILABLE',
          '2',
        ])
        let mostAtOnce = 0
        while (replies.length < 43) {
          mostAtOnce = Math.max(mostAtOnce, held.length)
          held.shift()?.()
          await new Promise(settle => setImmediate(settle))
        }
        await Promise.all(attempts)
        expect(mostAtOnce).toBe(2)
        expect(replies.slice(1).map(({ status }) => status)).toEqual(Array(42).fill(401))
      } finally {
        restore()
      }
    })
  })
})
