/** Links that work once: for the first owner, an invitation or a new password. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createResetLink, createUserIn } from '../../../src/actions/people.ts'
import type { Role } from '../../../src/contract/console/roles.ts'
import { ensureSetupLink } from '../../../src/main/serve/setup.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { openInvitesMax } from '../../../src/store/people/links.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { overHttp, type Received, statusAndCode } from '../wire.ts'
import {
  Browser,
  dayMs,
  type Home,
  home,
  homeOf,
  type Person,
  person,
  quickHash,
  sessionOf,
  withSecondFactor,
} from './people.ts'
import { gatedScrypt, useCheapHashes } from './signIn/scrypt.ts'

const invalid = [404, 'LINK_INVALID']
const password = 'a password of one’s own'

describeOnBothStores('A link', store => {
  const service = useService(store)
  useCheapHashes()

  const visitor = () => new Browser(overHttp(service.current))
  const inspect = (token: string) => visitor().post('/console/links/inspect', { token })
  const accept = (token: string, given: object = {}, browser = visitor()) =>
    browser.post('/console/links/accept', { token, name: 'Guest', password, ...given })

  let guests = 0
  const newAddress = () => {
    guests += 1
    return `guest${guests}@example.com`
  }

  async function invite(by: Person, { at }: Home, email: string, role: Role = 'member') {
    const reply = await by.post(at('/invites'), { email, role })
    expect(statusAndCode(reply)).toEqual([201, undefined])
    const [, token = ''] = /^\/join#([\w-]{43})$/.exec(reply.body.linkPath) ?? []
    return { token, invite: reply.body.invite }
  }

  async function invited(role: Role = 'member') {
    const own = await home(service.current)
    const owner = await own.person('owner')
    const email = newAddress()
    return { own, owner, email, ...(await invite(owner, own, email, role)) }
  }

  const accounts = async () =>
    (await service.current.store.db.query<{ count: number }>('select count(*)::int as count from users'))[0]
      ?.count

  describe('of an invitation', () => {
    it('shows its purpose any number of times without being used up', async () => {
      const { own, email, token, invite: made } = await invited('admin')
      const expected = {
        kind: 'invite',
        workspaceName: own.file.workspace.name,
        role: 'admin',
        email,
        accountExists: false,
        signedIn: null,
        expiresAt: made.expiresAt,
      }
      expect((await inspect(token)).body).toEqual(expected)
      expect((await inspect(token)).body).toEqual(expected)
      await person(service.current, { email: email.toUpperCase() })
      expect((await inspect(token)).body).toEqual({ ...expected, accountExists: true })
    })

    it('creates an account and a membership with the given role, and signs in', async () => {
      const { own, email, token } = await invited('admin')
      const guest = visitor()
      const reply = await accept(token, { name: ' Grace Hopper ' }, guest)
      const { user, workspaces } = reply.body
      expect([reply.status, user.email, user.name]).toEqual([200, email, 'Grace Hopper'])
      expect(workspaces).toEqual([{ id: own.workspaceId, name: own.file.workspace.name, role: 'admin' }])
      expect((await guest.get(own.at('/keys'))).status).toBe(200)
      expect((await visitor().post('/console/session', { email, password })).status).toBe(200)
    })

    it('is bound to the invited address and role, whatever the guest sends', async () => {
      const { email, token } = await invited('member')
      const reply = await accept(token, { email: 'someone.else@example.com' })
      expect([reply.body.user.email, reply.body.workspaces[0].role]).toEqual([email, 'member'])
    })

    it('works once', async () => {
      const { token } = await invited()
      expect((await accept(token)).status).toBe(200)
      expect(statusAndCode(await accept(token))).toEqual(invalid)
      expect(statusAndCode(await inspect(token))).toEqual(invalid)
    })

    it('works for one of ten concurrent requests, and creates one account', async () => {
      const { own, email, token } = await invited()
      const before = (await accounts()) ?? 0
      const replies = await Promise.all(Array.from({ length: 10 }, () => accept(token)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
      expect(await accounts()).toBe(before + 1)
      expect(await joined(own)).toEqual([
        expect.objectContaining({ details: expect.objectContaining({ email }) }),
      ])
    })

    it('works for exactly 7 days', async () => {
      const [soon, late] = [await invited(), await invited()]
      expect(soon.invite.expiresAt).toBe(new Date(service.current.nowMs + 7 * dayMs).toISOString())
      service.current.nowMs += 7 * dayMs - 1
      expect((await accept(soon.token)).status).toBe(200)
      service.current.nowMs += 1
      expect(statusAndCode(await inspect(late.token))).toEqual(invalid)
      expect(statusAndCode(await accept(late.token))).toEqual(invalid)
    })

    it('stops working when it is withdrawn, with an audit record', async () => {
      const { own, owner, email, token, invite: made } = await invited()
      expect((await owner.delete(own.at(`/invites/${made.id}`))).status).toBe(204)
      expect(statusAndCode(await accept(token))).toEqual(invalid)
      expect(statusAndCode(await owner.delete(own.at(`/invites/${made.id}`)))).toEqual([404, 'NOT_FOUND'])
      const records = await listAudit(service.current.store.db, own.workspaceId)
      expect(records.filter(({ action }) => action === 'invite.withdrawn')).toEqual([
        expect.objectContaining({
          actor: { kind: 'person', id: owner.id },
          subjectId: made.id,
          details: { email, role: 'member' },
        }),
      ])
    })

    it('is replaced only by another invitation to the same address, in any spelling', async () => {
      const { own, owner, email, token } = await invited()
      const other = await invite(owner, own, newAddress())
      const again = await invite(owner, own, email.toUpperCase(), 'admin')
      expect(statusAndCode(await accept(token))).toEqual(invalid)
      const { invites } = (await owner.get(own.at('/people'))).body
      expect(invites.map(({ id }: { id: string }) => id).sort()).toEqual(
        [other.invite.id, again.invite.id].sort(),
      )
      expect((await accept(again.token)).body.workspaces[0].role).toBe('admin')
      expect((await accept(other.token)).status).toBe(200)
    })

    it('to the same address in another workspace is not affected', async () => {
      const { own, owner, email, token } = await invited()
      const theirs = homeOf(service.current, service.current.foreign)
      const their = await invite(await theirs.person('owner'), theirs, email)
      await invite(owner, own, email)
      expect(statusAndCode(await accept(token))).toEqual(invalid)
      expect((await accept(their.token)).status).toBe(200)
    })

    it('needs the password of an existing account, and changes neither its name nor its password', async () => {
      const { own, email, token } = await invited()
      const known = await person(service.current, { email, name: 'Known' })
      expect(statusAndCode(await accept(token))).toEqual([401, 'SIGN_IN_FAILED'])
      const reply = await accept(token, { name: 'Other', password: known.password })
      expect([reply.status, reply.body.user.id, reply.body.user.name]).toEqual([200, known.id, 'Known'])
      expect((await known.get(own.at('/keys'))).status).toBe(200)
      expect((await known.signIn(known.elsewhere())).status).toBe(200)
    })

    it('also needs a code if the account has a second factor', async () => {
      const { email, token } = await invited()
      const known = await person(service.current, { email })
      const factor = await withSecondFactor(service.current, known)
      const given = { password: known.password }
      expect(statusAndCode(await accept(token, given))).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
      expect(statusAndCode(await accept(token, { ...given, code: '000000' }))).toEqual([
        401,
        'SECOND_FACTOR_FAILED',
      ])
      expect((await accept(token, { ...given, code: factor.code() })).status).toBe(200)
    })

    it.each([
      ['a password of 11 characters', { password: 'x'.repeat(11) }, 'password'],
      ['no name', { name: undefined }, 'name'],
      ['a blank name', { name: '  ' }, 'name'],
      ['no password', { password: undefined }, 'password'],
      ['an unknown field', { role: 'owner' }, 'role'],
    ])('stays valid after a mistake: %s', async (_, given, path) => {
      const { token } = await invited()
      const before = await accounts()
      const refused = await accept(token, given)
      expect([
        ...statusAndCode(refused),
        refused.body.data.issues.map((issue: { path: string }) => issue.path),
      ]).toEqual([400, 'BAD_REQUEST', [path]])
      expect(await accounts()).toBe(before)
      expect((await accept(token)).status).toBe(200)
    })

    it('to two workspaces at once creates one account; the second request succeeds when repeated', async () => {
      const { own, email, token } = await invited()
      const theirs = await home(service.current)
      const their = await invite(await theirs.person('owner'), theirs, email)
      const replies = await Promise.all([accept(token), accept(their.token)])
      // Both chose a password for an account that did not exist yet; one of them is its password now.
      const again: Received[] = []
      for (const [index, { status }] of replies.entries()) {
        if (status !== 200) again.push(await accept([token, their.token][index] ?? ''))
      }
      expect(replies.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
      expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
      const me = await visitor().post('/console/session', { email, password })
      expect(me.body.workspaces.map(({ id }: { id: string }) => id).sort()).toEqual(
        [own.workspaceId, theirs.workspaceId].sort(),
      )
    })

    it('is listed while it is open, newest first, with its creator and without its token', async () => {
      const { own, owner, token, invite: first } = await invited()
      service.current.nowMs += 1
      const second = await invite(owner, own, newAddress(), 'owner')
      const reply = await owner.get(own.at('/people'))
      expect(reply.body.invites).toEqual([second.invite, first])
      expect(first.createdBy).toBe(owner.name)
      expect(reply.text).not.toContain(token)
      service.current.nowMs += 7 * dayMs - 1
      owner.token = await sessionOf(service.current, owner.id)
      expect((await owner.get(own.at('/people'))).body.invites).toEqual([second.invite])
    })

    it('is not created for people who already belong to the workspace, in any spelling of their address', async () => {
      const { own, owner, email, token } = await invited()
      await accept(token)
      const reply = await owner.post(own.at('/invites'), {
        email: ` ${email.toUpperCase()} `,
        role: 'admin',
      })
      expect(statusAndCode(reply)).toEqual([409, 'ALREADY_MEMBER'])
    })

    it.each([
      '',
      'ada',
      'ada@',
      '@example.com',
      'a da@example.com',
      'ada@example@com',
      `${'x'.repeat(250)}@a.de`,
    ])('is not created for an invalid address: %s', async email => {
      const own = await home(service.current)
      const owner = await own.person('owner')
      expect(statusAndCode(await owner.post(own.at('/invites'), { email, role: 'member' }))).toEqual([
        400,
        'BAD_REQUEST',
      ])
    })

    it(`is not created if ${openInvitesMax} are open, except to replace one of them`, async () => {
      const { own, owner, email } = await invited()
      await service.current.store.db.query(
        `insert into links (token_hash, id, kind, workspace_id, role, email, created_by, created_at, expires_at)
         select $1 || n, $1 || n, 'invite', $1, 'member', $1 || n || '@example.com', 'test', created_at, expires_at
         from links, generate_series(2, ${openInvitesMax}) n where workspace_id = $1`,
        [own.workspaceId],
      )
      const full = await owner.post(own.at('/invites'), { email: newAddress(), role: 'member' })
      expect(statusAndCode(full)).toEqual([409, 'TOO_MANY_INVITES'])
      expect(statusAndCode(await owner.post(own.at('/invites'), { email, role: 'member' }))).toEqual([
        201,
        undefined,
      ])
    })
  })

  /** Who joined, according to the audit log. */
  async function joined({ workspaceId }: Home) {
    const records = await listAudit(service.current.store.db, workspaceId)
    return records.filter(({ action }) => action === 'person.joined')
  }

  describe('for the first owner', () => {
    /** The state before anybody has an account. */
    async function empty() {
      await service.current.store.db.script(
        'delete from links; delete from sessions; delete from memberships; delete from users',
      )
    }

    async function setupToken(): Promise<string> {
      const path = await ensureSetupLink(service.current.store.db, service.current.nowMs)
      return /^\/join#([\w-]{43})$/.exec(path ?? '')?.[1] ?? ''
    }

    const account = (email = newAddress()) => ({ email, name: 'First' })

    it('creates the owner of the oldest workspace once, and then all setup links are invalid', async () => {
      await empty()
      const [earlier, token] = [await setupToken(), await setupToken()]
      // Each start prints one, and only the last one works.
      expect(statusAndCode(await inspect(earlier))).toEqual(invalid)
      expect((await inspect(token)).body).toMatchObject({ kind: 'setup', role: 'owner', email: null })
      const first = visitor()
      const { body } = await accept(token, account(), first)
      const { id } = service.current.foreign.workspace
      expect(body.workspaces).toEqual([{ id, name: service.current.foreign.workspace.name, role: 'owner' }])
      expect(await joined(homeOf(service.current, service.current.foreign))).toContainEqual(
        expect.objectContaining({
          actor: { kind: 'person', id: body.user.id },
          subjectId: body.user.id,
        }),
      )
      expect(statusAndCode(await accept(token, account()))).toEqual(invalid)
      expect(await setupToken()).toBe('')
    })

    it('is invalid once anybody has an account', async () => {
      await empty()
      const token = await setupToken()
      const made = { email: newAddress(), name: 'Made', passwordHash: quickHash(password) }
      await service.current.store.db.transaction(connection =>
        createUserIn(connection, made, service.current.nowMs),
      )
      expect(statusAndCode(await inspect(token))).toEqual(invalid)
      expect(statusAndCode(await accept(token, account()))).toEqual(invalid)
    })

    it('creates one owner for two concurrent requests', async () => {
      await empty()
      const token = await setupToken()
      const replies = await Promise.all([accept(token, account()), accept(token, account())])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
      expect(await accounts()).toBe(1)
    })

    it('needs an address, and stays valid until it gets one', async () => {
      await empty()
      const token = await setupToken()
      const refused = await accept(token)
      expect(statusAndCode(refused)).toEqual([400, 'BAD_REQUEST'])
      expect(refused.body.data.issues).toEqual([{ path: 'email', message: 'is required' }])
      expect((await accept(token, account())).status).toBe(200)
    })
  })

  describe('for a new password', () => {
    const resetOf = ({ id }: Person) =>
      service.current.store.db.transaction(connection =>
        createResetLink(connection, id, actor, service.current.nowMs),
      )

    it('shows its account, sets the password, ends every session and signs in', async () => {
      const own = await home(service.current)
      const ada = await own.person('admin')
      const phone = new Browser(overHttp(service.current), await sessionOf(service.current, ada.id))
      const token = await resetOf(ada)
      expect((await inspect(token)).body).toMatchObject({ kind: 'reset', email: ada.email, role: null })
      const fresh = visitor()
      const { status, body } = await accept(token, { name: undefined }, fresh)
      expect([status, body.user.id]).toEqual([200, ada.id])
      expect(body.workspaces).toMatchObject([{ id: own.workspaceId, role: 'admin' }])
      expect((await fresh.get('/console/session')).status).toBe(200)
      expect([await ada.isSignedIn(), (await phone.get('/console/session')).status]).toEqual([false, 401])
      expect(statusAndCode(await ada.signIn(ada.elsewhere()))).toEqual([401, 'SIGN_IN_FAILED'])
      expect((await ada.signIn(ada.elsewhere(), { password })).status).toBe(200)
    })

    it('rejects a sign-in whose old password was being checked when it was replaced', async () => {
      const ada = await person(service.current)
      const token = await resetOf(ada)
      const thief = ada.elsewhere()
      const { begun, letGo, restore } = gatedScrypt()
      let signingIn: Promise<Received>
      try {
        signingIn = ada.signIn(thief)
        while (begun.length === 0) await nextTurn()
      } finally {
        restore()
      }
      expect((await accept(token)).status).toBe(200)
      letGo()
      expect([(await signingIn).status, (await thief.get('/console/session')).status]).toEqual([401, 401])
    })

    it('turns the second factor off, with its recovery codes', async () => {
      const ada = await person(service.current)
      const factor = await withSecondFactor(service.current, ada)
      await accept(await resetOf(ada), { name: undefined })
      const me = await ada.signIn(ada.elsewhere(), { password })
      expect(me.body.user).toMatchObject({ secondFactor: false, recoveryCodesLeft: 0 })
      const codes = await service.current.store.db.query('select from recovery_codes where user_id = $1', [
        ada.id,
      ])
      expect([codes.length, factor.recoveryCodes.length]).toEqual([0, 10])
    })

    it('works once, for exactly a day, and only the newest one', async () => {
      const ada = await person(service.current)
      const [earlier, token] = [await resetOf(ada), await resetOf(ada)]
      expect(statusAndCode(await accept(earlier))).toEqual(invalid)
      service.current.nowMs += dayMs - 1
      const replies = await Promise.all([accept(token), accept(token)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
      const late = await resetOf(ada)
      service.current.nowMs += dayMs
      expect(statusAndCode(await accept(late))).toEqual(invalid)
    })

    it('stays valid after a password that is too short, and so does the old password', async () => {
      const ada = await person(service.current)
      const token = await resetOf(ada)
      expect(statusAndCode(await accept(token, { password: 'short' }))).toEqual([400, 'BAD_REQUEST'])
      expect([await ada.isSignedIn(), (await ada.signIn(ada.elsewhere())).status]).toEqual([true, 200])
      expect((await accept(token)).status).toBe(200)
    })
  })

  it('that never existed gets the same reply as a used link', async () => {
    const { token } = await invited()
    await accept(token)
    const used = await inspect(token)
    expect(statusAndCode(used)).toEqual(invalid)
    for (const made of ['x', '0'.repeat(43), token.slice(1), `${token} `]) {
      expect((await inspect(made)).body).toEqual(used.body)
      expect((await accept(made)).body).toEqual(used.body)
    }
  })

  it('is deleted by the clean-up only after it has expired', async () => {
    const old = await invited()
    service.current.nowMs += 7 * dayMs - 1
    const fresh = await invited()
    const left = async () =>
      (
        await service.current.store.db.query<{ id: string }>('select id from links where id = any($1)', [
          [old.invite.id, fresh.invite.id],
        ])
      ).map(({ id }) => id)
    await service.current.tidy()
    expect(await left()).toHaveLength(2)
    service.current.nowMs += 1
    await service.current.tidy()
    expect(await left()).toEqual([fresh.invite.id])
  })
})
