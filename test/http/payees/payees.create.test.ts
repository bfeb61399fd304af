import { afterEach, describe, expect, it } from 'vitest'
import type { Payee } from '../../../src/contract/payees.ts'
import { scopes } from '../../../src/contract/scopes.ts'
import { company, iban, payee } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import {
  badRequest,
  duplicateOf,
  exchange,
  expectForeignUnchanged,
  forbidden,
  keyMissing,
  noSuchCompany,
  outcome,
  ownWorkspace,
} from '../replies/exchange.ts'

const companyRequired = badRequest({
  path: 'companyId',
  message:
    'is required because the workspace does not have exactly one company; GET /v1/companies lists them',
})

describeOnBothStores('POST /payees', store => {
  const service = useService(store)
  afterEach(() => expectForeignUnchanged(service.current))

  async function twoCompanies() {
    const [one, other] = [company(), company()]
    return { ...(await ownWorkspace(service.current, { companies: [one, other] })), one, other }
  }

  describe('201', () => {
    it('saves a payee and returns it with every field', async () => {
      const { create, payees, one } = await twoCompanies()
      service.current.nowMs += 60_000
      const now = new Date(service.current.nowMs).toISOString()
      const sent = { companyId: one.id, name: 'Papierwerk', iban: iban(), defaultReference: 'RE-2026/17' }
      const { status, body } = await create(sent)
      const saved = body as Payee
      expect(status).toBe(201)
      expect(saved).toEqual({ ...sent, id: saved.id, lastUsedAt: null, createdAt: now, updatedAt: now })
      expect(saved.id).toMatch(/^pye_[0-9A-HJKMNP-TV-Z]{26}$/)
      expect(await payees()).toEqual([saved])
    })

    it('needs a name and an IBAN only; the rest is null', async () => {
      const { create, send, file } = await ownWorkspace(service.current)
      const sent = { name: 'Papierwerk', iban: iban() }
      const saved = (await create(sent)).body as Payee
      expect(saved).toEqual({
        ...sent,
        id: saved.id,
        companyId: file.companies[0]?.id,
        defaultReference: null,
        lastUsedAt: null,
        createdAt: saved.createdAt,
        updatedAt: saved.createdAt,
      })
      expect((await send('GET', `/v1/payees/${saved.id}`)).body).toEqual(saved)
    })

    it('uses the only company if companyId is missing or names it', async () => {
      const { create, file } = await ownWorkspace(service.current)
      const companyId = file.companies[0]?.id
      expect((await create({ name: 'A', iban: iban() })).body).toMatchObject({ companyId })
      expect((await create({ companyId, name: 'B', iban: iban() })).body).toMatchObject({ companyId })
    })

    it('keeps text unchanged, whatever it means to a database or a page', async () => {
      const { create, payees } = await ownWorkspace(service.current)
      const names = [
        "O'Neill; drop table payees; --",
        '<b>&amp;</b>',
        '$1 ? %s \\',
        'e\u0301',
        '商店 😀',
        'null',
      ]
      const replies = await Promise.all(names.map(name => create({ name, iban: iban() })))
      expect(replies.map(({ body }) => (body as Payee).name)).toEqual(names)
      expect((await payees()).map(({ name }) => name).sort()).toEqual([...names].sort())
    })

    it('accepts the same IBAN in another company and in another workspace', async () => {
      const { create, payees, one, other } = await twoCompanies()
      const shared = service.current.foreign.payees[0]?.iban
      const first = await create({ companyId: one.id, name: 'A', iban: shared })
      const second = await create({ companyId: other.id, name: 'B', iban: shared })
      expect([first.status, second.status]).toEqual([201, 201])
      expect(await payees()).toEqual([first.body, second.body])
    })

    it('accepts the same name again, because only the IBAN is unique', async () => {
      const { create, payees } = await ownWorkspace(service.current)
      const first = await create({ name: 'Same', iban: iban() })
      service.current.nowMs += 1
      const second = await create({ name: 'Same', iban: iban() })
      expect(await payees()).toEqual([first.body, second.body])
    })

    it('stamps each payee later than the one before, even if the clock stops or goes back', async () => {
      const { create } = await ownWorkspace(service.current)
      const start = service.current.nowMs
      const stamps: string[] = []
      for (const offset of [0, 0, -500, 0]) {
        service.current.nowMs = start + offset
        const { createdAt, updatedAt } = (await create({ name: 'A', iban: iban() })).body as Payee
        expect(updatedAt).toBe(createdAt)
        stamps.push(createdAt)
      }
      expect(stamps).toEqual([1, 2, 3, 4].map(ms => new Date(start + ms).toISOString()))
    })

    it('leaves an audit record of which key saved what, and when', async () => {
      const { create, audit, keyId, file } = await ownWorkspace(service.current)
      const sent = { name: ' Papierwerk ', iban: iban(), defaultReference: 'A 1' }
      const saved = (await create(sent)).body as Payee
      expect(await audit()).toEqual([
        {
          at: new Date(service.current.nowMs).toISOString(),
          actor: { kind: 'key', id: keyId },
          action: 'payee.created',
          subjectId: saved.id,
          details: { ...sent, companyId: file.companies[0]?.id, name: 'Papierwerk' },
        },
      ])
    })
  })

  describe('400', () => {
    it('requires companyId if the workspace has several companies or none', async () => {
      const several = await twoCompanies()
      const none = await ownWorkspace(service.current, { companies: [] })
      expect(outcome(await several.create({ name: 'A', iban: iban() }))).toEqual(companyRequired)
      expect(outcome(await none.create({ name: 'A', iban: iban() }))).toEqual(companyRequired)
      expect([await several.payees(), await none.payees()]).toEqual([[], []])
    })
  })

  describe('401', () => {
    it('needs a key', async () => {
      const json = { name: 'A', iban: iban() }
      expect(outcome(await exchange(service.current, 'POST', '/v1/payees', { json }))).toEqual(keyMissing)
    })
  })

  describe('403', () => {
    it('needs payees:write and names it; payees:read is not enough', async () => {
      const withoutWrite = scopes.filter(scope => scope !== 'payees:write')
      const secret = await service.current.key(service.current.foreign, { scopes: withoutWrite })
      const sending = { secret, json: { name: 'A', iban: iban() } }
      expect(outcome(await exchange(service.current, 'POST', '/v1/payees', sending))).toEqual(
        forbidden('payees:write'),
      )
    })

    it('does not need payees:read', async () => {
      const { file } = await ownWorkspace(service.current)
      const secret = await service.current.key(file, { scopes: ['payees:write'] })
      const sending = { secret, json: { name: 'A', iban: iban() } }
      expect((await exchange(service.current, 'POST', '/v1/payees', sending)).status).toBe(201)
    })
  })

  describe('404', () => {
    it('is the same for a company of another workspace and an unknown one, and saves nothing', async () => {
      const { create, payees, audit, version } = await twoCompanies()
      const before = await version()
      for (const companyId of [service.current.foreign.companies[0]?.id, 'com_nobody', ' ', '😀']) {
        expect(outcome(await create({ companyId, name: 'A', iban: iban() }))).toEqual(noSuchCompany)
      }
      expect([await payees(), await audit(), await version()]).toEqual([[], [], before])
    })

    it('is the reply to an unknown company even in a workspace with one company', async () => {
      const { create } = await ownWorkspace(service.current)
      expect(outcome(await create({ companyId: 'com_nobody', name: 'A', iban: iban() }))).toEqual(
        noSuchCompany,
      )
    })
  })

  describe('409', () => {
    it('refuses a second payee with the same IBAN in the company, and names the first', async () => {
      const { create, payees, one } = await twoCompanies()
      const sent = { companyId: one.id, name: 'First', iban: iban() }
      const first = (await create(sent)).body as Payee
      expect(outcome(await create({ ...sent, name: 'Second' }))).toEqual(duplicateOf(first.id))
      expect(await payees()).toEqual([first])
    })

    it('recognises an IBAN in any formatting, also one from a workspace file', async () => {
      const owner = company()
      const first = payee(owner, { iban: 'DE89370400440532013000' })
      const { create } = await ownWorkspace(service.current, { companies: [owner], payees: [first] })
      for (const written of ['DE89 3704 0044 0532 0130 00', 'de89-3704-0044-0532-0130-00', first.iban]) {
        expect(outcome(await create({ name: 'Second', iban: written }))).toEqual(duplicateOf(first.id))
      }
    })

    it('does not change the workspace clock or the audit log', async () => {
      const { create, version, audit } = await ownWorkspace(service.current)
      const sent = { name: 'First', iban: iban() }
      await create(sent)
      const before = [await version(), await audit()]
      expect((await create(sent)).status).toBe(409)
      expect([await version(), await audit()]).toEqual(before)
    })

    it('lets exactly one of 20 concurrent requests save an IBAN; the others name the saved payee', async () => {
      const { create, payees, audit } = await ownWorkspace(service.current)
      const shared = iban()
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => create({ name: `Payee ${index}`, iban: shared })),
      )
      const saved = replies.filter(({ status }) => status === 201)
      const [winner] = saved.map(({ body }) => body as Payee)
      const refused = replies.filter(({ status }) => status !== 201).map(outcome)
      expect(saved).toHaveLength(1)
      expect(refused).toEqual(Array(19).fill(duplicateOf(winner?.id ?? '')))
      expect(await payees()).toEqual([winner])
      expect(await audit()).toHaveLength(1)
    })

    it('does not affect 20 concurrent requests with different IBANs; each gets its own stamp', async () => {
      const { create, payees } = await ownWorkspace(service.current)
      const replies = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'A', iban: iban() })))
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
      const stamps = (await payees()).map(({ updatedAt }) => updatedAt).sort()
      const start = service.current.nowMs
      expect(stamps).toEqual(
        Array.from({ length: 20 }, (_, index) => new Date(start + 1 + index).toISOString()),
      )
    })
  })
})
