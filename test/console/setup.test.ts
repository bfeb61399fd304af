/** Workspaces, companies and accounts that people create and change: stamps, audit, limits of what may be said. */
import { describe, expect, it } from 'vitest'
import { createSetupLink } from '../../src/actions/people.ts'
import type { AuditRecord } from '../../src/contract/console/audit.ts'
import { account, company, transaction, workspaceFile } from '../support/builders.ts'
import { actor, TestService, useService } from '../support/service.ts'
import { describeOnBothStores, freshStore } from '../support/stores.ts'
import { Browser, expectUnchanged, type Home, home, type Person, person } from './access/people.ts'
import { useCheapHashes } from './access/signIn/scrypt.ts'
import { overHttp, statusAndCode } from './wire.ts'

const iban = 'DE89370400440532013000'

describeOnBothStores('Setting up', store => {
  const service = useService(store)
  useCheapHashes()

  const auditOf = async (who: Person, at: Home['at']) =>
    ((await who.get(at('/audit'))).body.data as AuditRecord[]).map(({ action, subjectId }) => [
      action,
      subjectId,
    ])

  const changedSince = async (file: Home['file'], act: () => Promise<unknown>) => {
    const client = service.current.client(await service.current.key(file))
    const before = await client.changes.list({})
    let cursor = before.nextCursor
    await act()
    const after = await client.changes.list({ cursor })
    cursor = after.nextCursor
    return after.data.map(({ resource, id }) => [resource, id])
  }

  describe('a workspace', () => {
    it('is created by an owner, who owns it too, with the default categories', async () => {
      const owner = await (await home(service.current)).person('owner')
      const made = await owner.post('/console/new-workspace', { name: '  Second group ' })
      expect(made.status).toBe(201)
      expect(made.body.me.workspaces).toHaveLength(2)
      expect(made.body.me.workspaces).toContainEqual({
        id: made.body.workspaceId,
        name: 'Second group',
        role: 'owner',
      })
      const at = (path: string) => `/console/workspaces/${made.body.workspaceId}${path}`
      expect((await owner.get(at('/v1/categories'))).body.data.length).toBeGreaterThan(10)
      expect(await auditOf(owner, at)).toContainEqual(['workspace.created', made.body.workspaceId])
    })

    it('is not created by anyone else while the service has one', async () => {
      const own = await home(service.current)
      for (const who of [
        await own.person('admin'),
        await own.person('member'),
        await person(service.current),
      ]) {
        expect((await who.get('/console/session')).body.mayCreateWorkspaces).toBe(false)
        await expectUnchanged(service.current, async () => {
          const reply = await who.post('/console/new-workspace', { name: 'Mine' })
          expect(statusAndCode(reply)).toEqual([403, 'ROLE_REQUIRED'])
        })
      }
    })

    it('is renamed, which the API sees at once; the same name again changes nothing', async () => {
      const own = await home(service.current)
      const owner = await own.person('owner')
      const client = service.current.client(await service.current.key(own.file))
      expect((await owner.patch(own.at('/workspace-name'), { name: 'New name' })).body).toEqual({
        name: 'New name',
      })
      expect((await client.workspace.get()).name).toBe('New name')
      expect(await auditOf(owner, own.at)).toContainEqual(['workspace.renamed', own.workspaceId])
      await expectUnchanged(
        service.current,
        async () => void (await owner.patch(own.at('/workspace-name'), { name: 'New name' })),
      )
    })
  })

  describe('a company', () => {
    it('is created and changed by a bookkeeper, in the feed and in the audit log', async () => {
      const own = await home(service.current)
      const [owner, keeper] = [await own.person('owner'), await own.person('bookkeeper')]
      const made = await keeper.post(own.at('/company-details'), { name: ' Nord GmbH ', country: 'DE' })
      expect([made.status, made.body.name, made.body.verificationStatus]).toEqual([
        201,
        'Nord GmbH',
        'NotStarted',
      ])
      const { id } = made.body
      const change = { name: 'Nord AG', vatNumber: 'DE298417203', country: null }
      const changed = await changedSince(own.file, () =>
        keeper.patch(own.at(`/company-details/${id}`), change),
      )
      expect(changed).toEqual([['company', id]])
      const stored = (await owner.get(own.at(`/v1/companies?companyId=${id}`))).body.data[0]
      expect(stored).toMatchObject({ id, ...change, createdAt: made.body.createdAt })
      expect(await auditOf(owner, own.at)).toEqual(
        expect.arrayContaining([
          ['company.created', id],
          ['company.changed', id],
        ]),
      )
      await expectUnchanged(
        service.current,
        async () => void (await keeper.patch(own.at(`/company-details/${id}`), change)),
      )
    })

    it.each([
      ['no name', {}],
      ['a blank name', { name: '  ' }],
      ['a country that is none', { name: 'A', country: 'Germany' }],
      ['an unknown field', { name: 'A', verificationStatus: 'Verified' }],
    ])('is 400 with %s', async (_, json) => {
      const own = await home(service.current)
      const owner = await own.person('owner')
      expect(statusAndCode(await owner.post(own.at('/company-details'), json))).toEqual([400, 'BAD_REQUEST'])
    })
  })

  describe('an account', () => {
    it('is created with a checked IBAN, and once', async () => {
      const own = await home(service.current, workspaceFile({ companies: [company()] }))
      const owner = await own.person('owner')
      const given = { companyId: own.file.companies[0]?.id, name: 'Giro', currency: 'EUR' }
      const create = (more: object) => owner.post(own.at('/account-details'), { ...given, ...more })
      const made = await create({ iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeffxxx' })
      expect([made.status, made.body]).toMatchObject([
        201,
        { iban, bic: 'COBADEFFXXX', enabled: true, balance: null, provider: 'connected', type: 'depository' },
      ])
      expect(statusAndCode(await create({ iban }))).toEqual([409, 'ACCOUNT_EXISTS'])
      expect((await create({ iban, currency: 'USD' })).status).toBe(201)
      const wrong = await create({ iban: 'DE00370400440532013000' })
      expect([wrong.status, wrong.body.data.issues[0].path]).toEqual([400, 'iban'])
      expect(statusAndCode(await create({ companyId: 'com_nobody' }))).toEqual([404, 'NOT_FOUND'])
      const [foreign] = service.current.foreign.companies
      expect(statusAndCode(await create({ companyId: foreign?.id }))).toEqual([404, 'NOT_FOUND'])
    })

    it('gets a nickname and is disabled, in the feed; its own transfers follow a new IBAN', async () => {
      const owning = company()
      const [giro, other] = [account(owning), account(owning)]
      const paid = transaction(other, { counterpartyIban: iban, bookingDate: '2026-05-05' })
      const file = workspaceFile({ companies: [owning], accounts: [giro, other], transactions: [paid] })
      const own = await home(service.current, file)
      const keeper = await own.person('bookkeeper')
      const change = (json: object) => keeper.patch(own.at(`/account-details/${giro.id}`), json)
      const changed = await changedSince(file, () => change({ nickname: 'Main', enabled: false }))
      expect(changed).toEqual([['account', giro.id]])
      const shown = (await keeper.get(own.at(`/v1/accounts/${giro.id}`))).body
      expect(shown).toEqual({ ...giro, nickname: 'Main', enabled: false })
      await expectUnchanged(service.current, async () => void (await change({ nickname: 'Main' })))
      await change({ nickname: null, iban })
      const only = await keeper.get(own.at('/v1/transactions?ownTransfers=only'))
      expect(only.body.data.map(({ id }: { id: string }) => id)).toEqual([paid.id])
    })
  })

  it('starts from nothing: the setup link of a service without a workspace lets its owner create one', async () => {
    const empty = await TestService.on(await freshStore(store))
    try {
      const token = await empty.store.db.transaction(connection =>
        createSetupLink(connection, null, actor, empty.nowMs),
      )
      const browser = new Browser(overHttp(empty))
      const owner = { email: 'ada@example.com', name: 'Ada', password: 'a password for someone new' }
      const joined = await browser.post('/console/links/accept', { token, ...owner })
      expect([joined.status, joined.body.workspaces, joined.body.mayCreateWorkspaces]).toEqual([
        200,
        [],
        true,
      ])
      const made = await browser.post('/console/new-workspace', { name: 'Group' })
      expect(made.body.me.workspaces).toMatchObject([{ name: 'Group', role: 'owner' }])
      const at = `/console/workspaces/${made.body.workspaceId}`
      expect((await browser.post(`${at}/company-details`, { name: 'Nord' })).status).toBe(201)
      expect((await browser.get(`${at}/keys`)).body.data).toEqual([])
    } finally {
      await empty.stop()
    }
  })
})
