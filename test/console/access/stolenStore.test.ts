/**
 * What a thief finds in the whole store, the whole log, or all replies except the one that shows a secret. All flows
 * run with secrets that the test knows, including mistakes, and then each secret is searched for: unchanged, in
 * halves, reversed, and in common encodings.
 */
import { createHash, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { createResetLink } from '../../../src/actions/people.ts'
import { hashToken } from '../../../src/domain/access/token.ts'
import { ensureSetupLink } from '../../../src/main/serve/setup.ts'
import { iban } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { directly, overHttp, type Received, type Send } from '../wire.ts'
import { Browser, codeAt, dump, keyOf } from './people.ts'
import { useCheapHashes } from './signIn/scrypt.ts'

type Kind = 'password' | 'session' | 'device' | 'link' | 'authenticator' | 'recovery code' | 'key'

interface Secret {
  kind: Kind
  text: string
  /** How many replies may contain it: the one that shows it, or none. */
  shown: 0 | 1
}

const password = () => `Pw${randomBytes(18).toString('hex')}`

describeOnBothStores('A stolen store', storeName => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: line => lines.push(line) })
  const service = useService(storeName, { log })
  useCheapHashes()

  const secrets: Secret[] = []
  const replies: Received[] = []
  let everything: string

  const know = (kind: Kind, text: string, shown: 0 | 1): string => {
    expect(text.length).toBeGreaterThan(10)
    secrets.push({ kind, text, shown })
    return text
  }

  /** Records every reply, and every session that one starts. */
  const noted =
    (send: Send): Send =>
    async (method, path, sending) => {
      const reply = await send(method, path, sending)
      replies.push(reply)
      return reply
    }

  class Noting extends Browser {
    override async ask(...asked: Parameters<Browser['ask']>): Promise<Received> {
      const before = [this.token, this.device]
      const reply = await super.ask(...asked)
      if (this.token !== null && this.token !== before[0]) know('session', this.token, 1)
      if (this.device !== null && this.device !== before[1]) know('device', this.device, 1)
      return reply
    }
  }

  async function done(reply: Promise<Received>) {
    const { status, body, text } = await reply
    expect(status, text).toBeLessThan(300)
    return body
  }

  const refused = async (reply: Promise<Received>) => expect((await reply).status).toBeGreaterThanOrEqual(400)

  beforeAll(async () => {
    const { store, nowMs } = service.current
    const send = noted(overHttp(service.current))
    const browser = () => new Noting(send)
    const owner = browser()
    const email = 'owner@example.com'

    // The first owner, with the set-up link, including mistakes.
    const setup = know('link', (await ensureSetupLink(store.db, nowMs))?.split('#')[1] ?? '', 0)
    const first = know('password', password(), 0)
    await done(browser().post('/console/links/inspect', { token: setup }))
    const short = know('password', password().slice(0, 11), 0)
    const accepting = { token: setup, email, name: 'Owner' }
    await refused(browser().post('/console/links/accept', { ...accepting, password: short }))
    await done(owner.post('/console/links/accept', { ...accepting, password: first }))
    await refused(browser().post('/console/links/accept', { ...accepting, password: first }))

    // Successful and failed sign-ins.
    const wrong = know('password', password(), 0)
    await refused(browser().post('/console/session', { email, password: wrong }))
    await refused(browser().post('/console/session', { email: 'nobody@example.com', password: wrong }))
    await refused(browser().post('/console/session', { email, password: wrong, extra: first }))
    await done(browser().post('/console/session', { email, password: first }))

    // The second factor and its recovery codes.
    const { secret } = await done(owner.post('/console/second-factor/proposal'))
    know('authenticator', secret, 1)
    const code = () => codeAt(secret, service.current.nowMs)
    const later = () => {
      service.current.nowMs += 30_000
    }
    await refused(owner.post('/console/second-factor', { password: first, secret, code: '000000x' }))
    const enabled = await done(
      owner.post('/console/second-factor', { password: first, secret, code: code() }),
    )
    for (const each of enabled.recoveryCodes) know('recovery code', each, 1)
    later()
    await refused(browser().post('/console/session', { email, password: first }))
    await done(browser().post('/console/session', { email, password: first, code: code() }))
    const [recovery] = enabled.recoveryCodes
    await done(browser().post('/console/session', { email, password: first, code: recovery }))
    await refused(browser().post('/console/session', { email, password: first, code: recovery }))
    later()
    const renewed = await done(owner.post('/console/recovery-codes', { password: first, code: code() }))
    for (const each of renewed.recoveryCodes) know('recovery code', each, 1)

    // A new password, with which the authenticator's secret is encrypted again.
    const second = know('password', password(), 0)
    await refused(owner.post('/console/password', { currentPassword: wrong, newPassword: second }))
    await done(owner.post('/console/password', { currentPassword: first, newPassword: second }))

    // An invited person.
    const { foreign } = service.current
    const inside = (path: string) => `/console/workspaces/${foreign.workspace.id}${path}`
    const invited = async (to: string) => {
      const { linkPath, invite } = await done(owner.post(inside('/invites'), { email: to, role: 'member' }))
      return { token: know('link', linkPath.split('#')[1], 1), id: invite.id }
    }
    const guest = browser()
    const [open, withdrawn, used] = [
      await invited('open@example.com'),
      await invited('withdrawn@example.com'),
      await invited('guest@example.com'),
    ]
    await done(browser().post('/console/links/inspect', { token: open.token }))
    await done(owner.delete(inside(`/invites/${withdrawn.id}`)))
    const theirs = know('password', password(), 0)
    const joining = { token: used.token, name: 'Guest', password: theirs }
    const guestId: string = (await done(guest.post('/console/links/accept', joining))).user.id
    await done(owner.get(inside('/people')))
    await done(owner.get('/console/sessions'))

    // A lost password.
    const reset = await store.db.transaction(connection =>
      createResetLink(connection, guestId, actor, service.current.nowMs),
    )
    know('link', reset, 0)
    const third = know('password', password(), 0)
    await done(browser().post('/console/links/inspect', { token: reset }))
    await done(guest.post('/console/links/accept', { token: reset, password: third }))

    // Keys: created, used, replaced and revoked.
    const key = { name: 'Ledger', scopes: ['payees:write', 'payees:read'], expiresInDays: 30 }
    const made = await done(owner.post(inside('/keys'), key))
    know('key', made.secret, 1)
    const bearer = { headers: { authorization: `Bearer ${made.secret}`, 'user-agent': 'ledger/1.0' } }
    await done(send('GET', '/v1/payees', bearer))
    await refused(send('GET', `/v1/bills?key=${made.secret}`, bearer))
    const headers = { ...bearer.headers, 'idempotency-key': 'once' }
    await done(send('POST', '/v1/payees', { json: { name: 'Papier', iban: iban() }, headers }))
    const next = await done(owner.post(inside('/rotations'), { keyId: made.key.id, expiresInDays: null }))
    know('key', next.secret, 1)
    await done(owner.delete(inside(`/keys/${made.key.id}`)))
    await refused(send('GET', '/v1/payees', bearer))
    for (const path of ['/keys', '/usage', '/audit', '/overview', '/v1/payees']) {
      await done(owner.get(inside(path)))
    }

    // A store that fails in between.
    const failing = directly(
      { ...store.db, query: (sql, values) => store.db.query(`${sql} nonsense`, values ?? []) },
      { clock: () => service.current.nowMs, log },
    )
    const broken = new Noting(noted(failing.send), owner.token)
    await refused(broken.post('/console/session', { email, password: second, code: code() }))
    await refused(broken.post('/console/links/accept', { token: open.token, name: 'Eve', password: theirs }))
    await refused(broken.get('/console/session'))

    await done(owner.delete('/console/session'))
    later()
    // A session that is active when the store is stolen.
    await done(browser().post('/console/session', { email, password: second, code: code() }))
    await service.current.tidy()
    everything = (await dump(store.db)).join('\n')
  })

  it('contains the text that it should, so the search works', () => {
    const kinds = new Set(secrets.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(
      ['authenticator', 'device', 'key', 'link', 'password', 'recovery code', 'session'].sort(),
    )
    const live = secrets.findLast(({ kind }) => kind === 'session')?.text ?? ''
    expect(everything).toContain(hashToken(live))
    const device = secrets.findLast(({ kind }) => kind === 'device')?.text ?? ''
    expect(everything).toContain(hashToken(device))
    expect(everything).toContain('owner@example.com')
    expect(everything).toContain('scrypt$15$8$3$')
    expect(lines.length).toBe(replies.length + lines.filter(line => line.includes('request failed')).length)
    expect(lines.join('')).toContain('request failed')
  })

  it('reveals no password, session, device, link, authenticator, recovery code or key', () => {
    expect(leaksIn(everything)).toEqual([])
  })

  it('comes with a log that reveals none of these secrets either', () => {
    expect(leaksIn(lines.join(''))).toEqual([])
  })

  it('has only secrets that were in at most one reply', () => {
    const texts = replies.map(({ headers, text }) => `${text} ${headers.flat().join(' ')}`)
    const shown = secrets.map(secret => ({
      kind: secret.kind,
      times: texts.filter(text => formsOf(secret).some(form => text.includes(form))).length,
    }))
    expect(shown).toEqual(secrets.map(({ kind, shown: times }) => ({ kind, times })))
  })

  function leaksIn(text: string): string[] {
    return secrets.flatMap(secret =>
      formsOf(secret)
        .filter(form => text.includes(form))
        .map(form => `${secret.kind}: ${form}`),
    )
  }
})

/** The secret, its bytes and its halves, each in several encodings. */
function formsOf({ kind, text }: Secret): string[] {
  const plain =
    kind === 'key' ? text.slice('florin_'.length) : text.replaceAll('-', kind === 'recovery code' ? '' : '-')
  const half = Math.ceil(plain.length / 2)
  const texts = [text, plain, plain.slice(0, half), plain.slice(-half), [...plain].reverse().join('')]
  const bytes: Buffer[] = [Buffer.from(text), Buffer.from(plain)]
  if (kind === 'session' || kind === 'device' || kind === 'link') bytes.push(Buffer.from(text, 'base64url'))
  if (kind === 'authenticator' || kind === 'recovery code') bytes.push(keyOf(plain))
  // Random tokens and keys may be stored as a plain hash; these could be guessed.
  if (kind === 'password' || kind === 'authenticator') {
    for (const name of ['md5', 'sha1', 'sha256', 'sha512']) bytes.push(createHash(name).update(text).digest())
  }
  const encoded = bytes.flatMap(each => [
    each.toString('hex'),
    each.toString('hex').toUpperCase(),
    each.toString('base64').replace(/=+$/, ''),
    each.toString('base64url'),
  ])
  return [
    ...new Set([...texts, ...encoded, ...texts.flatMap(each => [each.toLowerCase(), each.toUpperCase()])]),
  ]
}
