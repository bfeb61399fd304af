import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ValidationIssue } from '../../../src/contract/errors.ts'
import { company, iban, payee } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import {
  badRequest,
  exchange,
  expectForeignUnchanged,
  type Own,
  otherError,
  outcome,
  ownWorkspace,
} from '../replies/exchange.ts'

const kibibyte = 1024
const json: Record<string, string> = { 'content-type': 'application/json' }
const valid = () => JSON.stringify({ name: 'A', iban: iban() })
const unknown = (path: string) => ({ path, message: 'is not a known field' })
const notJson = badRequest({ path: '', message: 'must have a body that is valid JSON in UTF-8' })
const notAnObject = badRequest({ path: '', message: 'must be a JSON object' })
const noBody = badRequest({ path: '', message: 'must have a JSON body' })
const wrongType = otherError(
  415,
  'UNSUPPORTED_MEDIA_TYPE',
  'Send the body as UTF-8 JSON with Content-Type: application/json.',
)
const tooLarge = otherError(413, 'BODY_TOO_LARGE', 'The body is longer than the limit of 65536 bytes.')

/**
 * Both operations with a body read it in the same way, so each rule is tested on both. A refused body never reaches
 * the store, so one store is enough.
 */
describe('the body of POST and PATCH /payees', () => {
  const service = useService('postgres')
  const owner = company()
  const saved = payee(owner)
  let own: Own
  beforeAll(async () => {
    own = await ownWorkspace(service.current, { companies: [owner], payees: [saved] })
  })
  afterEach(async () => {
    expect([await own.payees(), await own.audit()]).toEqual([[saved], []])
    await expectForeignUnchanged(service.current)
  })

  async function sendBoth(
    { secret, payeeId }: { secret: string; payeeId: string },
    bytes: string | Uint8Array,
    headers: Record<string, string>,
  ) {
    const post = await exchange(service.current, 'POST', '/v1/payees', { secret, bytes, headers })
    const patch = await exchange(service.current, 'PATCH', `/v1/payees/${payeeId}`, {
      secret,
      bytes,
      headers,
    })
    return [outcome(post), outcome(patch)]
  }

  /** Both operations refuse the bytes with this reply. */
  async function refused(bytes: string | Uint8Array, expected: ReturnType<typeof outcome>, headers = json) {
    const replies = await sendBoth({ secret: own.secret, payeeId: saved.id }, bytes, headers)
    expect(replies).toEqual([expected, expected])
  }

  /** Both accept the bytes. POST saves the IBAN, so PATCH of another payee reports it as a duplicate. */
  async function taken(bytes: string, headers = json) {
    const first = payee(owner)
    const { secret } = await ownWorkspace(service.current, { companies: [owner], payees: [first] })
    const replies = await sendBoth({ secret, payeeId: first.id }, bytes, headers)
    expect(replies.map(({ status }) => status)).toEqual([201, 409])
  }

  describe('200 and 201', () => {
    it.each([
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; charset=utf8; x=y',
    ])('accept the content type %s', async type => {
      await taken(valid(), { 'content-type': type })
    })

    it('accept up to 64 KiB', async () => {
      await taken(valid().padEnd(64 * kibibyte, ' '))
    })
  })

  describe('400', () => {
    it.each([
      '{"name":"A",}',
      '{',
      '"',
      'name=A',
      "{'name': 'A'}",
      ' ',
      'undefined',
      '{"a":1}{"a":1}',
      'NaN',
    ])('refuses a body that is not JSON: %s', async text => {
      await refused(text, notJson)
    })

    it.each([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]])(
      'refuses a body that is not UTF-8: %s %s %s',
      async (...bytes) => {
        const [start, end] = valid().split('A')
        const between = Uint8Array.from(bytes.filter(byte => byte !== undefined))
        await refused(Buffer.concat([Buffer.from(`${start}`), between, Buffer.from(`${end}`)]), notJson)
      },
    )

    it.each(['[]', '[{"name":"A"}]', 'null', '1', '"name"', 'true'])(
      'refuses JSON that is not an object: %s',
      async text => {
        await refused(text, notAnObject)
      },
    )

    it('refuses a request without a body with the documented 400', async () => {
      await refused('', noBody)
      await refused('', noBody, {})
    })

    it.each([
      'id',
      'lastUsedAt',
      'createdAt',
      'Name',
      'default_reference',
      '',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
    ])('refuses an unknown field and names it: %j', async field => {
      const sent = `{"name":"A","iban":"${iban()}",${JSON.stringify(field)}:{"name":"B"}}`
      await refused(sent, badRequest(unknown(field)))
    })

    it('refuses NUL and lone surrogates in any text', async () => {
      const message = 'must not contain a NUL or half of a surrogate pair'
      for (const bad of ['\\u0000', '\\ud800', '\\udc00', '\\udc00\\ud800']) {
        await refused(`{"name":"a${bad}b","iban":"${iban()}"}`, badRequest({ path: 'name', message }))
        await refused(
          `{"name":"A","iban":"DE89370400440532013000${bad}"}`,
          badRequest({ path: 'iban', message }),
        )
        await refused(
          `{"name":"A","iban":"${iban()}","defaultReference":"${bad}"}`,
          badRequest({ path: 'defaultReference', message }),
        )
      }
    })

    it('refuses them in companyId too', async () => {
      for (const companyId of ['\0', '\ud800']) {
        expect(outcome(await own.create({ companyId, name: 'A', iban: saved.iban }))).toEqual(
          badRequest({ path: 'companyId', message: 'must not contain a NUL or half of a surrogate pair' }),
        )
      }
    })

    it.each([1, true, [], {}, ['A']])('refuses %j where text belongs', async value => {
      const issues = ['name', 'iban', 'defaultReference'].map(path => ({ path, message: 'must be a string' }))
      await refused(
        JSON.stringify({ name: value, iban: value, defaultReference: value }),
        badRequest(...issues),
      )
    })

    it('refuses null for a name and an IBAN', async () => {
      const issues = ['name', 'iban'].map(path => ({ path, message: 'must be a string' }))
      await refused('{"name":null,"iban":null}', badRequest(...issues))
    })

    it('lists an issue for every wrong field', async () => {
      const wrong = { name: ' ', iban: 'DE89', defaultReference: 'ä', nickname: 'x', color: 'red' }
      const issues: ValidationIssue[] = [
        { path: 'name', message: 'must be 1 to 70 characters long' },
        { path: 'iban', message: 'must be 15 to 42 characters long' },
        {
          path: 'defaultReference',
          message: "may contain only ASCII letters, digits, spaces and - ? . + , / ' : ( )",
        },
        unknown('nickname'),
        unknown('color'),
      ]
      await refused(JSON.stringify(wrong), badRequest(...issues))
      const missing = ['name', 'iban'].map(path => ({ path, message: 'is required' }))
      const tooShort = { path: 'companyId', message: 'must be 1 to 8192 characters long' }
      expect(outcome(await own.create({ companyId: '' }))).toEqual(badRequest(tooShort, ...missing))
      expect(outcome(await own.create({}))).toEqual(badRequest(...missing))
    })
  })

  describe('413', () => {
    it('refuses a body over 64 KiB, in bytes', async () => {
      await refused(valid().padEnd(64 * kibibyte + 1, ' '), tooLarge)
      await refused(`{"name":"${'ä'.repeat(32 * kibibyte)}"}`, tooLarge)
    })
  })

  describe('415', () => {
    it.each([
      {},
      { 'content-type': '' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'text/json' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/merge-patch+json' },
      { 'content-type': 'application/jsonp' },
      { 'content-type': 'application/json, text/plain' },
      { 'content-type': 'application/json; charset=iso-8859-1' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'application/json', 'content-encoding': 'br' },
    ])('refuses a body with the headers %j', async headers => {
      await refused(valid(), wrongType, headers as Record<string, string>)
    })
  })
})
