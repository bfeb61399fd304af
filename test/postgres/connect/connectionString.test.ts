/** PostgreSQL URLs, parsed as libpq does. */
import { describe, expect, it } from 'vitest'
import {
  BadConnectionString,
  describeHosts,
  readConnectionString,
} from '../../../src/postgres/connect/connectionString.ts'

const placesOf = (url: string) => readConnectionString(url).places.map(({ host, port }) => [host, port])

describe('the hosts of a URL', () => {
  it.each<[string, [string | null, number | null][]]>([
    ['postgres://db.example:5433/books', [['db.example', 5433]]],
    ['postgresql://db.example/books', [['db.example', null]]],
    ['postgres:///books', [[null, null]]],
    ['postgres://', [[null, null]]],
    [
      'postgres://u:p@h1:1,h2:2,h3/books',
      [
        ['h1', 1],
        ['h2', 2],
        ['h3', null],
      ],
    ],
    [
      'postgres://[::1]:5433,[2001:db8::7]/books',
      [
        ['::1', 5433],
        ['2001:db8::7', null],
      ],
    ],
    ['postgres://%2Fvar%2Frun%2Fpostgresql/books', [['/var/run/postgresql', null]]],
    ['postgres://u@localhost:5433/books?host=/tmp/a%20b', [['/tmp/a b', 5433]]],
    [
      'postgres:///books?host=h1,h2&port=1,2',
      [
        ['h1', 1],
        ['h2', 2],
      ],
    ],
    [
      'postgres:///books?host=h1,h2&port=7',
      [
        ['h1', 7],
        ['h2', 7],
      ],
    ],
    [
      'postgres://h1,h2/books?port=7',
      [
        ['h1', 7],
        ['h2', 7],
      ],
    ],
  ])('%s', (url, expected) => {
    expect(placesOf(url)).toEqual(expected)
  })

  it('are described without user and password', () => {
    const target = readConnectionString('postgres://u:hunter2@h1:1,[::1]:2,%2Ftmp/books')
    expect(describeHosts(target)).toBe('h1:1, [::1]:2, /tmp')
  })
})

describe('the rest of a URL', () => {
  it('has defaults', () => {
    expect(readConnectionString('postgres://db')).toMatchObject({
      user: null,
      password: null,
      database: null,
      sslMode: null,
      sslFiles: { rootcert: null, cert: null, key: null },
      directTls: false,
      connectTimeoutMs: null,
      options: null,
      applicationName: null,
      sessionAttribute: 'any',
    })
  })

  it('is read completely', () => {
    const url =
      'postgres://cl%65rk:open%20sesame%2F%40%3F%C3%A9@db:1/my%20books?sslmode=verify-ca&sslrootcert=/r&sslcert=/c' +
      '&sslkey=/k&connect_timeout=3&options=-c+work_mem%3D7MB&application_name=books&target_session_attrs=primary'
    expect(readConnectionString(url)).toEqual({
      places: [{ host: 'db', port: 1 }],
      user: 'clerk',
      password: 'open sesame/@?é',
      database: 'my books',
      sslMode: 'verify-ca',
      sslFiles: { rootcert: '/r', cert: '/c', key: '/k' },
      directTls: false,
      connectTimeoutMs: 3000,
      options: '-c work_mem=7MB',
      applicationName: 'books',
      sessionAttribute: 'primary',
    })
  })

  it('may contain an @, a colon and a percent sign in the password', () => {
    expect(readConnectionString('postgres://u:a:b@c@db/x')).toMatchObject({ user: 'u', password: 'a:b@c' })
    expect(readConnectionString('postgres://u:50%off@db/x')).toMatchObject({ password: '50%off' })
  })
})

describe('an unusable URL is rejected without showing its password', () => {
  it.each([
    ['mysql://u:hunter2@db/x', /must be a URL that begins with postgres:/],
    ['postgres://u:hunter2@db:port/x', /port that is not a number/],
    ['postgres://u:hunter2@db:0/x', /port that is not a number/],
    ['postgres://u:hunter2@db:70000/x', /port that is not a number/],
    ['postgres://u:hunter2@[::1/x', /malformed host/],
    ['postgres://u:hunter2%ff@db/x', /password with codes that are no UTF-8/],
    ['postgres://u:hunter2@h1,h2,h3/x?port=1,2', /3 hosts and 2 ports/],
    ['postgres://u:hunter2@db/x?sslmode=maybe', /sslmode as one of disable, allow, prefer/],
    ['postgres://u:hunter2@db/x?connect_timeout=soon', /connect_timeout from 0 to 3600/],
    ['postgres://u:hunter2@db/x?target_session_attrs=standby', /=standby, and Florin writes: use read-write/],
    ['postgres://u:hunter2@db/x?target_session_attrs=read-only', /=read-only, and Florin writes/],
    ['postgres://u:hunter2@db/x?target_session_attrs=prefer-standby', /=prefer-standby, and Florin writes/],
    ['postgres://u:hunter2@db/x?target_session_attrs=best', /one of any, read-write, primary/],
    [`postgres://u:hunter2@${'h,'.repeat(17)}h/x`, /at most 16 hosts/],
    [`postgres://u:hunter2@db/${'x'.repeat(9000)}`, /at most 8192 characters/],
  ])('%.60s', (url, reason) => {
    const read = () => readConnectionString(url)
    expect(read).toThrow(BadConnectionString)
    expect(read).toThrow(reason)
    expect(read).not.toThrow(/hunter2/)
  })
})
