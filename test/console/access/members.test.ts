/** Managing people: roles, removals, invitations, and the last owner. */
import { describe, expect, it } from 'vitest'
import { createInvite } from '../../../src/actions/people.ts'
import type { Person as Shown } from '../../../src/contract/console/people.ts'
import { type Role, roles } from '../../../src/contract/console/roles.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { statusAndCode } from '../wire.ts'
import {
  expectUnchanged,
  type Home,
  home,
  homeOf,
  join,
  minuteMs,
  type Person,
  withSecondFactor,
} from './people.ts'

const forOwners = [403, 'ROLE_REQUIRED']
const lastOwner = [409, 'LAST_OWNER']

describeOnBothStores('The people of a workspace', store => {
  const service = useService(store)

  /** Roles by person id, as seen in the workspace. */
  async function rolesIn({ at }: Home, by: Person): Promise<Record<string, Role>> {
    const { people } = (await by.get(at('/people'))).body as { people: Shown[] }
    return Object.fromEntries(people.map(({ id, role }) => [id, role]))
  }

  const roleOf = async ({ workspaceId }: Home, { id }: Person) =>
    (
      await service.current.store.db.query<{ role: Role }>(
        'select role from memberships where workspace_id = $1 and user_id = $2',
        [workspaceId, id],
      )
    )[0]?.role

  const recordsOf = async ({ workspaceId }: Home) =>
    (await listAudit(service.current.store.db, workspaceId))
      .filter(({ actor: by }) => by.kind === 'person')
      .map(({ id: _, at: __, ...record }) => record)

  describe('are listed', () => {
    it('to members without second factor and activity of others', async () => {
      const own = await home(service.current)
      const [owner, admin] = [await own.person('owner'), await own.person('admin')]
      const member = await own.person('member')
      const fieldsFor = async (by: Person) => {
        const { people } = (await by.get(own.at('/people'))).body as { people: Shown[] }
        return people.filter(shown => 'secondFactor' in shown || 'lastSeenAt' in shown).map(({ id }) => id)
      }
      expect(await fieldsFor(member)).toEqual([member.id])
      const everyone = [owner.id, admin.id, member.id].sort()
      expect((await fieldsFor(owner)).sort()).toEqual(everyone)
      expect((await fieldsFor(admin)).sort()).toEqual(everyone)
    })

    it('by name, with role, second factor, and when they joined and were last seen', async () => {
      const own = await home(service.current)
      const emil = await own.person('owner', { name: 'émil' })
      const start = new Date(service.current.nowMs).toISOString()
      const ada = await own.person('member', { name: 'Ada' })
      const frank = await own.person('admin', { name: 'Frank' })
      await withSecondFactor(service.current, frank)
      service.current.nowMs += 2 * minuteMs
      const { body } = await emil.get(own.at('/people'))
      const later = new Date(service.current.nowMs).toISOString()
      const shown = ({ id, name, email }: Person, role: Role) => ({
        id,
        name,
        email,
        role,
        secondFactor: false,
        joinedAt: start,
        lastSeenAt: start,
      })
      expect(body.people).toEqual([
        shown(ada, 'member'),
        { ...shown(emil, 'owner'), lastSeenAt: later },
        { ...shown(frank, 'admin'), secondFactor: true },
      ])
    })

    it('without people of other workspaces and without credentials', async () => {
      const own = await home(service.current)
      const [owner, stranger] = [
        await own.person('owner'),
        await homeOf(service.current, service.current.foreign).person('owner'),
      ]
      const reply = await owner.get(own.at('/people'))
      expect(reply.body.people.map(({ id }: Shown) => id)).toEqual([owner.id])
      expect(reply.text).not.toContain(stranger.email)
      expect(reply.text).not.toContain('scrypt')
    })

    it('as never seen if they have no session', async () => {
      const own = await home(service.current)
      const [owner, member] = [await own.person('owner'), await own.person('member')]
      await member.delete('/console/session')
      const { people } = (await owner.get(own.at('/people'))).body as { people: Shown[] }
      expect(people.find(({ id }) => id === member.id)?.lastSeenAt).toBeNull()
    })
  })

  describe('are managed', () => {
    const others = roles.flatMap(from => roles.map((to): [Role, Role] => [from, to]))

    it.each(others)('by an owner, between any roles: %s to %s', async (from, to) => {
      const own = await home(service.current)
      const [owner, other] = [await own.person('owner'), await own.person(from)]
      const changed = await owner.patch(own.at(`/people/${other.id}`), { role: to })
      expect([changed.status, changed.body.id, changed.body.role]).toEqual([200, other.id, to])
      expect(await roleOf(own, other)).toBe(to)
      expect((await owner.delete(own.at(`/people/${other.id}`))).status).toBe(204)
      expect(await roleOf(own, other)).toBeUndefined()
    })

    it.each(others)('by an admin, between any roles except owner: %s to %s', async (from, to) => {
      const own = await home(service.current)
      await own.person('owner')
      const [admin, other] = [await own.person('admin'), await own.person(from)]
      const change = () => admin.patch(own.at(`/people/${other.id}`), { role: to })
      if (from !== 'owner' && to !== 'owner') {
        expect((await change()).body).toMatchObject({ id: other.id, role: to })
        return
      }
      await expectUnchanged(service.current, async () =>
        expect(statusAndCode(await change())).toEqual(forOwners),
      )
    })

    it('by an admin, who can remove anyone but an owner', async () => {
      const own = await home(service.current)
      const [owner, admin] = [await own.person('owner'), await own.person('admin')]
      await own.person('owner')
      for (const role of ['admin', 'bookkeeper', 'member'] as const) {
        const { id } = await own.person(role)
        expect((await admin.delete(own.at(`/people/${id}`))).status).toBe(204)
      }
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await admin.delete(own.at(`/people/${owner.id}`)))).toEqual(forOwners)
      })
    })

    it('by an admin, who cannot make themselves an owner', async () => {
      const own = await home(service.current)
      const admin = await own.person('admin')
      await expectUnchanged(service.current, async () => {
        const reply = await admin.patch(own.at(`/people/${admin.id}`), { role: 'owner' })
        expect(statusAndCode(reply)).toEqual(forOwners)
      })
    })

    it('with audit records of who changed whose role, from what to what', async () => {
      const own = await home(service.current)
      const [owner, other] = [await own.person('owner'), await own.person('member')]
      const { id, name, email } = other
      await owner.patch(own.at(`/people/${id}`), { role: 'admin' })
      await owner.patch(own.at(`/people/${id}`), { role: 'admin' })
      service.current.nowMs += 1
      await owner.delete(own.at(`/people/${id}`))
      const by = { actor: { kind: 'person', id: owner.id }, subjectId: id }
      expect(await recordsOf(own)).toEqual([
        { ...by, action: 'person.role_changed', details: { name, before: 'member', after: 'admin' } },
        { ...by, action: 'person.removed', details: { name, email, role: 'admin' } },
      ])
    })

    it('in one workspace without affecting others', async () => {
      const [own, theirs] = [await home(service.current), homeOf(service.current, service.current.foreign)]
      const [owner, both] = [await own.person('owner'), await own.person('member')]
      await join(service.current, theirs.workspaceId, both, 'admin')
      await owner.delete(own.at(`/people/${both.id}`))
      expect([await roleOf(own, both), await roleOf(theirs, both)]).toEqual([undefined, 'admin'])
      expect((await both.get(theirs.at('/keys'))).status).toBe(200)
    })

    it.each([
      ['no role', {}],
      ['an unknown role', { role: 'root' }],
      ['an unknown field', { role: 'admin', name: 'Eve' }],
    ])('only with a valid role: %s', async (_, json) => {
      const own = await home(service.current)
      const [owner, other] = [await own.person('owner'), await own.person('member')]
      expect(statusAndCode(await owner.patch(own.at(`/people/${other.id}`), json))).toEqual([
        400,
        'BAD_REQUEST',
      ])
    })
  })

  describe('are invited', () => {
    const inviteTo = async (own: Home, email: string, role: Role) =>
      await service.current.store.db.transaction(connection =>
        createInvite(connection, own.workspaceId, { email, role }, actor, service.current.nowMs),
      )

    it('by an admin to any role except owner', async () => {
      const own = await home(service.current)
      const admin = await own.person('admin')
      for (const role of ['admin', 'bookkeeper', 'member']) {
        const reply = await admin.post(own.at('/invites'), { email: `${role}@example.com`, role })
        expect(statusAndCode(reply)).toEqual([201, undefined])
      }
      await expectUnchanged(service.current, async () => {
        const reply = await admin.post(own.at('/invites'), { email: 'boss@example.com', role: 'owner' })
        expect(statusAndCode(reply)).toEqual(forOwners)
      })
    })

    it('as owners with links that no admin can withdraw', async () => {
      const own = await home(service.current)
      const admin = await own.person('admin')
      const { link } = await inviteTo(own, 'boss@example.com', 'owner')
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await admin.delete(own.at(`/invites/${link.id}`)))).toEqual(forOwners)
      })
    })

    it('as owners with links that no admin can replace with a lower role', async () => {
      const own = await home(service.current)
      const admin = await own.person('admin')
      await inviteTo(own, 'boss@example.com', 'owner')
      await expectUnchanged(service.current, async () => {
        const reply = await admin.post(own.at('/invites'), { email: 'boss@example.com', role: 'member' })
        expect(statusAndCode(reply)).toEqual(forOwners)
      })
    })
  })

  describe('owners', () => {
    it('the last owner can be neither removed nor demoted, not even by themselves', async () => {
      const own = await home(service.current)
      const [owner] = [await own.person('owner'), await own.person('admin')]
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await owner.delete(own.at(`/people/${owner.id}`)))).toEqual(lastOwner)
        for (const role of ['admin', 'bookkeeper', 'member']) {
          expect(statusAndCode(await owner.patch(own.at(`/people/${owner.id}`), { role }))).toEqual(lastOwner)
        }
      })
      expect((await owner.patch(own.at(`/people/${owner.id}`), { role: 'owner' })).status).toBe(200)
    })

    it('one of two owners can leave, and then the other cannot; owners of other workspaces do not count', async () => {
      const own = await home(service.current)
      const [ada, bob] = [await own.person('owner'), await own.person('owner')]
      await homeOf(service.current, service.current.foreign).person('owner')
      expect((await ada.delete(own.at(`/people/${ada.id}`))).status).toBe(204)
      expect(statusAndCode(await bob.delete(own.at(`/people/${bob.id}`)))).toEqual(lastOwner)
    })

    it('one owner remains if two remove or demote each other at once', async () => {
      const remove = (by: Person, { at }: Home, other: Person) => by.delete(at(`/people/${other.id}`))
      const demote = (by: Person, { at }: Home, other: Person) =>
        by.patch(at(`/people/${other.id}`), { role: 'member' })
      const rounds = [
        [remove, remove],
        [demote, demote],
        [remove, demote],
      ] as const
      for (const [first, second] of [...rounds, ...rounds]) {
        const own = await home(service.current)
        const [ada, bob] = [await own.person('owner'), await own.person('owner')]
        const replies = await Promise.all([first(ada, own, bob), second(bob, own, ada)])
        const done = replies.filter(({ status }) => status < 300)
        expect(done).toHaveLength(1)
        const left = [await roleOf(own, ada), await roleOf(own, bob)]
        expect(left.filter(role => role === 'owner')).toHaveLength(1)
      }
    })

    it('one owner remains if ten leave at once', async () => {
      const own = await home(service.current)
      const owners: Person[] = []
      for (let count = 0; count < 10; count += 1) owners.push(await own.person('owner'))
      const replies = await Promise.all(owners.map(owner => owner.delete(own.at(`/people/${owner.id}`))))
      expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(204), 409])
      const left = []
      for (const owner of owners) left.push(await roleOf(own, owner))
      expect(left.filter(role => role === 'owner')).toHaveLength(1)
    })
  })

  it('see the same list of people in any role', async () => {
    const own = await home(service.current)
    const [owner, member] = [await own.person('owner'), await own.person('member')]
    expect(await rolesIn(own, member)).toEqual(await rolesIn(own, owner))
  })
})
