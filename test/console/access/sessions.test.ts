/** How long a session lasts, what ends it, and what it allows. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { hashToken } from '../../../src/domain/access/token.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { headerOf, notSignedIn, overHttp, statusAndCode } from '../wire.ts'
import { Browser, dayMs, home, hourMs, minuteMs, type Person, person, sessionOf } from './people.ts'
import { gatedScrypt, useCheapHashes } from './signIn/scrypt.ts'

describeOnBothStores('A session', store => {
  const service = useService(store)
  useCheapHashes()

  /** Another browser in which the person is signed in. */
  const another = async ({ id }: Person) =>
    new Browser(overHttp(service.current), await sessionOf(service.current, id))
  const isOpen = async (browser: Browser) => (await browser.get('/console/session')).status === 200
  const rows = async ({ id }: Person) =>
    (await service.current.store.db.query('select from sessions where user_id = $1', [id])).length

  describe('ends', () => {
    it('after exactly 12 hours without use', async () => {
      const [used, unused] = [await person(service.current), await person(service.current)]
      service.current.nowMs += 12 * hourMs - 1
      expect(await isOpen(used)).toBe(true)
      service.current.nowMs += 1
      expect(statusAndCode(await unused.get('/console/session'))).toEqual(notSignedIn)
      expect(await isOpen(used)).toBe(true)
    })

    it('12 hours after its last use', async () => {
      const ada = await person(service.current)
      for (let uses = 0; uses < 4; uses += 1) {
        service.current.nowMs += 11 * hourMs
        expect(await isOpen(ada)).toBe(true)
      }
      service.current.nowMs += 12 * hourMs
      expect(await isOpen(ada)).toBe(false)
    })

    it('after exactly 30 days, however much it is used', async () => {
      const ada = await person(service.current)
      const start = service.current.nowMs
      for (let used = 0; used < 30 * dayMs; used += 11 * hourMs) {
        service.current.nowMs = start + used
        expect(await isOpen(ada)).toBe(true)
      }
      service.current.nowMs = start + 30 * dayMs - 1
      expect(await isOpen(ada)).toBe(true)
      service.current.nowMs += 1
      expect(statusAndCode(await ada.get('/console/session'))).toEqual(notSignedIn)
    })

    it('for every operation', async () => {
      const { at, person: join } = await home(service.current)
      const owner = await join('owner')
      service.current.nowMs += 13 * hourMs
      for (const path of ['/keys', '/v1/transactions', '/people']) {
        expect(statusAndCode(await owner.get(at(path)))).toEqual(notSignedIn)
      }
      const key = { name: 'Late', scopes: [], expiresInDays: null }
      expect(statusAndCode(await owner.post(at('/keys'), key))).toEqual(notSignedIn)
    })
  })

  it('is deleted by the clean-up only after it has ended', async () => {
    const [idle, old, used] = [
      await person(service.current),
      await person(service.current),
      await person(service.current),
    ]
    const start = service.current.nowMs
    const { db } = service.current.store
    // In use until now, but too old.
    await db.query(`update sessions set last_seen_at = $2 where user_id = $1`, [
      old.id,
      new Date(start + 30 * dayMs).toISOString(),
    ])
    await db.query('update sessions set created_at = $2, last_seen_at = $2 where user_id = $1', [
      used.id,
      new Date(start + 30 * dayMs - 12 * hourMs + 1).toISOString(),
    ])
    service.current.nowMs = start + 30 * dayMs - 1
    await service.current.tidy()
    expect([await rows(idle), await rows(old), await rows(used)]).toEqual([0, 1, 1])
    service.current.nowMs += 1
    await service.current.tidy()
    expect([await rows(old), await rows(used)]).toEqual([0, 1])
    service.current.nowMs += 1
    await service.current.tidy()
    expect(await rows(used)).toBe(0)
  })

  it('records its last use to the minute, so that most requests write nothing', async () => {
    const ada = await person(service.current)
    const lastSeen = async () =>
      (
        await service.current.store.db.query<{ at: string }>(
          'select last_seen_at as at from sessions where user_id = $1',
          [ada.id],
        )
      )[0]?.at
    const start = service.current.nowMs
    service.current.nowMs += minuteMs - 1
    await isOpen(ada)
    expect(await lastSeen()).toBe(new Date(start).toISOString())
    service.current.nowMs += 1
    await isOpen(ada)
    expect(await lastSeen()).toBe(new Date(start + minuteMs).toISOString())
  })

  describe('sign-out', () => {
    it('here ends this session, removes the cookie, and leaves other sessions', async () => {
      const ada = await person(service.current)
      const [phone, eve] = [await another(ada), await person(service.current)]
      const before = ada.token
      const reply = await ada.delete('/console/session')
      expect([reply.status, headerOf(reply, 'set-cookie')]).toEqual([
        204,
        'florin_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      ])
      // The token itself is invalid, not only removed from this browser.
      expect(await isOpen(new Browser(overHttp(service.current), before))).toBe(false)
      expect([await isOpen(phone), await isOpen(eve)]).toEqual([true, true])
    })

    it("everywhere ends every session of the person, and nobody else's", async () => {
      const ada = await person(service.current)
      const [phone, eve] = [await another(ada), await person(service.current)]
      const before = ada.token
      expect((await ada.delete('/console/sessions')).status).toBe(204)
      expect(await isOpen(new Browser(overHttp(service.current), before))).toBe(false)
      expect([await isOpen(phone), await isOpen(eve), await rows(ada)]).toEqual([false, true, 0])
    })
  })

  describe('a new sign-in', () => {
    it('gets a new token, and the previous token becomes invalid', async () => {
      const ada = await person(service.current)
      const planted = ada.token
      expect((await ada.signIn()).status).toBe(200)
      expect(ada.token).not.toBe(planted)
      expect([await isOpen(ada), await isOpen(new Browser(overHttp(service.current), planted))]).toEqual([
        true,
        false,
      ])
    })

    it('never adopts a planted token', async () => {
      const ada = await person(service.current)
      const planted = randomBytes(32).toString('base64url')
      const victim = new Browser(overHttp(service.current), planted)
      await ada.signIn(victim)
      expect(victim.token).not.toBe(planted)
      expect(await isOpen(new Browser(overHttp(service.current), planted))).toBe(false)
    })

    it('replaces the session in this browser, and keeps those in other browsers', async () => {
      const [ada, eve] = [await person(service.current), await person(service.current)]
      const phone = await another(eve)
      await ada.signIn(eve)
      expect((await eve.get('/console/session')).body.user.id).toBe(ada.id)
      expect([await rows(eve), await isOpen(phone)]).toEqual([1, true])
    })

    it('does not affect other sessions', async () => {
      const ada = await person(service.current)
      await ada.signIn(ada.elsewhere())
      expect([await isOpen(ada), await rows(ada)]).toEqual([true, 2])
    })
  })

  describe('a changed password', () => {
    it('ends the other sessions; this one continues under a new token, and the new password works', async () => {
      const ada = await person(service.current)
      const [phone, eve] = [await another(ada), await person(service.current)]
      const before = ada.token
      const change = { currentPassword: ada.password, newPassword: 'one that nobody knows' }
      expect((await ada.post('/console/password', change)).status).toBe(204)
      expect(ada.token).not.toBe(before)
      expect(await isOpen(new Browser(overHttp(service.current), before))).toBe(false)
      expect([await isOpen(ada), await isOpen(phone), await isOpen(eve)]).toEqual([true, false, true])
      expect(statusAndCode(await ada.signIn(ada.elsewhere()))).toEqual([401, 'SIGN_IN_FAILED'])
      expect((await ada.signIn(ada.elsewhere(), { password: change.newPassword })).status).toBe(200)
    })

    it('rejects a sign-in whose old password was being checked when it was replaced', async () => {
      const ada = await person(service.current)
      const thief = ada.elsewhere()
      const { begun, letGo, restore } = gatedScrypt()
      let signingIn: ReturnType<typeof ada.signIn>
      try {
        signingIn = ada.signIn(thief)
        while (begun.length === 0) await nextTurn()
      } finally {
        // Later ones are not held and overtake the waiting one.
        restore()
      }
      const change = { currentPassword: ada.password, newPassword: 'one that nobody knows' }
      expect((await ada.post('/console/password', change)).status).toBe(204)
      letGo()
      const { status } = await signingIn
      expect([status, await isOpen(thief), await isOpen(ada)]).toEqual([401, false, true])
    })

    it.each([
      ['with a wrong current password', { currentPassword: 'wrong' }, [403, 'WRONG_PASSWORD']],
      ['without the current password', { currentPassword: undefined }, [400, 'BAD_REQUEST']],
      ['of 11 characters', { newPassword: 'x'.repeat(11) }, [400, 'BAD_REQUEST']],
      ['of 11 characters outside the BMP', { newPassword: '😀'.repeat(11) }, [400, 'BAD_REQUEST']],
      ['that is common', { newPassword: 'Password2026!' }, [400, 'BAD_REQUEST']],
      ['of one character', { newPassword: 'x'.repeat(40) }, [400, 'BAD_REQUEST']],
      ['of 201 characters', { newPassword: 'x'.repeat(201) }, [400, 'BAD_REQUEST']],
    ])('is rejected %s, and nothing changes', async (_, given, refusal) => {
      const ada = await person(service.current)
      const phone = await another(ada)
      const change = { currentPassword: ada.password, newPassword: 'one that nobody knows', ...given }
      expect(statusAndCode(await ada.post('/console/password', change))).toEqual(refusal)
      expect([await isOpen(ada), await isOpen(phone)]).toEqual([true, true])
      expect((await ada.signIn(ada.elsewhere())).status).toBe(200)
    })

    it('may have 12 to 200 characters', async () => {
      const ada = await person(service.current)
      const shortest = 'vK3#pQ9!xW2m'
      const longest = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x1f300 + index)).join(
        '',
      )
      for (const [currentPassword, newPassword] of [
        [ada.password, shortest],
        [shortest, longest],
      ]) {
        expect((await ada.post('/console/password', { currentPassword, newPassword })).status).toBe(204)
      }
      expect((await ada.signIn(ada.elsewhere(), { password: longest })).status).toBe(200)
    })
  })

  describe('roles', () => {
    it('are looked up for every request, so a new role or a removal applies to the next one', async () => {
      const { at, person: join, workspaceId } = await home(service.current)
      const [owner, other] = [await join('owner'), await join('admin')]
      const key = { name: 'Mine', scopes: [], expiresInDays: null }
      expect((await other.post(at('/keys'), key)).status).toBe(201)
      await owner.patch(at(`/people/${other.id}`), { role: 'member' })
      expect(statusAndCode(await other.post(at('/keys'), key))).toEqual([403, 'ROLE_REQUIRED'])
      expect((await other.get(at('/keys'))).status).toBe(200)
      await owner.delete(at(`/people/${other.id}`))
      expect(statusAndCode(await other.get(at('/keys')))).toEqual([404, 'NOT_FOUND'])
      const me = await other.get('/console/session')
      expect(me.body.workspaces.map(({ id }: { id: string }) => id)).not.toContain(workspaceId)
    })

    it('are checked after the body has arrived, so a person who was removed in between is rejected', async () => {
      const { at, person: join } = await home(service.current)
      const [owner, other] = [await join('owner'), await join('admin')]
      const body = JSON.stringify({ name: 'Too late', scopes: [], expiresInDays: null })
      const sent = httpRequest(`${service.current.url}${at('/keys')}`, {
        method: 'POST',
        headers: {
          cookie: `florin_session=${other.token}`,
          origin: service.current.url,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      })
      const replied = once(sent, 'response')
      await new Promise(settle => sent.write(body.slice(0, 10), settle))
      // By then the service has received what was sent before.
      expect((await owner.delete(at(`/people/${other.id}`))).status).toBe(204)
      sent.end(body.slice(10))
      const [reply] = (await replied) as [IncomingMessage]
      reply.resume()
      expect(reply.statusCode).toBe(404)
      expect((await owner.get(at('/keys'))).body.data).toEqual([])
    })
  })

  it('is stored as a hash of its token, and the hash cannot be used to sign in', async () => {
    const ada = await person(service.current)
    const hash = hashToken(ada.token ?? '')
    const stored = await service.current.store.db.query('select from sessions where token_hash = $1', [hash])
    expect(stored).toHaveLength(1)
    expect(await isOpen(new Browser(overHttp(service.current), hash))).toBe(false)
  })
})
