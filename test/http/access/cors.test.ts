/** Pages of other origins may call the API only if the configuration names their origin. */
import { describe, expect, it } from 'vitest'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'

const origin = 'https://books.example'
const ask = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'authorization' }

describeOnBothStores('with an origin in FLORIN_CORS_ORIGINS', store => {
  const service = useService(store, { config: { corsOrigins: [origin] } })
  const send = (
    path: string,
    headers: Record<string, string>,
    init: RequestInit & { secret?: string } = {},
  ) =>
    fetch(service.current.url + path, {
      ...init,
      headers: { ...headers, ...(init.secret && { Authorization: `Bearer ${init.secret}` }) },
    })

  it('a preflight needs no key, and allows what the API takes', async () => {
    const reply = await send('/v1/payees', { Origin: origin, ...ask }, { method: 'OPTIONS' })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
    expect(reply.headers.get('access-control-allow-methods')).toContain('PATCH')
    for (const name of ['Authorization', 'Idempotency-Key', 'If-None-Match', 'Content-Type'])
      expect(reply.headers.get('access-control-allow-headers')).toContain(name)
    expect(reply.headers.get('access-control-allow-credentials')).toBe(null)
  })

  it('its pages can read replies and errors with their headers', async () => {
    for (const secret of [service.current.foreignSecret, 'florin_wrong']) {
      const reply = await send('/v1/workspace', { Origin: origin }, { secret })
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
      expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After')
      expect(reply.headers.get('vary')).toContain('Origin')
    }
  })

  it.each(['https://books.example.evil', 'http://books.example', 'null', 'https://BOOKS.example'])(
    'a page of %s cannot',
    async other => {
      const reply = await send('/v1/workspace', { Origin: other }, { secret: service.current.foreignSecret })
      expect(reply.headers.get('access-control-allow-origin')).toBe(null)
      expect(reply.headers.get('vary')).toContain('Origin')
      const asked = await send('/v1/workspace', { Origin: other, ...ask }, { method: 'OPTIONS' })
      expect(asked.status).toBe(401)
    },
  )

  it('the console and the pages stay closed to it', async () => {
    for (const path of ['/', '/docs', '/healthz']) {
      const reply = await send(path, { Origin: origin })
      expect(reply.headers.get('access-control-allow-origin')).toBe(null)
    }
  })
})

describe('without FLORIN_CORS_ORIGINS', () => {
  const service = useService('embedded')

  it('no origin is allowed, and nothing mentions one', async () => {
    const reply = await fetch(`${service.current.url}/v1/workspace`, {
      headers: { Origin: origin, Authorization: `Bearer ${service.current.foreignSecret}` },
    })
    expect(reply.headers.get('access-control-allow-origin')).toBe(null)
    expect(reply.headers.get('vary')).not.toContain('Origin')
  })
})
