/** Writes are accepted only from the console's pages, even if another page makes the browser send the cookie. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../../support/service.ts'
import { consoleRows, dataRows, pathFor, type Row, sentIn } from '../samples.ts'
import { directly, type Sending, statusAndCode } from '../wire.ts'
import { Browser, expectUnchanged, type Home, home, type Person, person } from './people.ts'
import { useCheapHashes } from './signIn/scrypt.ts'

const writes = [...consoleRows, ...dataRows].filter(([, { operation }]) => operation.method !== 'GET')
const writesWithBody = writes.filter(([, { operation }]) => 'body' in operation || 'bytesMax' in operation)
const foreign = [403, 'FOREIGN_ORIGIN']

/** Origins of other pages, some of which imitate ours. */
const otherOrigins = (host: string, port: string): [string, string | null][] => [
  ['another site', 'https://evil.example'],
  ['a page without an origin, such as a sandboxed frame', 'null'],
  ['no origin at all', null],
  ['an empty origin', ''],
  ['ours with a suffix', `http://${host}:${port}.evil.example`],
  ['ours with more digits in the port', `http://${host}:${port}0`],
  ['ours after a user name', `http://florin@${host}:${port}`],
  ['ours as a subdomain of theirs', `http://${host}.evil.example:${port}`],
  ['the other scheme', `https://${host}:${port}`],
  ['another port of this machine', `http://${host}:${Number(port) - 1}`],
  ['no port', `http://${host}`],
  ['another name of this machine', `http://localhost:${port}`],
  ['ours with a path', `http://${host}:${port}/`],
  ['ours after another', `https://evil.example, http://${host}:${port}`],
  ['ours before another', `http://${host}:${port}, https://evil.example`],
  ['ours without a scheme', `${host}:${port}`],
  ['ours with a space', `http://${host}:${port} x`],
]

const formTypes = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/plain;charset=UTF-8',
  'multipart/form-data; boundary=x',
]

// It is checked before anything is read from the store, so one store is enough.
describe('The origin of a write', () => {
  const service = useService('embedded')
  useCheapHashes()
  let own: Home
  let owner: Person

  beforeAll(async () => {
    own = await home(service.current)
    owner = await own.person('owner')
  })

  /** A valid request by a new owner, because some requests change the account. */
  async function prepared(row: Row) {
    const who = await own.person('owner')
    const sample = await row.prepare({ service: service.current, home: own, who })
    const path = pathFor(row, sample, own.workspaceId)
    const ask = (sending: Sending) => who.ask(row.operation.method, path, { ...sentIn(sample), ...sending })
    return { sample, ask }
  }

  describe.each(writes)('%s', (_, row) => {
    it('changes nothing unless the page has exactly this origin', async () => {
      const { hostname, port } = new URL(service.current.url)
      const { ask } = await prepared(row)
      await expectUnchanged(service.current, async () => {
        for (const [what, origin] of otherOrigins(hostname, port)) {
          expect([what, ...statusAndCode(await ask({ origin }))]).toEqual([what, ...foreign])
        }
      })
      // A refusal proves nothing unless the same request succeeds from our own page.
      expect((await ask({})).status).toBe(row.operation.success.status)
    })
  })

  describe.each(writesWithBody)('%s', (_, row) => {
    it('accepts no form, because a page of any origin can post one', async () => {
      const { sample, ask } = await prepared(row)
      const bytes = sample.bytes ?? JSON.stringify(sample.json)
      await expectUnchanged(service.current, async () => {
        for (const type of formTypes) {
          const sending = { json: undefined, bytes, headers: { 'content-type': type } }
          expect(statusAndCode(await ask(sending))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
          expect(statusAndCode(await ask({ ...sending, origin: null }))).toEqual(foreign)
        }
      })
    })
  })

  it('is checked even for methods that no operation has', async () => {
    for (const method of ['PUT', 'OPTIONS', 'PATCH']) {
      expect(
        statusAndCode(await owner.ask(method, '/console/session', { origin: 'https://evil.example' })),
      ).toEqual(foreign)
    }
  })

  it('is not checked for reads, whose replies another page cannot see', async () => {
    const reply = await owner.ask('GET', '/console/session', { origin: 'https://evil.example' })
    expect([reply.status, reply.body.user.id]).toEqual([200, owner.id])
  })

  describe('behind a proxy', () => {
    const proxy = '192.0.2.1'
    const allowedHosts = ['florin.internal', 'bank.example']
    const inside = { host: 'florin.internal:8080', 'x-forwarded-host': 'bank.example' }

    /** The status of a sign-in that is valid except for its origin. */
    async function signIn(config: object, headers: Record<string, string>, origin: string): Promise<number> {
      const { send } = directly(service.current.store.db, { clock: () => service.current.nowMs, config })
      const { email, password } = await person(service.current)
      const browser = new Browser(send, null, 'secure' in config)
      return (await browser.ask('POST', '/console/session', { json: { email, password }, headers, origin }))
        .status
    }

    it('must have the forwarded host, with HTTPS, if the proxy is trusted', async () => {
      const config = { trustedProxies: [proxy], allowedHosts, secure: true }
      expect(await signIn(config, inside, 'https://bank.example')).toBe(200)
      expect(await signIn(config, inside, 'https://florin.internal:8080')).toBe(403)
      expect(await signIn(config, inside, 'http://bank.example')).toBe(403)
    })

    it('must have the requested host if a trusted proxy forwards none', async () => {
      const config = { trustedProxies: [proxy], allowedHosts, secure: true }
      const { host } = inside
      expect(await signIn(config, { host }, `https://${host}`)).toBe(200)
      expect(await signIn(config, { host }, 'https://bank.example')).toBe(403)
    })

    it('may also have the configured host if the proxy forwards none, and no other', async () => {
      const config = {
        trustedProxies: [proxy],
        allowedHosts,
        secure: true,
        publicUrl: 'https://bank.example',
      }
      const { host } = inside
      expect(await signIn(config, { host }, 'https://bank.example')).toBe(200)
      expect(await signIn(config, { host }, 'https://bank.example.evil')).toBe(403)
      expect(await signIn(config, { host }, 'http://bank.example')).toBe(403)
    })

    it('ignores forwarded headers of an untrusted proxy', async () => {
      const config = { trustedProxies: ['192.0.2.2'], allowedHosts, secure: true }
      expect(await signIn(config, inside, 'https://bank.example')).toBe(403)
      expect(await signIn(config, inside, 'https://florin.internal:8080')).toBe(200)
    })

    it('ignores forwarded headers if no proxy is trusted', async () => {
      const config = { allowedHosts }
      expect(await signIn(config, inside, 'http://bank.example')).toBe(403)
      expect(await signIn(config, inside, 'http://florin.internal:8080')).toBe(200)
    })
  })
})
