import { describe, expect, it } from 'vitest'
import { revoke } from '../../../src/actions/keys.ts'
import { newSecret } from '../../../src/domain/access/apiKey.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { rawReply } from '../errors/rawReply.ts'
import { directApp, withOtherProcess } from '../replies/directApp.ts'

const dayMs = 24 * 60 * 60 * 1000
const words = ['missing', 'malformed', 'revoked', 'expired']

describeOnBothStores('Authentication', store => {
  const service = useService(store)

  const newKey = (expiresInDays: 30 | 90 | 365 | null = null) =>
    service.current.createKey(service.current.foreign, { expiresInDays })
  const revokeKey = (id: string) => revoke(service.current.store.db, id, actor, service.current.nowMs)
  const ask = (authorization?: string, path = '/v1/workspace') =>
    service.current.request(path, authorization === undefined ? {} : { headers: { authorization } })
  const statusWith = async (secret: string) => (await ask(`Bearer ${secret}`)).status

  /** The reply is a 401 in the defined shape, and its message has only this one of the four words. */
  async function expectRefusal(reply: Response, word: string) {
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    const body = (await reply.json()) as { message: string }
    expect(body).toEqual({ defined: true, code: 'UNAUTHORIZED', status: 401, message: expect.any(String) })
    expect(words.filter(each => body.message.toLowerCase().includes(each))).toEqual([word])
    return body
  }

  describe('a valid key', () => {
    it('opens only its own workspace', async () => {
      const { key, secret } = await newKey()
      const reply = await ask(`Bearer ${secret}`)
      expect(reply.status).toBe(200)
      const { id } = service.current.foreign.workspace
      expect(await reply.json()).toMatchObject({ id, apiKey: { id: key.id } })
    })

    it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
      'is accepted after the scheme word %s',
      async scheme => {
        expect((await ask(`${scheme} ${service.current.foreignSecret}`)).status).toBe(200)
      },
    )

    it('is accepted with any number of spaces around it and the scheme', async () => {
      expect((await ask(`  Bearer    ${service.current.foreignSecret}  `)).status).toBe(200)
    })
  })

  describe('a missing key', () => {
    it.each([
      ['no Authorization header', undefined],
      ['an empty one', ''],
      ['one of spaces', '   '],
    ])('is reported as missing: %s', async (_, authorization) => {
      await expectRefusal(await ask(authorization), 'missing')
    })

    it('is reported as missing if the key is sent anywhere but in Authorization', async () => {
      const secret = service.current.foreignSecret
      const elsewhere = `/v1/workspace?apiKey=${secret}&access_token=${secret}`
      const headers = {
        'x-api-key': secret,
        cookie: `key=${secret}`,
        'proxy-authorization': `Bearer ${secret}`,
      }
      await expectRefusal(await service.current.request(elsewhere, { headers }), 'missing')
    })

    it('is reported as missing or malformed if there is only a scheme word', async () => {
      const reply = await ask('Bearer')
      expect(reply.status).toBe(401)
      const { message } = (await reply.json()) as { message: string }
      expect(message).toMatch(/missing|malformed/)
    })
  })

  describe('a malformed key', () => {
    const changes: [string, (secret: string) => string][] = [
      ['no scheme', secret => secret],
      ['the scheme Basic', secret => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`],
      ['the scheme Basic before a secret', secret => `Basic ${secret}`],
      ['the scheme Token', secret => `Token ${secret}`],
      ['no space after the scheme', secret => `Bearer${secret}`],
      ['a colon after the scheme', secret => `Bearer: ${secret}`],
      ['a tab after the scheme', secret => `Bearer\t${secret}`],
      ['the scheme twice', secret => `Bearer Bearer ${secret}`],
      ['quotation marks', secret => `Bearer "${secret}"`],
      ['another prefix', secret => `Bearer ${secret.replace('florin_', 'florim_')}`],
      ['the prefix in capitals', secret => `Bearer ${secret.replace('florin_', 'FLORIN_')}`],
      ['no prefix', secret => `Bearer ${secret.slice(7)}`],
      ['the prefix alone', () => 'Bearer florin_'],
      ['39 characters', secret => `Bearer ${secret.slice(0, -1)}`],
      ['41 characters', secret => `Bearer ${secret}0`],
      ['a wrong checksum', secret => `Bearer ${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`],
      ['a mistyped character', secret => `Bearer florin_${secret[7] === 'x' ? 'y' : 'x'}${secret.slice(8)}`],
      ['the other case', secret => `Bearer florin_${secret.slice(7).replace(/[a-z]/gi, swapCase)}`],
      ['a hyphen in it', secret => `Bearer ${secret.slice(0, 20)}-${secret.slice(21)}`],
      ['a space in it', secret => `Bearer ${secret.slice(0, 20)} ${secret.slice(20)}`],
      ['a letter that is not ASCII', secret => `Bearer ${secret.slice(0, -1)}\u00e9`],
      ['a no-break space after it', secret => `Bearer ${secret}\u00a0`],
      ['two secrets after a space', secret => `Bearer ${secret} ${secret}`],
      ['two secrets after a comma', secret => `Bearer ${secret},${secret}`],
      ['two whole values in one header', secret => `Bearer ${secret}, Bearer ${secret}`],
      ['something after it', secret => `Bearer ${secret} realm=x`],
    ]

    it.each(changes)('is reported as malformed, also when it is sent again: %s', async (_, change) => {
      const sent = change(service.current.foreignSecret)
      await expectRefusal(await ask(sent), 'malformed')
      await expectRefusal(await ask(sent), 'malformed')
    })

    it('is reported as malformed if two valid Authorization headers are sent', async () => {
      const authorization = `Bearer ${service.current.foreignSecret}`
      const headers = ['Host', 'florin.test', 'Authorization', authorization, 'Authorization', authorization]
      const { status, body } = await rawReply(`${service.current.url}/v1/workspace`, { headers })
      expect({ status, malformed: body.includes('malformed') }).toEqual({ status: 401, malformed: true })
    })

    it('is not repeated in the reply', async () => {
      const text = await (await ask('Bearer florin_oops-this-was-my-password')).text()
      expect(text).not.toContain('oops')
    })
  })

  describe('a revoked key', () => {
    it('fails from the next request on, and is reported as revoked', async () => {
      const { key, secret } = await newKey()
      expect(await statusWith(secret)).toBe(200)
      await revokeKey(key.id)
      await expectRefusal(await ask(`Bearer ${secret}`), 'revoked')
    })

    it('fails in each of many concurrent requests after the revocation', async () => {
      const { key, secret } = await newKey()
      expect(await statusWith(secret)).toBe(200)
      await revokeKey(key.id)
      const statuses = await Promise.all(Array.from({ length: 30 }, () => statusWith(secret)))
      expect(statuses).toEqual(Array(30).fill(401))
    })

    it('fails at once in every process, whichever process revoked it', async () => {
      await withOtherProcess(service.current.store, async db => {
        const other = directApp(db, { clock: () => service.current.nowMs })
        const [here, there] = [await newKey(), await newKey()]
        for (const { secret } of [here, there]) {
          expect([await statusWith(secret), (await other.ask('/v1/workspace', { secret })).status]).toEqual([
            200, 200,
          ])
        }
        await revokeKey(here.key.id)
        await expectRefusal(await other.ask('/v1/workspace', { secret: here.secret }), 'revoked')
        await revoke(db, there.key.id, actor, service.current.nowMs)
        await expectRefusal(await ask(`Bearer ${there.secret}`), 'revoked')
      })
    })

    it('is still reported as revoked years later', async () => {
      const { key, secret } = await newKey()
      await revokeKey(key.id)
      service.current.nowMs += 20 * 365 * dayMs
      await expectRefusal(await ask(`Bearer ${secret}`), 'revoked')
    })

    it('is reported as revoked if it is both revoked and expired', async () => {
      const [before, after] = [await newKey(30), await newKey(30)]
      await revokeKey(before.key.id)
      service.current.nowMs += 31 * dayMs
      await revokeKey(after.key.id)
      await expectRefusal(await ask(`Bearer ${before.secret}`), 'revoked')
      await expectRefusal(await ask(`Bearer ${after.secret}`), 'revoked')
    })

    it('gets exactly the same reply as a well-formed key that never existed', async () => {
      const { key, secret } = await newKey()
      await revokeKey(key.id)
      const unknown = await expectRefusal(await ask(`Bearer ${newSecret()}`), 'revoked')
      expect(await expectRefusal(await ask(`Bearer ${secret}`), 'revoked')).toEqual(unknown)
    })

    it('does not affect the other keys of its workspace', async () => {
      const [one, other] = [await newKey(), await newKey()]
      await revokeKey(one.key.id)
      expect(await statusWith(other.secret)).toBe(200)
    })
  })

  describe('an expired key', () => {
    it.each([30, 90, 365] as const)(
      'of %i days works to the last millisecond, and is then expired',
      async days => {
        const { secret } = await newKey(days)
        service.current.nowMs += days * dayMs - 1
        expect(await statusWith(secret)).toBe(200)
        service.current.nowMs += 1
        await expectRefusal(await ask(`Bearer ${secret}`), 'expired')
      },
    )

    it('is never a key without an expiry', async () => {
      const { secret } = await newKey(null)
      service.current.nowMs += 50 * 365 * dayMs
      expect(await statusWith(secret)).toBe(200)
    })
  })

  it('rotation: a new key and the old one are both valid until the old one is revoked', async () => {
    const old = await newKey()
    const fresh = await newKey()
    expect([await statusWith(old.secret), await statusWith(fresh.secret)]).toEqual([200, 200])
    await revokeKey(old.key.id)
    expect([await statusWith(old.secret), await statusWith(fresh.secret)]).toEqual([401, 200])
  })

  describe('every path under /v1', () => {
    const unknownPaths = [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/accounts/a/b',
      '/v1/openapi.yaml',
      '/v1//accounts',
    ]

    it.each(unknownPaths)('is 401 without a key, even an unknown path: %s', async path => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        await expectRefusal(await service.current.request(path, { method }), 'missing')
      }
    })

    it.each(unknownPaths)('is 404, an undocumented error, with a key if it is unknown: %s', async path => {
      const reply = await service.current.request(path, { secret: service.current.foreignSecret })
      expect(reply.status).toBe(404)
      expect(await reply.json()).toMatchObject({ defined: false, status: 404 })
    })

    it('is 401 before method, scope, parameters and body are checked', async () => {
      await expectRefusal(await service.current.request('/v1/workspace', { method: 'DELETE' }), 'missing')
      await expectRefusal(await service.current.request('/v1/transactions?limit=0'), 'missing')
      await expectRefusal(
        await service.current.request('/v1/payees', { method: 'POST', body: 'no' }),
        'missing',
      )
    })

    it('is 401 without a key, except /v1/openapi.json, which ignores keys', async () => {
      const path = '/v1/openapi.json'
      expect((await service.current.request(path)).status).toBe(200)
      expect((await ask('Bearer nonsense', path)).status).toBe(200)
      expect((await ask(`Bearer ${newSecret()}`, path)).status).toBe(200)
    })
  })
})

const swapCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
