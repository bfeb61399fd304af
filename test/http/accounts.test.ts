import { describe, expect, it } from 'vitest'
import type { Account } from '../../src/contract/accounts.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { account, company, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { bodyOf, describeRefusals } from './errors/refusals.ts'
import { idsInByteOrder, namesInOrder, sameNameInTwoSpellings, shuffled } from './order.ts'

const owner = company()

function withAccounts(...accounts: Account[]): WorkspaceFile {
  return workspaceFile({ companies: [owner], accounts })
}

const whole = account(owner, {
  name: 'Geschäftskonto',
  nickname: 'Operations EUR',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  currency: 'CHF',
  balance: '18420.55',
  availableBalance: '17920.5',
  balanceUpdatedAt: '2026-05-31T23:59:59.999Z',
  type: 'credit',
  provider: 'connected',
  institutionName: 'Commerzbank',
  enabled: false,
  createdAt: '2026-01-02T03:04:05.678Z',
})

const bare = account(owner, {
  name: null,
  nickname: null,
  iban: null,
  bic: null,
  balance: null,
  availableBalance: null,
  balanceUpdatedAt: null,
  type: 'other',
  provider: 'paygoro',
  institutionName: null,
  enabled: true,
})

describeOnBothStores('GET /accounts', store => {
  const service = useService(store)

  describe('200', () => {
    it('returns every field of an account as loaded, and null for unknown values', async () => {
      const client = await service.current.workspace(withAccounts(bare, whole))
      expect(await client.accounts.list()).toEqual({ data: [whole, bare] })
    })

    it('returns balances exactly as loaded, to the last digit', async () => {
      const balances = [
        '-12.50',
        '0.00',
        '0',
        '100',
        '0.1',
        '-0.001',
        '90071992547409931234567890.123456789',
        null,
      ]
      const accounts = balances.map((balance, index) =>
        account(owner, {
          name: `Account ${index}`,
          balance,
          availableBalance: balances.at(-1 - index) ?? null,
        }),
      )
      const client = await service.current.workspace(withAccounts(...accounts))
      expect(await client.accounts.list()).toEqual({ data: accounts })
    })

    it('lists all accounts of every company, unpaged, including disabled ones, and none of another workspace', async () => {
      const companies = [company(), company()]
      const accounts = Array.from({ length: 60 }, (_, index) => index).flatMap(index =>
        companies.map(each => account(each, { enabled: index % 2 === 0 })),
      )
      const client = await service.current.workspace(workspaceFile({ companies, accounts }))
      expect(await client.accounts.list()).toEqual({ data: accounts })
    })

    it('orders by nickname or name in the Unicode root collation; accounts with neither come last', async () => {
      const named = namesInOrder.map((shown, index) =>
        index % 2 === 0
          ? account(owner, { name: shown, nickname: null })
          : account(owner, { name: 'Zzz not shown', nickname: shown }),
      )
      const unnamed = ['u1', 'u2'].map(id => account(owner, { id, name: null, nickname: null }))
      const client = await service.current.workspace(withAccounts(...shuffled([...named, ...unnamed])))
      const { data } = await client.accounts.list()
      expect(data.map(({ nickname, name, id }) => nickname ?? name ?? id)).toEqual([
        ...namesInOrder,
        'u1',
        'u2',
      ])
    })

    it.each([
      ['of one name', 'Main'],
      ['with neither name', null],
    ])('orders accounts %s by the bytes of their ids', async (_, name) => {
      const accounts = idsInByteOrder.map(id => account(owner, { id, name }))
      const client = await service.current.workspace(withAccounts(...shuffled(accounts)))
      const { data } = await client.accounts.list()
      expect(data.map(({ id }) => id)).toEqual(idsInByteOrder)
    })

    it('treats two Unicode spellings of a name as equal, so that the id decides, and returns each as loaded', async () => {
      const accounts = sameNameInTwoSpellings.map(each => account(owner, each))
      const client = await service.current.workspace(withAccounts(...shuffled(accounts)))
      const { data } = await client.accounts.list()
      expect(data.map(({ id, name }) => ({ id, name }))).toEqual(sameNameInTwoSpellings)
    })

    it('restricts to one company by companyId; a company without accounts has an empty list', async () => {
      const [first, second, third] = [company(), company(), company()]
      const [one, two] = [account(first), account(second)]
      const file = workspaceFile({ companies: [first, second, third], accounts: [one, two] })
      const client = await service.current.workspace(file)
      expect(await client.accounts.list({ companyId: second.id })).toEqual({ data: [two] })
      expect(await client.accounts.list({ companyId: third.id })).toEqual({ data: [] })
    })

    it('ignores an empty companyId', async () => {
      const file = withAccounts(account(owner))
      await service.current.load(file)
      const secret = await service.current.key(file)
      const reply = service.current.request('/v1/accounts?companyId=', { secret })
      expect(await bodyOf(reply)).toEqual({ data: file.accounts })
    })
  })

  describe('400', () => {
    it('refuses a repeated companyId and names it', async () => {
      const secret = service.current.foreignSecret
      const reply = await service.current.request('/v1/accounts?companyId=a&companyId=b', { secret })
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({
        defined: true,
        code: 'BAD_REQUEST',
        data: { issues: [{ path: 'companyId', message: 'is given more than once' }] },
      })
    })
  })

  describe('404', () => {
    it('is the same for a companyId of another workspace and for one that does not exist', async () => {
      const file = withAccounts(account(owner))
      await service.current.load(file)
      const secret = await service.current.key(file)
      const foreignId = service.current.foreign.companies[0]?.id
      const foreign = await service.current.request(`/v1/accounts?companyId=${foreignId}`, { secret })
      const unknown = await service.current.request('/v1/accounts?companyId=nobody', { secret })
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      const body = await bodyOf(unknown)
      expect(await bodyOf(foreign)).toEqual(body)
      expect(body).toMatchObject({ defined: true, code: 'NOT_FOUND', status: 404 })
    })
  })

  describeRefusals(service, () => '/v1/accounts', 'accounts:read')

  describe('GET /accounts/{id}', () => {
    describe('200', () => {
      it('returns the account itself with every field', async () => {
        const client = await service.current.workspace(withAccounts(bare, whole))
        expect(await client.accounts.get(whole.id)).toEqual(whole)
        expect(await client.accounts.get(bare.id)).toEqual(bare)
      })

      it('finds an id of any form that a file may have', async () => {
        const ids = ['a/b', 'x y', '100%', '%41', 'q?r#s', 'é', 'e\u0301', '😀', 'ä'.repeat(255)]
        const client = await service.current.workspace(withAccounts(...ids.map(id => account(owner, { id }))))
        const found = await Promise.all(ids.map(async id => (await client.accounts.get(id)).id))
        expect(found).toEqual(ids)
      })
    })

    describe('400', () => {
      it.each([['with a NUL in it', 'acc%00']])('refuses an id %s and names it', async (_, id) => {
        const secret = service.current.foreignSecret
        const reply = await service.current.request(`/v1/accounts/${id}`, { secret })
        expect(reply.status).toBe(400)
        const body = (await reply.json()) as { data: { issues: { path: string }[] } }
        expect(body.data.issues.map(({ path }) => path)).toEqual(['id'])
      })
    })

    describe('404', () => {
      it('is the same for an account of another workspace and for one that does not exist', async () => {
        const file = withAccounts(account(owner))
        await service.current.load(file)
        const secret = await service.current.key(file)
        const foreignId = service.current.foreign.accounts[0]?.id
        const foreign = await service.current.request(`/v1/accounts/${foreignId}`, { secret })
        const unknown = await service.current.request('/v1/accounts/nobody', { secret })
        expect([foreign.status, unknown.status]).toEqual([404, 404])
        const body = await bodyOf(unknown)
        expect(await bodyOf(foreign)).toEqual(body)
        expect(body).toMatchObject({ defined: true, code: 'NOT_FOUND', status: 404 })
      })

      it('compares ids byte by byte', async () => {
        const file = withAccounts(account(owner, { id: 'Acc_1' }))
        await service.current.load(file)
        const secret = await service.current.key(file)
        const statuses = ['Acc_1', 'acc_1', 'Acc_1%20', 'Acc_1%2F'].map(
          async id => (await service.current.request(`/v1/accounts/${id}`, { secret })).status,
        )
        expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404])
      })
    })

    describeRefusals(
      service,
      () => `/v1/accounts/${service.current.foreign.accounts[0]?.id}`,
      'accounts:read',
    )
  })
})
