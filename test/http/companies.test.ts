import { describe, expect, it } from 'vitest'
import { verificationStatuses } from '../../src/contract/companies.ts'
import { company, workspaceFile } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { bodyOf, describeRefusals } from './errors/refusals.ts'
import { idsInByteOrder, namesInOrder, sameNameInTwoSpellings, shuffled } from './order.ts'

describeOnBothStores('GET /companies', store => {
  const service = useService(store)

  describe('200', () => {
    it('returns every field of a company as loaded', async () => {
      const whole = company({
        name: 'Nordlicht Energie GmbH',
        tradingName: 'Nordlicht',
        registrationNumber: 'HRB 154732',
        vatNumber: 'DE298417203',
        country: 'DE',
        verificationStatus: 'Pending',
        createdAt: '2026-01-02T03:04:05.678Z',
        updatedAt: '2026-02-03T04:05:06.789Z',
      })
      const client = await service.current.workspace(workspaceFile({ companies: [whole] }))
      expect(await client.companies.list()).toEqual({ data: [whole] })
    })

    it('returns null for unknown values of a company', async () => {
      const bare = company({ tradingName: null, registrationNumber: null, vatNumber: null, country: null })
      const client = await service.current.workspace(workspaceFile({ companies: [bare] }))
      expect(await client.companies.list()).toEqual({ data: [bare] })
    })

    it('returns every verification status by its own word', async () => {
      const companies = verificationStatuses.map(verificationStatus => company({ verificationStatus }))
      const client = await service.current.workspace(workspaceFile({ companies }))
      const { data } = await client.companies.list()
      expect(data.map(each => each.verificationStatus)).toEqual([
        'NotStarted',
        'Pending',
        'Verified',
        'WaitingForInformation',
        'Refused',
      ])
    })

    it('lists all companies of the workspace, unpaged, and none of another', async () => {
      const companies = Array.from({ length: 150 }, () => company())
      const client = await service.current.workspace(workspaceFile({ companies }))
      expect(await client.companies.list()).toEqual({ data: companies })
    })

    it('returns an empty list in a workspace without companies', async () => {
      const client = await service.current.workspace(workspaceFile())
      expect(await client.companies.list()).toEqual({ data: [] })
    })

    it('orders by name in the Unicode root collation', async () => {
      const companies = namesInOrder.map(name => company({ name }))
      const client = await service.current.workspace(workspaceFile({ companies: shuffled(companies) }))
      const { data } = await client.companies.list()
      expect(data.map(({ name }) => name)).toEqual(namesInOrder)
    })

    it('orders companies of one name by the bytes of their ids', async () => {
      const companies = idsInByteOrder.map(id => company({ id, name: 'Twin AG' }))
      const client = await service.current.workspace(workspaceFile({ companies: shuffled(companies) }))
      const { data } = await client.companies.list()
      expect(data.map(({ id }) => id)).toEqual(idsInByteOrder)
    })

    it('treats two Unicode spellings of a name as equal, so that the id decides, and returns each as loaded', async () => {
      const companies = sameNameInTwoSpellings.map(({ id, name }) => company({ id, name }))
      const client = await service.current.workspace(workspaceFile({ companies: shuffled(companies) }))
      const { data } = await client.companies.list()
      expect(data.map(({ id, name }) => ({ id, name }))).toEqual(sameNameInTwoSpellings)
    })

    it('restricts to one company by companyId', async () => {
      const [first, second] = [company(), company()]
      const client = await service.current.workspace(workspaceFile({ companies: [first, second] }))
      expect(await client.companies.list({ companyId: second.id })).toEqual({ data: [second] })
    })

    it('ignores an empty companyId and unknown parameters', async () => {
      const file = workspaceFile({ companies: [company(), company()] })
      await service.current.load(file)
      const secret = await service.current.key(file)
      const reply = service.current.request('/v1/companies?companyId=&limit=0&color=red&color=blue', {
        secret,
      })
      expect(await bodyOf(reply)).toEqual({ data: file.companies })
    })
  })

  describe('400', () => {
    it.each([
      ['given twice', `companyId=com_1&companyId=com_1`],
      ['with a NUL in it', 'companyId=com%00'],
    ])('refuses a companyId %s and names it', async (_, query) => {
      const secret = service.current.foreignSecret
      const reply = await service.current.request(`/v1/companies?${query}`, { secret })
      expect(reply.status).toBe(400)
      const body = (await reply.json()) as { data: { issues: { path: string }[] } }
      expect(body).toMatchObject({ defined: true, code: 'BAD_REQUEST', status: 400 })
      expect(body.data.issues.map(({ path }) => path)).toEqual(['companyId'])
    })
  })

  describe('404', () => {
    it('is the same for a company of another workspace and for one that does not exist', async () => {
      const file = workspaceFile({ companies: [company()] })
      await service.current.load(file)
      const secret = await service.current.key(file)
      const foreignId = service.current.foreign.companies[0]?.id
      const foreign = await service.current.request(`/v1/companies?companyId=${foreignId}`, { secret })
      const unknown = await service.current.request('/v1/companies?companyId=nobody', { secret })
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      const body = await bodyOf(unknown)
      expect(await bodyOf(foreign)).toEqual(body)
      expect(body).toMatchObject({ defined: true, code: 'NOT_FOUND', status: 404 })
    })
  })

  describeRefusals(service, () => '/v1/companies', 'companies:read')
})
