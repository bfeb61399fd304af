/** Signing in with the second factor: which codes are accepted, and how often. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Database, Value } from '../../../../src/store/engine/door.ts'
import { useService } from '../../../support/service.ts'
import { describeOnBothStores } from '../../../support/stores.ts'
import { directly, statusAndCode } from '../../wire.ts'
import { type Person, person, withSecondFactor } from '../people.ts'
import { facts, failed, required, signIn } from './factorSteps.ts'
import { gatedScrypt, useCheapHashes } from './scrypt.ts'

describeOnBothStores('The second factor', store => {
  const service = useService(store)
  useCheapHashes()

  /** Marks every step as unused, as if time had passed. */
  const forgetSteps = ({ id }: Person) =>
    service.current.store.db.query('update users set totp_step = 0 where user_id = $1', [id])
  const nextStep = () => {
    service.current.nowMs += 30_000
  }

  describe('at sign-in', () => {
    it('is required only after the right password; a wrong password is rejected as usual', async () => {
      const ada = await person(service.current)
      const factor = await withSecondFactor(service.current, ada)
      expect(statusAndCode(await signIn(ada))).toEqual(required)
      expect(statusAndCode(await signIn(ada, undefined, { password: 'wrong' }))).toEqual([
        401,
        'SIGN_IN_FAILED',
      ])
      expect(statusAndCode(await signIn(ada, factor.code(), { password: 'wrong' }))).toEqual([
        401,
        'SIGN_IN_FAILED',
      ])
      // The code sent with the wrong password is not used up.
      expect((await signIn(ada, factor.code())).status).toBe(200)
    })

    it('accepts a code once, and no earlier code after it', async () => {
      const ada = await person(service.current)
      const factor = await withSecondFactor(service.current, ada)
      nextStep()
      const [earlier, code] = [factor.code(-1), factor.code()]
      expect((await signIn(ada, code)).status).toBe(200)
      expect(statusAndCode(await signIn(ada, code))).toEqual(failed)
      expect(statusAndCode(await signIn(ada, earlier))).toEqual(failed)
      nextStep()
      expect(statusAndCode(await signIn(ada, code))).toEqual(failed)
      expect((await signIn(ada, factor.code())).status).toBe(200)
    })

    it('accepts a code once, even from concurrent requests', async () => {
      const ada = await person(service.current)
      const factor = await withSecondFactor(service.current, ada)
      const { db } = service.current.store
      let looked = 0
      const watched: Database = {
        ...db,
        query: async <Row extends object>(sql: string, values?: readonly Value[]) => {
          const rows = await db.query<Row>(sql, values)
          if (sql.includes('u.email_key = $1')) looked += 1
          return rows
        },
      }
      const { send } = directly(watched, { clock: () => service.current.nowMs })
      const { letGo, restore } = gatedScrypt()
      try {
        const code = factor.code()
        const json = { email: ada.email, password: ada.password, code }
        const attempts = Array.from({ length: 8 }, () => send('POST', '/console/session', { json }))
        // Each has seen the code as unused before any of them continues.
        while (looked < 8) await nextTurn()
        letGo()
        const replies = await Promise.all(attempts)
        expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)])
      } finally {
        restore()
      }
    })

    it.each([-1, 0, 1])('accepts the code of the adjacent step: %i', async steps => {
      const ada = await person(service.current)
      const factor = await withSecondFactor(service.current, ada)
      await forgetSteps(ada)
      expect((await signIn(ada, factor.code(steps))).status).toBe(200)
    })

    it.each([-3, -2, 2, 3])('rejects the code of a step farther away: %i', async steps => {
      const ada = await person(service.current)
      const factor = await withSecondFactor(service.current, ada)
      await forgetSteps(ada)
      expect(statusAndCode(await signIn(ada, factor.code(steps)))).toEqual(failed)
    })

    it('rejects a code of another person', async () => {
      const [ada, eve] = [await person(service.current), await person(service.current)]
      const [mine, theirs] = [
        await withSecondFactor(service.current, ada),
        await withSecondFactor(service.current, eve),
      ]
      expect(statusAndCode(await signIn(ada, theirs.code()))).toEqual(failed)
      expect(statusAndCode(await signIn(ada, theirs.recoveryCodes[0]))).toEqual(failed)
      expect((await signIn(ada, mine.code())).status).toBe(200)
    })

    it('accepts each recovery code once, in any case and grouping, and counts the rest', async () => {
      const ada = await person(service.current)
      const { recoveryCodes } = await withSecondFactor(service.current, ada)
      for (const [index, code] of recoveryCodes.entries()) {
        const typed = index % 2 === 0 ? code : code.toLowerCase().replaceAll('-', ' ')
        const me = await signIn(ada, typed)
        expect([me.status, me.body.user?.recoveryCodesLeft]).toEqual([200, 9 - index])
        expect(statusAndCode(await signIn(ada, code))).toEqual(failed)
      }
      expect(statusAndCode(await signIn(ada))).toEqual(required)
    })

    it('accepts a recovery code once, even from concurrent requests', async () => {
      const ada = await person(service.current)
      const { recoveryCodes } = await withSecondFactor(service.current, ada)
      const replies = await Promise.all(Array.from({ length: 8 }, () => signIn(ada, recoveryCodes[0])))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)])
      expect((await facts(ada)).recoveryCodesLeft).toBe(9)
    })

    it('is not required if it is off, and an unneeded code is ignored', async () => {
      const ada = await person(service.current)
      expect((await signIn(ada, '123456')).status).toBe(200)
    })
  })
})
