/** A service without the secret that signs webhooks has none. */
import { describe, expect, it } from 'vitest'
import { noneAllowed } from '../../../src/domain/webhooks/addresses.ts'
import { replied } from '../../../src/domain/webhooks/exchange.ts'
import { TestService } from '../../support/service.ts'
import { freshStore } from '../../support/stores.ts'
import { home } from '../access/people.ts'
import { statusAndCode } from '../wire.ts'

const url = 'https://ledger.example/florin'

describe('Webhooks of a service without FLORIN_SECRET', () => {
  it('are off, and say what to set', async () => {
    const off = {
      master: null,
      allowed: noneAllowed,
      transport: async () => replied(200, undefined),
      wake() {},
    }
    const service = await TestService.on(await freshStore('embedded'), { webhooks: off })
    try {
      const own = await home(service)
      const owner = await own.person('owner')
      const { body } = await owner.get(own.at('/webhooks'))
      expect(body).toEqual({ data: [], unavailable: expect.stringContaining('FLORIN_SECRET is not set') })
      const reply = await owner.post(own.at('/webhooks'), { name: 'Ledger', url })
      expect(statusAndCode(reply)).toEqual([409, 'WEBHOOKS_OFF'])
      expect(reply.body.message).toContain('at least 32 random characters')
    } finally {
      await service.stop()
    }
  })
})
