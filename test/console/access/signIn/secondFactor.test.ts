/** The second factor over HTTP: switching it on and off, and renewing its recovery codes. */
import { describe, expect, it } from 'vitest'
import { useService } from '../../../support/service.ts'
import { describeOnBothStores } from '../../../support/stores.ts'
import { statusAndCode } from '../../wire.ts'
import { codeAt, expectUnchanged, person, withSecondFactor } from '../people.ts'
import { facts, failed, required, signIn } from './factorSteps.ts'
import { useCheapHashes } from './scrypt.ts'

const wrongPassword = [403, 'WRONG_PASSWORD']
const newPassword = 'one that nobody knows'

describeOnBothStores('The second factor', store => {
  const service = useService(store)
  useCheapHashes()

  const nextStep = () => {
    service.current.nowMs += 30_000
  }

  describe('is switched on', () => {
    it('with a newly proposed secret, which is only stored with one of its codes', async () => {
      const ada = await person(service.current)
      await expectUnchanged(service.current, async () => {
        const [one, other] = [
          await ada.post('/console/second-factor/proposal'),
          await ada.post('/console/second-factor/proposal'),
        ]
        expect(one.body.secret).toMatch(/^[A-Z2-7]{32}$/)
        expect(one.body.secret).not.toBe(other.body.secret)
        expect(one.body.uri).toBe(
          `otpauth://totp/Florin%3A${encodeURIComponent(ada.email)}?secret=${one.body.secret}&issuer=Florin`,
        )
      })
      expect(await facts(ada)).toEqual({ secondFactor: false, recoveryCodesLeft: 0 })
    })

    it('with ten recovery codes, shown only once', async () => {
      const ada = await person(service.current)
      const { recoveryCodes } = await withSecondFactor(service.current, ada)
      expect(new Set(recoveryCodes).size).toBe(10)
      expect(await facts(ada)).toEqual({ secondFactor: true, recoveryCodesLeft: 10 })
    })

    it('only with the password, a valid code and a well-formed secret', async () => {
      const ada = await person(service.current)
      const { secret } = (await ada.post('/console/second-factor/proposal')).body
      const sent = { password: ada.password, secret, code: codeAt(secret, service.current.nowMs) }
      const away = (steps: number) => codeAt(secret, service.current.nowMs, steps)
      const enable = async (given: object) =>
        statusAndCode(await ada.post('/console/second-factor', { ...sent, ...given }))
      await expectUnchanged(service.current, async () => {
        expect(await enable({ password: 'wrong' })).toEqual(wrongPassword)
        expect(await enable({ code: away(2) })).toEqual(failed)
        expect(await enable({ code: away(-2) })).toEqual(failed)
        expect(await enable({ code: 'AAAA-BBBB-CCCC-DDDD' })).toEqual(failed)
        for (const other of ['short', secret.toLowerCase(), `${secret}A`, '1'.repeat(32)]) {
          expect(await enable({ secret: other })).toEqual([400, 'BAD_REQUEST'])
        }
      })
      expect(await enable({})).toEqual([200, undefined])
    })

    it('only once; if it is already on, its secret stays', async () => {
      const ada = await person(service.current)
      const factor = await withSecondFactor(service.current, ada)
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      const sent = { password: ada.password, secret, code: codeAt(secret, service.current.nowMs) }
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await ada.post('/console/second-factor', sent))).toEqual([
          409,
          'SECOND_FACTOR_ENABLED',
        ])
      })
      expect((await signIn(ada, factor.code())).status).toBe(200)
    })

    it('with a code that cannot be used again to sign in', async () => {
      const ada = await person(service.current)
      const { secret } = (await ada.post('/console/second-factor/proposal')).body
      const code = codeAt(secret, service.current.nowMs)
      await ada.post('/console/second-factor', { password: ada.password, secret, code })
      expect(statusAndCode(await signIn(ada, code))).toEqual(failed)
    })

    it('without ending existing sessions', async () => {
      const ada = await person(service.current)
      await withSecondFactor(service.current, ada)
      expect(await ada.isSignedIn()).toBe(true)
    })
  })

  describe.each([
    ['when switched off', 'DELETE', '/console/second-factor'],
    ['when its recovery codes are renewed', 'POST', '/console/recovery-codes'],
  ])('%s', (_, method, path) => {
    it('needs password and code, and uses up the code', async () => {
      const ada = await person(service.current)
      const factor = await withSecondFactor(service.current, ada)
      const sent = { password: ada.password, code: factor.code() }
      const ask = async (given: object) =>
        statusAndCode(await ada.ask(method, path, { json: { ...sent, ...given } }))
      await expectUnchanged(service.current, async () => {
        expect(await ask({ password: 'wrong' })).toEqual(wrongPassword)
        expect(await ask({ code: factor.code(2) })).toEqual(failed)
        expect(await ask({ code: 'AAAA-BBBB-CCCC-DDDD' })).toEqual(failed)
        expect(await ask({ code: undefined })).toEqual([400, 'BAD_REQUEST'])
        expect(await ask({ password: undefined })).toEqual([400, 'BAD_REQUEST'])
      })
      expect(await ask({})).toEqual([method === 'DELETE' ? 204 : 200, undefined])
      if (method === 'POST') expect(statusAndCode(await signIn(ada, sent.code))).toEqual(failed)
    })

    it('also accepts a recovery code, if the authenticator is lost', async () => {
      const ada = await person(service.current)
      const { recoveryCodes } = await withSecondFactor(service.current, ada)
      const json = { password: ada.password, code: recoveryCodes[3] }
      expect((await ada.ask(method, path, { json })).status).toBeLessThan(300)
    })
  })

  it('is no longer required once switched off; its codes are gone, and it can be switched on again', async () => {
    const ada = await person(service.current)
    const factor = await withSecondFactor(service.current, ada)
    await ada.delete('/console/second-factor', { password: ada.password, code: factor.code() })
    expect(await facts(ada)).toEqual({ secondFactor: false, recoveryCodesLeft: 0 })
    expect((await signIn(ada)).status).toBe(200)
    nextStep()
    const next = await withSecondFactor(service.current, ada)
    expect(statusAndCode(await signIn(ada, factor.code()))).toEqual(failed)
    expect(statusAndCode(await signIn(ada, factor.recoveryCodes[0]))).toEqual(failed)
    expect((await signIn(ada, next.code())).status).toBe(200)
  })

  it('has new recovery codes after they are renewed, and the old ones no longer work', async () => {
    const ada = await person(service.current)
    const factor = await withSecondFactor(service.current, ada)
    const sent = { password: ada.password, code: factor.code() }
    const { recoveryCodes } = (await ada.post('/console/recovery-codes', sent)).body
    expect(new Set([...recoveryCodes, ...factor.recoveryCodes]).size).toBe(20)
    expect(statusAndCode(await signIn(ada, factor.recoveryCodes[0]))).toEqual(failed)
    expect((await signIn(ada, recoveryCodes[0])).status).toBe(200)
  })

  it('has no recovery codes to renew if it is off', async () => {
    const ada = await person(service.current)
    const sent = { password: ada.password, code: '123456' }
    expect(statusAndCode(await ada.post('/console/recovery-codes', sent))).toEqual([
      409,
      'SECOND_FACTOR_DISABLED',
    ])
  })

  it('still works after the password was changed, and is still required', async () => {
    const ada = await person(service.current)
    const factor = await withSecondFactor(service.current, ada)
    const change = { currentPassword: ada.password, newPassword }
    expect((await ada.post('/console/password', change)).status).toBe(204)
    expect(statusAndCode(await signIn(ada, undefined, { password: newPassword }))).toEqual(required)
    expect((await signIn(ada, factor.code(), { password: newPassword })).status).toBe(200)
    expect((await signIn(ada, factor.recoveryCodes[0], { password: newPassword })).status).toBe(200)
    expect(await facts(ada)).toEqual({ secondFactor: true, recoveryCodesLeft: 9 })
  })

  it('can be switched on during a password change without locking the person out', async () => {
    const ada = await person(service.current)
    const { secret } = (await ada.post('/console/second-factor/proposal')).body
    const code = codeAt(secret, service.current.nowMs)
    const [enabled, changed] = await Promise.all([
      ada.send('POST', '/console/second-factor', {
        cookie: `florin_session=${ada.token}`,
        json: { password: ada.password, secret, code },
      }),
      ada.send('POST', '/console/password', {
        cookie: `florin_session=${ada.token}`,
        json: { currentPassword: ada.password, newPassword },
      }),
    ])
    nextStep()
    const password = changed.status === 204 ? newPassword : ada.password
    const [without, withCode] = [
      await signIn(ada, undefined, { password }),
      await signIn(ada, codeAt(secret, service.current.nowMs), { password }),
    ]
    const asked = enabled.status === 200 ? 401 : 200
    expect({ without: without.status, withCode: withCode.status }).toEqual({ without: asked, withCode: 200 })
  })

  it('gets one secret if two sessions switch it on at once; the other is rejected', async () => {
    const ada = await person(service.current)
    const secrets = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']
    const replies = await Promise.all(
      secrets.map(secret => {
        const json = { password: ada.password, secret, code: codeAt(secret, service.current.nowMs) }
        return ada.post('/console/second-factor', json)
      }),
    )
    nextStep()
    const opened: boolean[] = []
    for (const secret of secrets) {
      opened.push((await signIn(ada, codeAt(secret, service.current.nowMs))).status === 200)
      nextStep()
    }
    expect(replies.map(({ status }) => status === 200)).toEqual(opened)
  })
})
