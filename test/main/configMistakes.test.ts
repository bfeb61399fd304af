import { describe, expect, it } from 'vitest'
import { mistakesIn } from './mistakesIn.ts'

describe('a mistake in the configuration', () => {
  it.each([
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, but is "65536"'],
    ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '0x50', 'PORT must be a whole number from 0 to 65535'],
    ['FLORIN_RATE_PER_SECOND', '0', 'FLORIN_RATE_PER_SECOND must be a whole number from 1'],
    ['FLORIN_RATE_BURST', 'many', 'FLORIN_RATE_BURST must be a whole number from 1'],
    ['FLORIN_AUTH_FAILURES_PER_MINUTE', '1e3', 'FLORIN_AUTH_FAILURES_PER_MINUTE must be a whole number'],
    ['FLORIN_DEMO', 'maybe', 'FLORIN_DEMO must be on or off, but is "maybe"'],
    ['FLORIN_TRUST_PROXY', 'nginx', 'FLORIN_TRUST_PROXY must be off, or the proxies'],
    ['FLORIN_TRUST_PROXY', '10.0.0.1,', '"" is not an IP address or network: write an address such as'],
    ['FLORIN_TRUST_PROXY', 'on, 10.0.0.1', '"on" is not an IP address or network'],
    ['FLORIN_TRUST_PROXY', '10.0.0.1/8', 'write 10.0.0.0/8 or 10.0.0.1'],
    ['FLORIN_TRUST_PROXY', '10.0.0.1, 0.0.0.0/0', '0.0.0.0/0 would trust everyone'],
    ['FLORIN_TRUST_PROXY', '::/0', '::/0 would trust everyone'],
    ['FLORIN_ALLOWED_HOSTS', 'https://a.example', '"https://a.example" is not one'],
    ['FLORIN_ALLOWED_HOSTS', 'a.example:8080', 'without scheme and port'],
    ['FLORIN_ALLOWED_HOSTS', 'a.example,', '"" is not one'],
    ['FLORIN_CORS_ORIGINS', '*', '"*" is not one'],
    ['FLORIN_CORS_ORIGINS', 'https://a.example/', 'without a path'],
    ['FLORIN_ALLOWED_HOSTS', '*', '"*" is not one'],
    ['FLORIN_ALLOWED_HOSTS', Array(101).fill('a.example').join(), 'has 101 names, but the limit is 100'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    ['DATABASE_URL', 'db.example/florin', 'DATABASE_URL must be a URL that begins with postgres://'],
    [
      'DATABASE_REPLICA_URLS',
      'postgres://a/b mysql://c/d',
      'DATABASE_REPLICA_URLS must be a URL that begins',
    ],
    ['DATABASE_REPLICA_URLS', 'postgres://a/b', 'DATABASE_URL does not name their primary'],
    ['DATABASE_REPLICA_URLS', Array(17).fill('postgres://a/b').join(' '), 'may name at most 16 servers'],
    ['DATABASE_URL', 'postgres://db/florin?sslmode=on', 'DATABASE_URL must have sslmode as one of disable,'],
  ])('is named: %s=%s', (name, value, message) => {
    expect(mistakesIn({ [name]: value })).toContain(message)
  })

  it('does not hide others: all are named in one message', () => {
    const message = mistakesIn({ PORT: 'http', FLORIN_DEMO: 'x', LOG_LEVEL: 'y', FLORIN_RATE_BURST: '-3' })
    for (const name of ['PORT', 'FLORIN_DEMO', 'LOG_LEVEL', 'FLORIN_RATE_BURST'])
      expect(message).toContain(name)
  })

  it.each([
    'mysql://florin:hunter2@db.example/florin',
    'postgres://florin:hunter2@db.example:port/florin',
    'postgres//florin:hunter2@db.example/florin',
  ])('in DATABASE_URL never reveals its password: %s', url => {
    const message = mistakesIn({ DATABASE_URL: url, PORT: 'x' })
    expect(message).toContain('DATABASE_URL')
    expect(message).not.toContain('hunter2')
  })
})
