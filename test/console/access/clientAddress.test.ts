/** The client address of a sign-in: how attempts are counted, and what the audit log records. */
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { directly } from '../wire.ts'
import { useCheapHashes } from './signIn/scrypt.ts'

const unlimited = { perSecond: 1_000_000, burst: 1_000_000 }
const triesPerAddress = 3

describeOnBothStores('The address of a sign-in', store => {
  const service = useService(store)
  useCheapHashes()

  /** Statuses of attempts for different accounts, so that only the limit per address applies. */
  function guesser(trustedProxies: string[], lines: string[] = []) {
    const { send } = directly(service.current.store.db, {
      clock: () => service.current.nowMs,
      config: {
        trustedProxies,
        secure: true,
        signIn: {
          perAccount: unlimited,
          perAccountAndAddress: unlimited,
          perAddress: { burst: triesPerAddress, perSecond: 0.001 },
        },
      },
      log: pino({}, { write: line => void lines.push(line) }),
    })
    let tries = 0
    return async (address: string, forwarded?: string): Promise<number> => {
      tries += 1
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const json = { email: `nobody${tries}@example.com`, password: 'a wrong password' }
      return (await send('POST', '/console/session', { json, address, headers })).status
    }
  }

  const limitedAfter = (count: number) => [...Array(triesPerAddress).fill(401), ...Array(count).fill(429)]

  it('cannot be changed by forging X-Forwarded-For for each of 80 attempts', async () => {
    const guess = guesser(['10.0.0.0/8', '127.0.0.0/8'])
    const statuses: number[] = []
    for (let turn = 0; turn < 80; turn += 1) statuses.push(await guess('198.51.100.1', `10.0.0.${turn}`))
    expect(statuses).toEqual(limitedAfter(77))
  })

  it('cannot be changed by forging entries before those of a trusted proxy', async () => {
    const guess = guesser(['10.0.0.0/8'])
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push(await guess('10.0.0.1', `203.0.113.${turn}, 198.51.100.2, 10.0.0.2`))
    }
    expect(statuses).toEqual(limitedAfter(3))
    expect(await guess('10.0.0.1', '198.51.100.3')).toBe(401)
  })

  it('is counted by /64 network for IPv6, directly and through a proxy', async () => {
    const guess = guesser(['10.0.0.1'])
    const statuses = [
      await guess('2001:db8:7:7::1'),
      await guess('2001:db8:7:7:ffff::2'),
      await guess('10.0.0.1', '[2001:db8:7:7:1:2:3:4]:5678'),
      await guess('10.0.0.1', '2001:db8:7:7::5'),
    ]
    expect(statuses).toEqual(limitedAfter(1))
    expect(await guess('2001:db8:7:8::1')).toBe(401)
  })

  it('is recorded in full in the audit log', async () => {
    const lines: string[] = []
    const guess = guesser(['10.0.0.1'], lines)
    await guess('2001:DB8:9::0:1')
    await guess('::ffff:198.51.100.7', '203.0.113.9')
    await guess('10.0.0.1', '203.0.113.9, [2001:db8:9:0:1::2]:443')
    const addresses = lines.map(line => JSON.parse(line).address)
    expect(addresses).toEqual(['2001:db8:9::1', '198.51.100.7', '2001:db8:9:0:1::2'])
  })
})
