/** Signing in: what is accepted, what a rejection reveals, the limits on attempts, and the cookie. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createInvite, createResetLink } from '../../../../src/actions/people.ts'
import type { AppConfig } from '../../../../src/api/app.ts'
import { hashPassword } from '../../../../src/domain/access/password.ts'
import { withOtherProcess } from '../../../http/replies/directApp.ts'
import { actor, useService } from '../../../support/service.ts'
import { describeOnBothStores } from '../../../support/stores.ts'
import { directly, headerOf, overHttp, type Received, type Send, seen, statusAndCode } from '../../wire.ts'
import { Browser, type Home, home, type Person, person, state } from '../people.ts'
import { derivationsIn, heldScrypt, useCheapHashes } from './scrypt.ts'

const failed = [401, 'SIGN_IN_FAILED']
const throttled = [429, 'TOO_MANY_REQUESTS']
const never = { perSecond: 1e-9, burst: 1e6 }

describeOnBothStores('Signing in', store => {
  const service = useService(store)
  useCheapHashes()
  let own: Home
  let ada: Person

  beforeAll(async () => {
    own = await home(service.current)
    ada = await own.person('admin', { email: 'Ada.Lovelace@Example.com', name: 'Ada' })
  })

  const nobody = () => `nobody-${randomUUID()}@example.com`
  const signIn = (json: object, send: Send = overHttp(service.current)) =>
    new Browser(send).post('/console/session', json)

  describe('with the right password', () => {
    it('returns the person, and their workspaces with roles', async () => {
      const reply = await ada.signIn(ada.elsewhere())
      expect([reply.status, reply.body]).toEqual([
        200,
        {
          user: {
            id: ada.id,
            email: 'Ada.Lovelace@Example.com',
            name: 'Ada',
            secondFactor: false,
            recoveryCodesLeft: 0,
          },
          workspaces: [{ id: own.workspaceId, name: own.file.workspace.name, role: 'admin' }],
        },
      ])
    })

    it('starts a session of the person', async () => {
      const browser = ada.elsewhere()
      const { body } = await ada.signIn(browser)
      expect((await browser.get('/console/session')).body).toEqual(body)
    })

    it.each([
      ['as stored', 'Ada.Lovelace@Example.com'],
      ['in lower case', 'ada.lovelace@example.com'],
      ['in upper case', 'ADA.LOVELACE@EXAMPLE.COM'],
      ['with white space around it', ' \tada.lovelace@example.com\u00a0'],
      ['in full-width letters', 'ａｄａ．ｌｏｖｅｌａｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ])('finds the account by its e-mail address %s', async (_, email) => {
      expect((await ada.signIn(ada.elsewhere(), { email })).status).toBe(200)
    })

    it('accepts the password in any Unicode normalisation', async () => {
      const zoe = await person(service.current, { password: 'Zoe\u0308 wohnt im Haus 4' })
      expect((await zoe.signIn(zoe.elsewhere(), { password: 'Zo\u00eb wohnt im Haus 4' })).status).toBe(200)
    })
  })

  describe('rejects', () => {
    it('an unknown account and a wrong password with the same reply, byte for byte', async () => {
      const unknown = await signIn({ email: nobody(), password: ada.password })
      const wrong = await signIn({ email: ada.email, password: 'not the password' })
      expect(statusAndCode(unknown)).toEqual(failed)
      expect(seen(wrong)).toEqual(seen(unknown))
    })

    it('an unknown account and a wrong password with as much work as for the right one', async () => {
      const real = await hashPassword('a password at its real cost')
      await service.current.store.db.query('update users set password_hash = $2 where user_id = $1', [
        (await person(service.current, { email: 'costly@example.com' })).id,
        real.hash,
      ])
      const derivations = async (json: object, expected: number) =>
        await derivationsIn(async () => {
          expect((await signIn(json)).status).toBe(expected)
        })
      const right = await derivations(
        { email: 'costly@example.com', password: 'a password at its real cost' },
        200,
      )
      expect(right).toEqual([{ costs: expect.objectContaining({ N: 2 ** 15, r: 8, p: 3 }), length: 64 }])
      expect(await derivations({ email: 'costly@example.com', password: 'wrong' }, 401)).toEqual(right)
      expect(await derivations({ email: nobody(), password: 'wrong' }, 401)).toEqual(right)
    })

    it.each([
      ['a part of the right one', (password: string) => password.slice(0, -1)],
      ['longer than the right one', (password: string) => `${password} `],
      ['in another case', (password: string) => password.toUpperCase()],
    ])('a password that is %s', async (_, change) => {
      expect(statusAndCode(await signIn({ email: ada.email, password: change(ada.password) }))).toEqual(
        failed,
      )
    })

    it('without setting a cookie, starting a session or ending the current one', async () => {
      const before = await state(service.current)
      // wire.ts checks for every reply that no refusal sets a cookie.
      expect(statusAndCode(await ada.signIn(ada, { password: 'wrong' }))).toEqual(failed)
      expect(await state(service.current)).toEqual(before)
      expect(await ada.isSignedIn()).toBe(true)
    })

    it.each([
      ['no password', { email: 'a@example.com' }, 'password', 'is required'],
      ['no address', { password: 'x' }, 'email', 'is required'],
      ['an address that is not a string', { email: 7, password: 'x' }, 'email', 'must be a string'],
      [
        'a password that is too long',
        { email: 'a@example.com', password: 'x'.repeat(201) },
        'password',
        'must be 1 to 200',
      ],
      [
        'a NUL',
        { email: 'a\0@example.com', password: 'x' },
        'email',
        'must not contain a NUL or half of a surrogate pair',
      ],
      ['an unknown field', { email: 'a@b.c', password: 'x', role: 'owner' }, 'role', 'is not a known field'],
    ])('a request with %s, and names the field', async (_, json, path, message) => {
      const reply = await signIn(json)
      expect(statusAndCode(reply)).toEqual([400, 'BAD_REQUEST'])
      expect(reply.body.data.issues).toEqual([{ path, message: expect.stringContaining(message) }])
      expect(reply.text).not.toContain('x'.repeat(201))
    })
  })

  describe('the cookie', () => {
    const maxAge = 30 * 24 * 60 * 60
    const pattern = (name: string, secure: string) =>
      new RegExp(`^${name}=[\\w-]{43}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}$`)

    it('cannot be read by scripts, other sites and other hosts, and expires with the session', async () => {
      const cookie = headerOf(await ada.signIn(ada.elsewhere()), 'set-cookie')
      expect(cookie).toMatch(pattern('florin_session', ''))
    })

    it('is bound to this host and to HTTPS by its name if browsers use HTTPS', async () => {
      const { send } = direct({ secure: true })
      const browser = new Browser(send, null, true)
      const cookie = headerOf(await ada.signIn(browser), 'set-cookie')
      expect(cookie).toMatch(pattern('__Host-florin_session', '; Secure'))
      expect((await browser.get('/console/session')).status).toBe(200)
      expect(headerOf(await browser.delete('/console/session'), 'set-cookie')).toBe(
        '__Host-florin_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      )
    })

    it('is ignored under the name for the other scheme', async () => {
      const token = ada.token ?? ''
      const statusWith = async (secure: boolean, cookie: string) =>
        (await direct({ secure }).send('GET', '/console/session', { cookie })).status
      for (const secure of [true, false]) {
        const [right, other] = secure
          ? ['__Host-florin_session', 'florin_session']
          : ['florin_session', '__Host-florin_session']
        expect(await statusWith(secure, `${right}=${token}`)).toBe(200)
        expect(await statusWith(secure, `${other}=${token}`)).toBe(401)
        expect(await statusWith(secure, `x${right}=${token}`)).toBe(401)
      }
    })

    it.each([
      ['among other cookies', (token: string) => `a=1; florin_session=${token}; b=2`, 200],
      ['without spaces', (token: string) => `a=1;florin_session=${token};b=2`, 200],
      ['empty', () => 'florin_session=', 401],
      ['truncated', (token: string) => `florin_session=${token.slice(0, -1)}`, 401],
      ['with a suffix', (token: string) => `florin_session=${token}A`, 401],
      ['as the value of another cookie', (token: string) => `a=florin_session=${token}`, 401],
      ['very long', () => `florin_session=${'x'.repeat(4000)}`, 401],
      ['with characters that no token has', () => "florin_session='; drop table sessions; --", 401],
    ])('is parsed strictly: %s', async (_, cookieOf, status) => {
      const reply = await overHttp(service.current)('GET', '/console/session', {
        cookie: cookieOf(ada.token ?? ''),
      })
      expect(reply.status).toBe(status)
    })
  })

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
