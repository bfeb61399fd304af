/** What the audit log records about sign-ins, and what it does not reveal to other workspaces. */
import { expect, it } from 'vitest'
import { createResetLink } from '../../../../src/actions/people.ts'
import { actor, useService } from '../../../support/service.ts'
import { describeOnBothStores } from '../../../support/stores.ts'
import { overHttp } from '../../wire.ts'
import { home, homeOf, join, withSecondFactor } from '../people.ts'
import { auditLog } from './auditLog.ts'
import { useCheapHashes } from './scrypt.ts'

const local = '127.0.0.1'

describeOnBothStores('The audit log of sign-ins', store => {
  const service = useService(store)
  useCheapHashes()
  const { logOf, actionsIn, ownHome } = auditLog(service)

  it('records each sign-in with person, time and address', async () => {
    const { own, bob } = await ownHome()
    await bob.signIn(bob.elsewhere())
    expect(await logOf(own)).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        at: new Date(service.current.nowMs).toISOString(),
        actor: { kind: 'person', id: bob.id },
        action: 'person.signed_in',
        subjectId: bob.id,
        details: { address: local, client: null },
      },
    ])
  })

  it("records each change of a person's credentials once", async () => {
    const { own, bob } = await ownHome()
    const { code, secret } = await withSecondFactor(service.current, bob)
    expect(secret).toBeDefined()
    const proof = { password: bob.password, code: code() }
    expect((await bob.post('/console/recovery-codes', proof)).status).toBe(200)
    service.current.nowMs += 30_000
    expect((await bob.delete('/console/second-factor', { ...proof, code: code() })).status).toBe(204)
    const change = { currentPassword: bob.password, newPassword: 'a password that is new' }
    expect((await bob.post('/console/password', change)).status).toBe(204)
    const phone = bob.elsewhere()
    await bob.signIn(phone, { password: change.newPassword })
    const { sessions } = (await bob.get('/console/sessions')).body
    const other = sessions.find(({ current }: { current: boolean }) => !current)
    expect((await bob.delete(`/console/sessions/${other.id}`)).status).toBe(204)
    expect((await bob.delete('/console/sessions')).status).toBe(204)
    const { db } = service.current.store
    const token = await db.transaction(connection =>
      createResetLink(connection, bob.id, actor, service.current.nowMs),
    )
    const accepting = { token, password: 'a password after the reset' }
    expect((await bob.post('/console/links/accept', accepting)).status).toBe(200)
    expect((await actionsIn(own)).sort()).toEqual(
      [
        'second_factor.enabled',
        'recovery_codes.renewed',
        'second_factor.disabled',
        'password.changed',
        'person.signed_in',
        'session.revoked',
        'person.signed_out_everywhere',
        'password.reset_link_created',
        'password.reset',
        'person.signed_in',
      ].sort(),
    )
    const byPerson = (await logOf(own)).filter(({ actor: by }) => by.kind === 'person')
    for (const { details } of byPerson) expect(details).toMatchObject({ address: local })
  })

  it('does not record rejected changes', async () => {
    const { own, bob } = await ownHome()
    await bob.post('/console/password', { currentPassword: 'wrong', newPassword: 'a password that is new' })
    await bob.post('/console/password', { currentPassword: bob.password, newPassword: 'Password2026!' })
    await bob.delete('/console/sessions/ses_nobody')
    expect(await actionsIn(own)).toEqual([])
  })

  it('has a record in each workspace of the person, without naming others', async () => {
    const { own, bob } = await ownHome()
    const second = await home(service.current)
    await join(service.current, second.workspaceId, bob, 'member')
    const stranger = homeOf(service.current, service.current.foreign)
    await stranger.person('owner')
    const before = await logOf(stranger)
    await bob.signIn(bob.elsewhere())
    expect(await actionsIn(own)).toEqual(['person.signed_in'])
    expect(await logOf(second)).toEqual(await logOf(own))
    expect(JSON.stringify(await logOf(own))).not.toContain(second.workspaceId)
    expect(await logOf(stranger)).toEqual(before)
  })

  it('records nothing after a person leaves, and nothing from before they joined', async () => {
    const { own, bob } = await ownHome()
    const owner = await own.person('owner')
    await owner.delete(own.at(`/people/${bob.id}`))
    const second = await home(service.current)
    await bob.signIn(bob.elsewhere())
    await join(service.current, second.workspaceId, bob, 'member')
    expect(await actionsIn(own)).toEqual(['person.removed'])
    expect(await actionsIn(second)).toEqual([])
  })

  it('does not record a sign-in that is not completed', async () => {
    const { own, bob } = await ownHome()
    const send = overHttp(service.current)
    const json = { email: bob.email, password: bob.password, extra: 1 }
    expect((await send('POST', '/console/session', { json })).status).toBe(400)
    expect(await actionsIn(own)).toEqual([])
  })
})
