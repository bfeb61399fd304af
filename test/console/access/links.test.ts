/** Links of invitations, which work once, and what holds for every link. */
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../src/contract/console/roles.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { openInvitesMax } from '../../../src/store/people/links.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { type Received, statusAndCode } from '../wire.ts'
import {
  dayMs,
  type Home,
  home,
  homeOf,
  linksOf,
  type Person,
  linkPassword as password,
  person,
  sessionOf,
  withSecondFactor,
} from './people.ts'
import { useCheapHashes } from './signIn/scrypt.ts'

const invalid = [404, 'LINK_INVALID']

describeOnBothStores('A link', store => {
  const service = useService(store)
  useCheapHashes()

  const { visitor, inspect, accept, newAddress, accounts, joined } = linksOf(service)

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
