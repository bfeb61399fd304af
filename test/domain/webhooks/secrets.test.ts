import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import {
  deriveSecret,
  previousSecretUntil,
  secretCheck,
  signedHeaders,
  signingSecrets,
  writtenSecret,
} from '../../../src/domain/webhooks/secrets.ts'
import { masterSecret, verified } from '../../support/webhooks.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.250Z')
const dayMs = 24 * 60 * 60 * 1000
const message = { id: 'msg_1', body: '{"type":"workspace.changed","data":{"name":"Grüße 👋"}}' }

describe('the secret of a webhook', () => {
  it('is different for each FLORIN_SECRET, webhook and generation', () => {
    const secrets = [
      deriveSecret(masterSecret, 'whe_1', 1),
      deriveSecret(masterSecret, 'whe_1', 2),
      deriveSecret(masterSecret, 'whe_2', 1),
      deriveSecret(`${masterSecret}!`, 'whe_1', 1),
      // An id that ends in digits must not be confused with a generation.
      deriveSecret(masterSecret, 'whe_1.1', 1),
      deriveSecret(masterSecret, 'whe_1', 11),
    ].map(writtenSecret)
    expect(new Set(secrets).size).toBe(secrets.length)
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })

  it('is always the same for the same values, or receivers would refuse messages after an update', () => {
    expect(writtenSecret(deriveSecret(masterSecret, 'whe_1', 1))).toBe(
      'whsec_SYq1hKJT/Ul+Nvpe8CpOboZlwNp5E0sGPVpeqDogIpU=',
    )
  })

  it('is not part of its check value, which differs for each secret', () => {
    const [one, two] = [deriveSecret(masterSecret, 'whe_1', 1), deriveSecret(masterSecret, 'whe_1', 2)]
    expect(secretCheck(one)).toBe(secretCheck(deriveSecret(masterSecret, 'whe_1', 1)))
    expect(secretCheck(one)).not.toBe(secretCheck(two))
    expect(secretCheck(one)).not.toContain(one.toString('base64url').slice(0, 8))
  })
})

describe('the signature of a message', () => {
  const secrets = (rotatedAt: string | null, atMs = nowMs) =>
    signingSecrets(masterSecret, { id: 'whe_1', generation: 2, rotatedAt }, atMs)
  const written = (generation: number) => writtenSecret(deriveSecret(masterSecret, 'whe_1', generation))

  it('is the one that standardwebhooks makes, with the time in seconds', () => {
    const headers = signedHeaders(secrets(null), message, nowMs)
    expect(headers).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1780315200',
      'webhook-signature': new Webhook(written(2)).sign('msg_1', new Date(nowMs), message.body),
    })
    expect(verified(written(2), { headers, body: message.body })).toEqual(JSON.parse(message.body))
    expect(() => verified(written(1), { headers, body: message.body })).toThrow('No matching signature')
    expect(() => verified(written(2), { headers, body: `${message.body} ` })).toThrow('No matching signature')
  })

  it('is made with both secrets for 24 hours after a rotation, and then with the new one only', () => {
    const rotatedAt = new Date(nowMs).toISOString()
    const during = {
      headers: signedHeaders(secrets(rotatedAt, nowMs + dayMs - 1), message, nowMs + dayMs - 1),
      body: message.body,
    }
    verified(written(2), during)
    verified(written(1), during)
    const after = {
      headers: signedHeaders(secrets(rotatedAt, nowMs + dayMs), message, nowMs + dayMs),
      body: message.body,
    }
    verified(written(2), after)
    expect(() => verified(written(1), after)).toThrow('No matching signature')
    expect(previousSecretUntil(rotatedAt, nowMs)).toBe(new Date(nowMs + dayMs).toISOString())
    expect(previousSecretUntil(rotatedAt, nowMs + dayMs)).toBeNull()
  })
})
