/** Links that create the first owner or set a new password; each works once. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createResetLink, createUserIn } from '../../../src/actions/people.ts'
import { ensureSetupLink } from '../../../src/main/serve/setup.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { overHttp, type Received, statusAndCode } from '../wire.ts'
import {
  Browser,
  dayMs,
  home,
  homeOf,
  linksOf,
  type Person,
  linkPassword as password,
  person,
  quickHash,
  sessionOf,
  withSecondFactor,
} from './people.ts'
import { gatedScrypt, useCheapHashes } from './signIn/scrypt.ts'

const invalid = [404, 'LINK_INVALID']

describeOnBothStores('A link', store => {
  const service = useService(store)
  useCheapHashes()

  const { visitor, inspect, accept, newAddress, accounts, joined } = linksOf(service)

  describe('for the first owner', () => {
    /** The state before anybody has an account. */
    async function empty() {
      const { db } = service.current.store
      await db.script('delete from links; delete from sessions; delete from memberships')
      // On its own: Citus refuses it in a transaction that has written to all shards.
      await db.script('delete from users')
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
})
