/** Signing in: what is accepted, what a rejection reveals, and the cookie. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AppConfig } from '../../../../src/api/app.ts'
import { hashPassword } from '../../../../src/domain/access/password.ts'
import { useService } from '../../../support/service.ts'
import { describeOnBothStores } from '../../../support/stores.ts'
import { directly, headerOf, overHttp, seen, statusAndCode } from '../../wire.ts'
import { Browser, type Home, home, type Person, person, state } from '../people.ts'
import { derivationsIn, useCheapHashes } from './scrypt.ts'

const failed = [401, 'SIGN_IN_FAILED']

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
  const signIn = (json: object) => new Browser(overHttp(service.current)).post('/console/session', json)

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
          mayCreateWorkspaces: false,
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
})
