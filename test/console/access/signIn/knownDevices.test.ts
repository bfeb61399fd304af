/** Browsers that have signed in before: what they may do, for how long, and when they are forgotten. */
import { beforeEach, expect, it, vi } from 'vitest'
import { createResetLink } from '../../../../src/actions/people.ts'
import type { AppConfig } from '../../../../src/api/app.ts'
import { hashToken } from '../../../../src/domain/access/token.ts'
import { withOtherProcess } from '../../../http/replies/directApp.ts'
import { backupOf, restored } from '../../../support/backups.ts'
import { actor, useService } from '../../../support/service.ts'
import { describeOnBothStores, freshStore } from '../../../support/stores.ts'
import { directly, type Send, statusAndCode } from '../../wire.ts'
import { Browser, dayMs, dump, type Person, person } from '../people.ts'
import { heldScrypt, useCheapHashes } from './scrypt.ts'

const tries = 3
const three = { burst: tries, perSecond: 0.1 }
/** Limits so small that one address uses them up. */
const limited: Partial<AppConfig> = {
  signIn: { perAccountAndAddress: three, perAddress: three, perAccount: three },
}
const throttled = [429, 'TOO_MANY_REQUESTS']

describeOnBothStores('A known device', store => {
  const service = useService(store)
  useCheapHashes()

  // The tests share the limits in PostgreSQL, which are reset after a minute.
  beforeEach(() => {
    service.current.nowMs += 60_000
  })

  const direct = (config: Partial<AppConfig> = limited) =>
    directly(service.current.store.db, { clock: () => service.current.nowMs, config })

  /** A browser in which the person has signed in and out. */
  async function known(bob: Person, send: Send, secure = false): Promise<Browser> {
    const browser = new Browser(send, null, secure)
    expect((await bob.signIn(browser)).status).toBe(200)
    await browser.delete('/console/session')
    expect(browser.device).toMatch(/^[\w-]{43}$/)
    return browser
  }

  /** A stranger at the same address uses up every limit of the account. */
  async function attack({ email }: Person, send: Send): Promise<void> {
    for (let count = 0; count <= tries; count += 1) {
      await send('POST', '/console/session', { json: { email, password: 'wrong' } })
    }
  }

  const devices = async ({ id }: { id: string }) =>
    (await service.current.store.db.query('select from known_devices where user_id = $1', [id])).length

  it('can sign in however many attempts strangers make, even from the same address', async () => {
    const { send } = direct()
    const bob = await person(service.current)
    const browser = await known(bob, send)
    await attack(bob, send)
    expect(statusAndCode(await bob.signIn(new Browser(send)))).toEqual(throttled)
    expect((await bob.signIn(browser)).status).toBe(200)
  })

  it('is not delayed by strangers who fill the queue of password checks', async () => {
    const { send } = direct({})
    const bob = await person(service.current)
    const browser = await known(bob, send)
    const { held, restore } = heldScrypt()
    try {
      const strangers = Array.from({ length: 43 }, (_, count) =>
        send('POST', '/console/session', {
          json: { email: `nobody${count}@example.com`, password: 'x' },
          address: `203.0.113.${count}`,
        }),
      )
      expect((await Promise.race(strangers)).status).toBe(503)
      const reply = bob.signIn(browser, { password: 'wrong' })
      await vi.waitFor(() => expect(held).toHaveLength(3), { interval: 5, timeout: 20_000 })
      held.pop()?.()
      expect((await reply).status).toBe(401)
      let answered = 0
      for (const stranger of strangers) {
        void stranger.then(() => {
          answered += 1
        })
      }
      while (answered < strangers.length) {
        held.shift()?.()
        await new Promise(settle => setImmediate(settle))
      }
    } finally {
      restore()
    }
  })

  it('has its own limit of attempts', async () => {
    const { send } = direct()
    const bob = await person(service.current)
    const browser = await known(bob, send)
    for (let count = 0; count < tries; count += 1) {
      expect((await bob.signIn(browser, { password: 'wrong' })).status).toBe(401)
    }
    expect(statusAndCode(await bob.signIn(browser))).toEqual(throttled)
  })

  it('of one account does not help with another account', async () => {
    const { send } = direct()
    const [bob, eve] = [await person(service.current), await person(service.current)]
    const evil = await known(eve, send)
    await attack(bob, send)
    expect(statusAndCode(await bob.signIn(evil))).toEqual(throttled)
    // A planted token is replaced when Bob signs in with it.
    const planted = new Browser(direct({}).send)
    planted.device = evil.device
    expect((await bob.signIn(planted)).status).toBe(200)
    expect(planted.device).not.toBe(evil.device)
    expect(await devices(bob)).toBe(1)
  })

  it('cannot be forged from a stolen database, which only has hashes', async () => {
    const { send } = direct()
    const bob = await person(service.current)
    const browser = await known(bob, send)
    const everything = (await dump(service.current.store.db)).join(' ')
    const device = browser.device ?? ''
    expect(everything).toContain(hashToken(device))
    expect(everything).not.toContain(device)
    await attack(bob, send)
    browser.device = hashToken(device)
    expect(statusAndCode(await bob.signIn(browser))).toEqual(throttled)
  })

  it.each([
    ['made up', 'x'.repeat(43)],
    ['very long', 'x'.repeat(4_000)],
    ['not alphanumeric', "'; drop table known_devices; --"],
  ])('is not recognised by a cookie that is %s', async (_, device) => {
    const { send } = direct()
    const bob = await person(service.current)
    const browser = new Browser(send)
    browser.device = device
    await attack(bob, send)
    expect(statusAndCode(await bob.signIn(browser))).toEqual(throttled)
  })

  it('keeps its token when it signs in again, and is counted once', async () => {
    const { send } = direct({})
    const bob = await person(service.current)
    const browser = await known(bob, send)
    const before = browser.device
    await bob.signIn(browser)
    expect([browser.device, await devices(bob)]).toEqual([before, 1])
  })

  it('is forgotten after a year, and deleted', async () => {
    const { send, tidy } = direct()
    const bob = await person(service.current)
    const browser = await known(bob, send)
    service.current.nowMs += 365 * dayMs - 1
    await tidy()
    expect(await devices(bob)).toBe(1)
    await attack(bob, send)
    service.current.nowMs += 1
    expect(statusAndCode(await bob.signIn(browser))).toEqual(throttled)
    await tidy()
    expect(await devices(bob)).toBe(0)
  })

  it('is one of twenty at most; the least recently used one is dropped', async () => {
    const { send } = direct({})
    const bob = await person(service.current)
    const first = await known(bob, send)
    service.current.nowMs += 1
    const second = await known(bob, send)
    service.current.nowMs += 1
    await bob.signIn(first)
    for (let count = 0; count < 19; count += 1) {
      service.current.nowMs += 1
      await known(bob, send)
    }
    expect(await devices(bob)).toBe(20)
    const left = await service.current.store.db.query<{ hash: string }>(
      'select token_hash as hash from known_devices where user_id = $1',
      [bob.id],
    )
    const hashes = left.map(({ hash }) => hash)
    expect(hashes).toContain(hashToken(first.device ?? ''))
    expect(hashes).not.toContain(hashToken(second.device ?? ''))
  })

  it('is forgotten when the password changes, unless it made the change', async () => {
    const { send } = direct({})
    const bob = await person(service.current)
    const [here, there] = [await known(bob, send), await known(bob, send)]
    await bob.signIn(here)
    const before = here.device
    const change = { currentPassword: bob.password, newPassword: 'a password that is new' }
    expect((await here.post('/console/password', change)).status).toBe(204)
    expect(await devices(bob)).toBe(1)
    expect([here.device === before, here.device === null]).toEqual([false, false])
    expect(there.device).not.toBeNull()
  })

  it('is forgotten after a password reset, and when the person signs out everywhere from another browser', async () => {
    const { send } = direct({})
    const [bob, eve] = [await person(service.current), await person(service.current)]
    await known(eve, send)
    const browser = await known(bob, send)
    const { store: opened, nowMs } = service.current
    const token = await opened.db.transaction(connection => createResetLink(connection, bob.id, actor, nowMs))
    const elsewhere = new Browser(send)
    const accepting = { token, password: 'a password after the reset' }
    expect((await elsewhere.post('/console/links/accept', accepting)).status).toBe(200)
    expect(await devices(bob)).toBe(1)
    const third = new Browser(send)
    await bob.signIn(third, { password: accepting.password })
    expect((await third.delete('/console/sessions')).status).toBe(204)
    const left = await service.current.store.db.query<{ hash: string }>(
      'select token_hash as hash from known_devices where user_id = $1',
      [bob.id],
    )
    expect(left).toEqual([{ hash: hashToken(third.device ?? '') }])
    expect(await devices(eve)).toBe(1)
    expect(browser.device).not.toBeNull()
  })

  it('stays known when it signs out everywhere, and can still sign in during an attack', async () => {
    const { send } = direct()
    const bob = await person(service.current)
    const browser = await known(bob, send)
    await attack(bob, send)
    expect((await bob.signIn(browser)).status).toBe(200)
    expect((await browser.delete('/console/sessions')).status).toBe(204)
    expect(browser.token).toBeNull()
    expect(statusAndCode(await bob.signIn(new Browser(send)))).toEqual(throttled)
    expect((await bob.signIn(browser)).status).toBe(200)
  })

  it('of another person in the same browser stays known after signing out everywhere', async () => {
    const { send } = direct({})
    const [bob, eve] = [await person(service.current), await person(service.current)]
    const browser = await known(eve, send)
    const hers = browser.device
    browser.token = bob.token
    expect((await browser.delete('/console/sessions')).status).toBe(204)
    expect([browser.device, await devices(eve), await devices(bob)]).toEqual([hers, 1, 0])
  })

  it('is not in backups, so a restore brings back no forgotten device', async () => {
    const bob = await person(service.current)
    await known(bob, direct({}).send)
    expect(await devices(bob)).toBe(1)
    const target = await freshStore(store)
    try {
      await restored(target.db, await backupOf(service.current.store.db))
      const counted = (table: string) => target.db.query(`select from ${table} where user_id = $1`, [bob.id])
      expect(await counted('users')).toHaveLength(1)
      expect(await counted('known_devices')).toEqual([])
    } finally {
      await target.remove()
    }
  })

  it('has a cookie that scripts, other sites and other hosts cannot read', async () => {
    const cookieOf = async (secure: boolean) => {
      const { send } = direct({ secure })
      const bob = await person(service.current)
      const { headers } = await bob.signIn(new Browser(send, null, secure))
      return headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)[1]
    }
    const rest = `=[\\w-]{43}; Path=/; Max-Age=${365 * 24 * 60 * 60}; HttpOnly; SameSite=Strict`
    expect(await cookieOf(false)).toMatch(new RegExp(`^florin_device${rest}$`))
    expect(await cookieOf(true)).toMatch(new RegExp(`^__Host-florin_device${rest}; Secure$`))
  })

  it("is known to every process of the service, and so are strangers' attempts", async () => {
    // The embedded store has only one process.
    if (store === 'embedded') return
    await withOtherProcess(service.current.store, async db => {
      const { send: there } = directly(db, { clock: () => service.current.nowMs, config: limited })
      const { send: here } = direct()
      const bob = await person(service.current)
      const browser = await known(bob, here)
      service.current.nowMs += 60_000
      const wrong = { json: { email: bob.email, password: 'wrong' }, address: '198.51.100.3' }
      for (const send of [here, there, here]) {
        expect((await send('POST', '/console/session', wrong)).status).toBe(401)
      }
      expect(statusAndCode(await there('POST', '/console/session', wrong))).toEqual(throttled)
      const moved = new Browser(there)
      moved.device = browser.device
      expect((await bob.signIn(moved)).status).toBe(200)
    })
  })
})
