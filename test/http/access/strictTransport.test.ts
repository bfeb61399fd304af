import { expect, it } from 'vitest'
import { useService } from '../../support/service.ts'
import { directApp } from '../replies/directApp.ts'

const service = useService('embedded')

async function strictness(address: string, headers: Record<string, string>): Promise<string | null> {
  const config = { trustedProxies: ['192.0.2.9', '127.0.0.1'], secure: true }
  const app = directApp(service.current.store.db, { config, clock: () => service.current.nowMs })
  return (await app.ask('/healthz', { address, headers })).headers.get('strict-transport-security')
}

const year = 'max-age=31536000'

it('tells browsers behind a trusted proxy to stay on HTTPS if they used it', async () => {
  expect(await strictness('192.0.2.9', { 'x-forwarded-proto': 'https' })).toBe(year)
  expect(await strictness('192.0.2.9', { 'x-forwarded-for': '203.0.113.7' })).toBe(year)
  expect(await strictness('192.0.2.9', { 'x-forwarded-proto': 'http' })).toBeNull()
})

it('ignores what an untrusted client forwards', async () => {
  expect(await strictness('192.0.2.8', { 'x-forwarded-proto': 'https' })).toBeNull()
})

it('never tells browsers on the machine itself, which use plain HTTP', async () => {
  expect(await strictness('127.0.0.1', {})).toBeNull()
  const reply = await service.current.request('/healthz', { headers: { 'x-forwarded-proto': 'https' } })
  expect(reply.headers.get('strict-transport-security')).toBeNull()
})
