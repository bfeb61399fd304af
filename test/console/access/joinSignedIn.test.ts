/** An invitation that a signed-in person opens. */
import { expect, it } from 'vitest'
import { createResetLink } from '../../../src/actions/people.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { inviteFor } from '../samples.ts'
import { notSignedIn, overHttp, statusAndCode } from '../wire.ts'
import { Browser, expectUnchanged, home, homeOf, type Person, person, withSecondFactor } from './people.ts'

const invalid = [404, 'LINK_INVALID']

describeOnBothStores('An invitation opened while signed in', store => {
  const service = useService(store)

  async function invited(email: string) {
    const own = await home(service.current)
    return { own, ...(await inviteFor({ service: service.current, home: own }, email)) }
  }

  const joinWith = (browser: Browser, token: string) => browser.post('/console/links/join', { token })
  const inspect = async (browser: Browser, token: string) =>
    (await browser.post('/console/links/inspect', { token })).body
  const foreigner = () => homeOf(service.current, service.current.foreign).person('member')

  it('needs no second sign-in: one request joins and keeps the session, once', async () => {
    const bob = await foreigner()
    const { own, token } = await invited(bob.email.toUpperCase())
    expect((await inspect(bob, token)).signedIn).toEqual({ email: bob.email, isInvited: true })
    const before = bob.token
    const { status, body } = await joinWith(bob, token)
    expect([status, bob.token]).toEqual([200, before])
    expect(body.workspaces.map(({ id }: { id: string }) => id)).toContain(own.workspaceId)
    expect((await bob.get(own.at('/keys'))).status).toBe(200)
    expect(statusAndCode(await joinWith(bob, token))).toEqual(invalid)
    const log = await listAudit(service.current.store.db, own.workspaceId)
    expect(log.filter(({ action }) => action === 'person.joined')).toMatchObject([
      { actor: { kind: 'person', id: bob.id }, subjectId: bob.id, details: { role: 'member' } },
    ])
  })

  it('needs no code, because the session already had one', async () => {
    const bob = await foreigner()
    await withSecondFactor(service.current, bob)
    const { token } = await invited(bob.email)
    expect((await joinWith(bob, token)).status).toBe(200)
  })

  it('by somebody else is rejected with both addresses, and the link stays valid', async () => {
    const [bob, eve] = [await foreigner(), await foreigner()]
    const { token } = await invited(bob.email)
    expect((await inspect(eve, token)).signedIn).toEqual({ email: eve.email, isInvited: false })
    await expectUnchanged(service.current, async () => {
      const refused = await joinWith(eve, token)
      expect(statusAndCode(refused)).toEqual([403, 'INVITED_AS_SOMEONE_ELSE'])
      expect(refused.body.message).toContain(bob.email)
      expect(refused.body.message).toContain(eve.email)
    })
    expect((await joinWith(bob, token)).status).toBe(200)
  })

  it('needs a sign-in if signed out', async () => {
    const bob = await person(service.current)
    const { token } = await invited(bob.email)
    const visitor = new Browser(overHttp(service.current))
    expect((await inspect(visitor, token)).signedIn).toBeNull()
    expect(statusAndCode(await joinWith(visitor, token))).toEqual(notSignedIn)
  })

  it('must come from a page of the service', async () => {
    const bob = await person(service.current)
    const { token } = await invited(bob.email)
    const sending = { json: { token }, origin: 'https://evil.example' }
    expect(statusAndCode(await bob.ask('POST', '/console/links/join', sending))).toEqual([
      403,
      'FOREIGN_ORIGIN',
    ])
  })

  it('does not work with a link of another kind, a withdrawn one or an expired one', async () => {
    const bob: Person = await person(service.current)
    const { db } = service.current.store
    const reset = await db.transaction(connection =>
      createResetLink(connection, bob.id, actor, service.current.nowMs),
    )
    expect(statusAndCode(await joinWith(bob, reset))).toEqual(invalid)
    expect(statusAndCode(await joinWith(bob, 'nothing'))).toEqual(invalid)
    const { own, token, id } = await invited(bob.email)
    const owner = await own.person('owner')
    expect((await owner.delete(own.at(`/invites/${id}`))).status).toBe(204)
    expect(statusAndCode(await joinWith(bob, token))).toEqual(invalid)
  })

  it('is accepted once for two concurrent requests', async () => {
    const bob = await person(service.current)
    const { own, token } = await invited(bob.email)
    const replies = await Promise.all([joinWith(bob, token), joinWith(bob, token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
    const log = await listAudit(service.current.store.db, own.workspaceId)
    expect(log.filter(({ action }) => action === 'person.joined')).toHaveLength(1)
  })
})
