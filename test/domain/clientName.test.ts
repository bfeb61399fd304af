import { expect, it } from 'vitest'
import { clientName } from '../../src/domain/access/clientName.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  ['Firefox on Windows', `${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`],
  ['Firefox on Linux', `${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`],
  [
    'Chrome on macOS',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
  ],
  ['Chrome on Android', `${mozilla} (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
  [
    'Edge on Windows',
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
  ],
  ['Opera on Linux', `${mozilla} (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`],
  [
    'Safari on iPhone',
    `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari on macOS',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
  ],
  [
    'Chrome on iPad',
    `${mozilla} (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1`,
  ],
  ['curl', 'curl/8.5.0'],
])('names the client %s', (name, userAgent) => {
  expect(clientName(userAgent)).toBe(name)
})

it.each([undefined, '', '<script>alert(1)</script>', '\u202e', '   '])(
  'is null if the header says nothing: %s',
  userAgent => {
    expect(clientName(userAgent)).toBeNull()
  },
)

it('is short, however long the header', () => {
  expect(clientName('x'.repeat(16_000))).toBe('x'.repeat(40))
  expect(clientName(`${' '.repeat(16_000)}Firefox/1`)).toBeNull()
})
