/** What the audit log records about failed attempts to sign in, and how many records it keeps. */
import { describe, expect, it } from 'vitest'
import { failedSignInsMax } from '../../../../src/store/people/failedSignIns.ts'
import { useService } from '../../../support/service.ts'
import { describeOnBothStores } from '../../../support/stores.ts'
import { directly } from '../../wire.ts'
import { type Home, minuteMs, type Person, person, withSecondFactor } from '../people.ts'
import { auditLog } from './auditLog.ts'
import { useCheapHashes } from './scrypt.ts'

describeOnBothStores('The audit log of sign-ins', store => {
  const service = useService(store)
  useCheapHashes()
  const { logOf, actionsIn, ownHome } = auditLog(service)

  const fail = (bob: Person, address: string, password = 'wrong') =>
    direct().send('POST', '/console/session', { json: { email: bob.email, password }, address })

  let app: ReturnType<typeof directly> | null = null
  /** One app for all tests, because it keeps failed attempts in memory until they are written. */
  function direct() {
    app ??= directly(service.current.store.db, { clock: () => service.current.nowMs, config: {} })
    return app
  }

  describe('of failed attempts', () => {
    const failuresIn = async (own: Home) =>
      (await logOf(own)).filter(({ action }) => action === 'person.sign_in_failed')

    it('records the account, the address, the number of attempts and what was wrong', async () => {
      const { own, bob } = await ownHome()
      const first = new Date(service.current.nowMs).toISOString()
      await fail(bob, '192.0.2.40')
      service.current.nowMs += minuteMs
      await fail(bob, '192.0.2.40')
      await direct().tidy()
      expect(await failuresIn(own)).toEqual([
        {
          id: expect.stringMatching(/^aud_/),
          at: first,
          actor: { kind: 'visitor', id: '192.0.2.40' },
          action: 'person.sign_in_failed',
          subjectId: bob.id,
          details: {
            name: bob.name,
            email: bob.email,
            address: '192.0.2.40',
            client: null,
            reason: 'password',
            tries: 2,
            lastAt: new Date(service.current.nowMs).toISOString(),
          },
        },
      ])
    })

    it('distinguishes a wrong code, which means a known password, from a wrong password', async () => {
      const { own, bob } = await ownHome()
      await withSecondFactor(service.current, bob)
      const json = { email: bob.email, password: bob.password, code: '000000x' }
      await direct().send('POST', '/console/session', { json, address: '192.0.2.41' })
      await fail(bob, '192.0.2.41')
      await direct().tidy()
      const reasons = (await failuresIn(own)).map(({ details }) => [details.reason, details.tries])
      expect(reasons.sort()).toEqual([
        ['password', 1],
        ['secondFactor', 1],
      ])
    })

    it('includes the right password without a code within five minutes', async () => {
      const { own, bob } = await ownHome()
      const { code } = await withSecondFactor(service.current, bob)
      const before = (await failuresIn(own)).length
      // Bob sends the code; somebody at another address does not.
      await fail(bob, '192.0.2.50', bob.password)
      await fail(bob, '192.0.2.51', bob.password)
      service.current.nowMs += minuteMs
      const json = { email: bob.email, password: bob.password, code: code() }
      const signedIn = await direct().send('POST', '/console/session', { json, address: '192.0.2.50' })
      expect(signedIn.status).toBe(200)
      service.current.nowMs += 4 * minuteMs - 1
      await direct().tidy()
      expect(await failuresIn(own)).toHaveLength(before)
      service.current.nowMs += 1
      await direct().tidy()
      const found = (await failuresIn(own)).map(({ details }) => [details.address, details.reason])
      expect(found).toEqual([['192.0.2.51', 'codeMissing']])
    })

    it('includes the right password without a code even after the owner has signed in at that address', async () => {
      const { own, bob } = await ownHome()
      const { code } = await withSecondFactor(service.current, bob)
      const json = { email: bob.email, password: bob.password, code: code() }
      await direct().send('POST', '/console/session', { json, address: '192.0.2.52' })
      service.current.nowMs += 1
      await fail(bob, '192.0.2.52', bob.password)
      service.current.nowMs += 5 * minuteMs
      await direct().tidy()
      expect((await failuresIn(own)).map(({ details }) => details.reason)).toEqual(['codeMissing'])
    })

    it('is written before the service stops', async () => {
      const { own, bob } = await ownHome()
      await withSecondFactor(service.current, bob)
      await fail(bob, '192.0.2.53', bob.password)
      await direct().tidy(true)
      expect((await failuresIn(own)).map(({ details }) => details.reason)).toEqual(['codeMissing'])
    })

    it('has one record for attempts within ten minutes, even if written at different times', async () => {
      const { own, bob } = await ownHome()
      for (let count = 0; count < 5; count += 1) {
        await fail(bob, '192.0.2.42')
        await direct().tidy()
        service.current.nowMs += minuteMs
      }
      expect((await failuresIn(own)).map(({ details }) => details.tries)).toEqual([5])
      service.current.nowMs += 10 * minuteMs
      await fail(bob, '192.0.2.42')
      await fail(bob, '192.0.2.43')
      await direct().tidy()
      expect((await failuresIn(own)).map(({ details }) => details.tries).sort()).toEqual([1, 1, 5])
    })

    it(`keeps ${failedSignInsMax} records at most, so that strangers cannot fill the disk`, async () => {
      const { own, bob } = await ownHome()
      await service.current.store.db.query(
        `insert into audit_records (workspace_id, id, at, actor_kind, actor_id, action, subject_id, details)
         select $1, 'old ' || n, $2::timestamptz - n * interval '1 second', 'visitor', 'x',
           'person.sign_in_failed', $3, '{}'
         from generate_series(1, ${failedSignInsMax}) as n`,
        [own.workspaceId, new Date(service.current.nowMs).toISOString(), bob.id],
      )
      await bob.signIn(bob.elsewhere())
      await fail(bob, '192.0.2.44')
      await direct().tidy()
      const kept = (await failuresIn(own)).map(({ id }) => id)
      expect(kept).toHaveLength(failedSignInsMax)
      expect(kept).not.toContain(`old ${failedSignInsMax}`)
      expect(kept).toContain(`old ${failedSignInsMax - 1}`)
      expect(await actionsIn(own)).toContain('person.signed_in')
    })

    it('does not drop records of one account for those of another', async () => {
      const { own, bob } = await ownHome()
      const eve = await own.person('member')
      const { nowMs, store: opened } = service.current
      const insert = (name: string, userId: string, count: number, ageHours: number) =>
        opened.db.query(
          `insert into audit_records (workspace_id, id, at, actor_kind, actor_id, action, subject_id, details)
           select $1, $2 || n, $3::timestamptz - n * interval '1 second', 'visitor', 'x',
             'person.sign_in_failed', $4, '{}'
           from generate_series(1, $5::int) as n`,
          [own.workspaceId, name, new Date(nowMs - ageHours * 3_600_000).toISOString(), userId, count],
        )
      await insert('earlier ', eve.id, 5, 48)
      await insert('now ', bob.id, failedSignInsMax - 5, 1)
      await fail(bob, '192.0.2.54')
      await direct().tidy()
      const kept = (await failuresIn(own)).map(({ id }) => id)
      expect(kept).toHaveLength(failedSignInsMax)
      expect(kept.filter(id => id.startsWith('earlier '))).toHaveLength(5)
      expect(kept).not.toContain(`now ${failedSignInsMax - 5}`)
    })

    it('has no record for an account that does not exist or has no workspace', async () => {
      const nobody = await person(service.current)
      const count = async () =>
        (await service.current.store.db.query('select from audit_records where actor_kind = $1', ['visitor']))
          .length
      const before = await count()
      await fail(nobody, '192.0.2.45')
      await direct().send('POST', '/console/session', { json: { email: 'no@one.example', password: 'x' } })
      await direct().tidy()
      expect(await count()).toBe(before)
    })

    it('waits in memory while the store is unavailable, and is written later', async () => {
      const { own, bob } = await ownHome()
      const { db } = service.current.store
      let away = true
      const flaky = {
        ...db,
        query: db.query.bind(db),
        transaction: (async (...work: Parameters<typeof db.transaction>) => {
          if (away) throw new Error('away')
          return await db.transaction(...work)
        }) as typeof db.transaction,
      }
      const { send, tidy } = directly(flaky, { clock: () => service.current.nowMs, config: {} })
      const json = { email: bob.email, password: 'wrong' }
      await send('POST', '/console/session', { json, address: '192.0.2.46' })
      await expect(tidy()).rejects.toThrow('away')
      await send('POST', '/console/session', { json, address: '192.0.2.46' })
      away = false
      await tidy()
      expect((await failuresIn(own)).map(({ details }) => details.tries)).toEqual([2])
    })

    it('can be filtered by actor, and shows no name for a stranger', async () => {
      const { own, bob } = await ownHome()
      await fail(bob, '192.0.2.47')
      await direct().tidy()
      const { body } = await bob.get(own.at('/audit?actorKind=visitor&actorId=192.0.2.47'))
      expect(body.data).toMatchObject([{ actor: { kind: 'visitor', id: '192.0.2.47', name: null } }])
      const member = await own.person('member')
      expect((await member.get(own.at('/audit'))).status).toBe(403)
    })
  })
})
