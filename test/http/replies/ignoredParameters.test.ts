/** Parameters that an operation does not know are ignored, and named in a header. */
import { expect, it } from 'vitest'
import { smallWorkspace } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'

describeOnBothStores('a parameter that the operation does not know', store => {
  const service = useService(store)

  async function headerOf(path: string, init: RequestInit = {}) {
    const file = smallWorkspace()
    await service.current.load(file)
    const secret = await service.current.key(file)
    const reply = await service.current.request(path, { ...init, secret })
    return { status: reply.status, ignored: reply.headers.get('florin-ignored-parameters') }
  }

  it.each([
    ['/v1/transactions?limit=1&side=debit', null],
    ['/v1/transactions?updated_after=2026-01-01', 'updated_after; did-you-mean=updatedAfter'],
    ['/v1/transactions?Limit=7', 'Limit; did-you-mean=limit'],
    ['/v1/transactions?stauts=booked', 'stauts; did-you-mean=status'],
    ['/v1/transactions?page=2', 'page'],
    ['/v1/transactions?page=2&page=3&offset=', 'page, offset'],
    ['/v1/categories?companyId=x', 'companyId'],
    ['/v1/workspace?verbose', 'verbose'],
    ['/v1/changes?resource=payee', 'resource; did-you-mean=resources'],
  ])('%s is answered, with the header %s', async (path, ignored) => {
    expect(await headerOf(path)).toEqual({ status: 200, ignored })
  })

  it('cannot write to the headers, and is limited in number and length', async () => {
    const hostile = encodeURIComponent('a\r\nSet-Cookie: b=c, d; did-you-mean=e"')
    expect((await headerOf(`/v1/companies?${hostile}=1`)).ignored).toBe(
      'a%0D%0ASet-Cookie%3A%20b%3Dc%2C%20d%3B%20did-you-mean%3De%22',
    )
    const many = Array.from({ length: 50 }, (_, number) => `p${number}${'x'.repeat(90)}=1`).join('&')
    const names = (await headerOf(`/v1/companies?${many}`)).ignored?.split(', ') ?? []
    expect(names).toHaveLength(10)
    expect(Math.max(...names.map(name => name.length))).toBe(64)
  })

  it('is named in the reply to a write as well', async () => {
    const reply = await headerOf('/v1/payees/pye_nobody?force=1', { method: 'DELETE' })
    expect(reply.status).toBe(404)
    const file = smallWorkspace()
    await service.current.load(file)
    const secret = await service.current.key(file)
    const path = `/v1/payees/${file.payees[0]?.id}?force=1`
    const deleted = await service.current.request(path, { method: 'DELETE', secret })
    expect([deleted.status, deleted.headers.get('florin-ignored-parameters')]).toEqual([204, 'force'])
  })

  it('makes the client throw, with the name that was meant', async () => {
    const client = service.current.client(service.current.foreignSecret)
    const misspelt = { updated_after: '2026-01-01T00:00:00Z' } as object
    await expect(client.transactions.list(misspelt)).rejects.toMatchObject({
      code: 'UNKNOWN_PARAMETER',
      message: expect.stringContaining('updated_after (did you mean updatedAfter?)'),
    })
  })
})
