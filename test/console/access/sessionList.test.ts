/** The list of a person's sessions, and ending one of them. */
import { describe, expect, it } from 'vitest'
import type { PersonSession } from '../../../src/contract/console/session.ts'
import { hashToken } from '../../../src/domain/access/token.ts'
import { sessionsPerPersonMax } from '../../../src/store/people/sessions.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { directly, notSignedIn, seen, statusAndCode } from '../wire.ts'
import { Browser, hourMs, minuteMs, type Person, person, sessionOf } from './people.ts'
import { useCheapHashes } from './signIn/scrypt.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const missing = [404, 'NOT_FOUND']

describeOnBothStores('The sessions of a person', store => {
  const service = useService(store)
  useCheapHashes()

  const direct = () =>
    directly(service.current.store.db, { clock: () => service.current.nowMs, config: {} }).send

  /** Signs in from an address with a User-Agent. */
  async function signedIn(bob: Person, address: string, userAgent: string): Promise<Browser> {
    const send = direct()
    const browser = new Browser((method, path, sending) =>
      send(method, path, { ...sending, address, headers: { 'user-agent': userAgent } }),
    )
    expect((await bob.signIn(browser)).status).toBe(200)
    return browser
  }

  const listOf = async (browser: Browser): Promise<PersonSession[]> =>
    (await browser.get('/console/sessions')).body.sessions

  it('are listed with browser, address, sign-in and last use, the last used first', async () => {
    const bob = await person(service.current)
    await bob.delete('/console/sessions')
    const start = new Date(service.current.nowMs).toISOString()
    await signedIn(bob, '192.0.2.10', firefox)
    service.current.nowMs += minuteMs
    const later = new Date(service.current.nowMs).toISOString()
    const here = await signedIn(bob, '2001:db8::1', 'curl/8.5.0')
    const found = await listOf(here)
    expect(found).toEqual([
      {
        id: expect.stringMatching(/^ses_/),
        client: 'curl',
        address: expect.stringContaining('2001:'),
        createdAt: later,
        lastSeenAt: later,
        current: true,
      },
      {
        id: expect.stringMatching(/^ses_/),
        client: 'Firefox on Linux',
        address: '192.0.2.10',
        createdAt: start,
        lastSeenAt: start,
        current: false,
      },
    ])
  })

  it("show neither token nor hash, and nobody else's sessions", async () => {
    const [bob, eve] = [await person(service.current), await person(service.current)]
    const { text } = await bob.get('/console/sessions')
    expect(text).not.toContain(bob.token)
    expect(text).not.toContain(hashToken(bob.token ?? ''))
    const theirs = (await listOf(eve)).map(({ id }) => id)
    expect((await listOf(bob)).map(({ id }) => id)).not.toEqual(expect.arrayContaining(theirs))
  })

  it('show the address of their last use, which is stored together with its time', async () => {
    const bob = await person(service.current)
    const send = direct()
    const from = async (address: string) => {
      const cookie = `florin_session=${bob.token}`
      const reply = await send('GET', '/console/sessions', { cookie, address })
      return reply.body.sessions[0].address
    }
    // A session from before addresses were stored.
    expect(await from('192.0.2.20')).toBeNull()
    service.current.nowMs += minuteMs
    expect(await from('192.0.2.21')).toBe('192.0.2.21')
    expect(await from('192.0.2.22')).toBe('192.0.2.21')
  })

  it('are not listed once they have ended', async () => {
    const bob = await person(service.current)
    service.current.nowMs += 11 * hourMs
    const here = await signedIn(bob, '192.0.2.1', firefox)
    expect(await listOf(here)).toHaveLength(2)
    service.current.nowMs += hourMs
    expect(await listOf(here)).toHaveLength(1)
  })

  it(`are limited to ${sessionsPerPersonMax}; one more ends the least recently used`, async () => {
    const bob = await person(service.current)
    service.current.nowMs += 1
    for (let count = 1; count < sessionsPerPersonMax; count += 1) await sessionOf(service.current, bob.id)
    expect(await bob.isSignedIn()).toBe(true)
    await signedIn(bob, '192.0.2.1', firefox)
    expect(await bob.isSignedIn()).toBe(false)
  })

  describe('when revoked', () => {
    it('end at once: their next request is 401, and other sessions continue', async () => {
      const bob = await person(service.current)
      const lost = await signedIn(bob, '192.0.2.30', firefox)
      const found = (await listOf(bob)).find(({ current }) => !current)
      expect((await bob.delete(`/console/sessions/${found?.id}`)).status).toBe(204)
      expect(statusAndCode(await lost.get('/console/session'))).toEqual(notSignedIn)
      expect(await bob.isSignedIn()).toBe(true)
      expect(statusAndCode(await bob.delete(`/console/sessions/${found?.id}`))).toEqual(missing)
    })

    it('make only their browser unknown', async () => {
      const bob = await person(service.current)
      const [lost, kept] = [
        await signedIn(bob, '192.0.2.31', firefox),
        await signedIn(bob, '192.0.2.32', firefox),
      ]
      const found = (await listOf(kept)).find(({ address }) => address === '192.0.2.31')
      expect((await kept.delete(`/console/sessions/${found?.id}`)).status).toBe(204)
      const rows = await service.current.store.db.query<{ hash: string }>(
        'select token_hash as hash from known_devices where user_id = $1',
        [bob.id],
      )
      expect(rows).toEqual([{ hash: hashToken(kept.device ?? '') }])
      expect(lost.device).not.toBe(kept.device)
    })

    it('sign out the browser if it is the current session', async () => {
      const bob = await person(service.current)
      const [own] = await listOf(bob)
      expect((await bob.delete(`/console/sessions/${own?.id}`)).status).toBe(204)
      expect(bob.token).toBeNull()
    })

    it("are 404 if they are somebody else's, as for unknown ids", async () => {
      const [bob, eve] = [await person(service.current), await person(service.current)]
      const [theirs] = await listOf(eve)
      const unknown = await bob.delete('/console/sessions/ses_nobody')
      expect(statusAndCode(unknown)).toEqual(missing)
      expect(seen(await bob.delete(`/console/sessions/${theirs?.id}`))).toEqual(seen(unknown))
      const byHash = await bob.delete(`/console/sessions/${hashToken(eve.token ?? '')}`)
      expect(statusAndCode(byHash)).toEqual(missing)
      expect(await eve.isSignedIn()).toBe(true)
    })
  })
})
