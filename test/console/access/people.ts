/**
 * People for the tests of the console. They are created directly in the store, with a session and a cheap password
 * hash; a few tests really sign in.
 */
import { randomBytes, scryptSync } from 'node:crypto'
import { expect } from 'vitest'
import type { ApiKey } from '../../../src/contract/console/keys.ts'
import type { Role } from '../../../src/contract/console/roles.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { hotp, totpStep } from '../../../src/domain/access/secondFactor.ts'
import { hashToken, newToken } from '../../../src/domain/access/token.ts'
import { newId } from '../../../src/domain/ids.ts'
import { listAudit } from '../../../src/store/audit.ts'
import type { Connection } from '../../../src/store/engine/door.ts'
import { insertMembership } from '../../../src/store/people/memberships.ts'
import { insertSession } from '../../../src/store/people/sessions.ts'
import { insertUser } from '../../../src/store/people/users.ts'
import { smallWorkspace } from '../../support/builders.ts'
import type { TestService } from '../../support/service.ts'
import { overHttp, type Received, type Send, type Sending, statusAndCode } from '../wire.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A browser: keeps the cookies of the session and the device, and sends them with every request. */
export class Browser {
  readonly send: Send
  token: string | null
  device: string | null = null
  readonly cookieName: string
  readonly deviceName: string

  constructor(send: Send, token: string | null = null, secure = false) {
    this.send = send
    this.token = token
    this.cookieName = secure ? '__Host-florin_session' : 'florin_session'
    this.deviceName = secure ? '__Host-florin_device' : 'florin_device'
  }

  async ask(method: string, path: string, sending: Sending = {}): Promise<Received> {
    const kept = [
      ...(this.token === null ? [] : [`${this.cookieName}=${this.token}`]),
      ...(this.device === null ? [] : [`${this.deviceName}=${this.device}`]),
    ]
    const cookie = kept.length === 0 ? null : kept.join('; ')
    const reply = await this.send(method, path, { cookie, ...sending })
    for (const [header, value] of reply.headers) {
      if (header !== 'set-cookie') continue
      const [, name, token] = /^([^=]+)=([^;]*)/.exec(value) ?? []
      if (name === this.cookieName) this.token = token || null
      if (name === this.deviceName) this.device = token || null
    }
    return reply
  }

  get = (path: string) => this.ask('GET', path)
  post = (path: string, json?: unknown) => this.ask('POST', path, { json })
  patch = (path: string, json: unknown) => this.ask('PATCH', path, { json })
  delete = (path: string, json?: unknown) => this.ask('DELETE', path, { json })
}

export interface PersonOptions {
  email?: string
  name?: string
  password?: string
}

/** A signed-in person. */
export class Person extends Browser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly password: string

  constructor(send: Send, id: string, { email, name, password }: Required<PersonOptions>) {
    super(send)
    this.id = id
    this.email = email
    this.name = name
    this.password = password
  }

  /** The same person in a new browser. */
  elsewhere = () => new Browser(this.send)

  signIn = (browser: Browser = this, given: { password?: string; code?: string; email?: string } = {}) =>
    browser.post('/console/session', { email: this.email, password: this.password, ...given })

  /** Whether the session is still valid. */
  isSignedIn = async (): Promise<boolean> => (await this.get('/console/session')).status === 200
}

let people = 0

/** Creates an account and a session, without hashing a password at its real cost. */
export async function person(service: TestService, options: PersonOptions = {}): Promise<Person> {
  people += 1
  const {
    name = `Person ${people}`,
    email = `person${people}@example.com`,
    password = `the password of person ${people}`,
  } = options
  const { db } = service.store
  const id = newId('usr', service.nowMs)
  const createdAt = new Date(service.nowMs).toISOString()
  await insertUser(db, { id, email, name, passwordHash: quickHash(password), createdAt })
  const made = new Person(overHttp(service), id, { email, name, password })
  made.token = await sessionOf(service, id)
  return made
}

const unknownOrigin = { address: null, client: null, deviceHash: null }

/** The token of another session of a person. */
export async function sessionOf({ store, nowMs }: TestService, userId: string): Promise<string> {
  const token = newToken()
  const made = { id: newId('ses', nowMs), tokenHash: hashToken(token), userId, ...unknownOrigin }
  await insertSession(store.db, made, nowMs)
  return token
}

/** A hash in the service's format, at minimal cost. */
export function quickHash(password: string): string {
  const salt = randomBytes(16)
  const [logN, r, p] = [1, 8, 1]
  const derived = scryptSync(password.normalize('NFKC'), salt, 64, { N: 2 ** logN, r, p })
  const proof = derived.subarray(0, 32).toString('base64url')
  return ['scrypt', logN, r, p, salt.toString('base64url'), proof].join('$')
}

export async function join(
  service: TestService,
  workspaceId: string,
  { id }: { id: string },
  role: Role,
): Promise<void> {
  const createdAt = new Date(service.nowMs).toISOString()
  await insertMembership(service.store.db, workspaceId, { userId: id, role, createdAt })
}

export type Home = Awaited<ReturnType<typeof home>>

/** A new workspace, and people for it. */
export async function home(service: TestService, file: WorkspaceFile = smallWorkspace()) {
  await service.load(file)
  return homeOf(service, file)
}

/** An existing workspace. */
export function homeOf(service: TestService, file: WorkspaceFile) {
  const workspaceId = file.workspace.id
  return {
    file,
    workspaceId,
    at: (path: string) => `/console/workspaces/${encodeURIComponent(workspaceId)}${path}`,
    async person(role: Role, options?: PersonOptions): Promise<Person> {
      const made = await person(service, options)
      await join(service, workspaceId, made, role)
      return made
    },
  }
}

/** A valid request for an API key. */
export const keyRequest = { name: 'Ledger', scopes: ['bills:read', 'companies:read'], expiresInDays: null }

export const createKey = async (by: Person, { at }: Home, given: object = {}) =>
  (await by.post(at('/keys'), { ...keyRequest, ...given })).body as { key: ApiKey; secret: string }
export const rotateKey = (by: Person, { at }: Home, keyId: string, expiresInDays: number | null = null) =>
  by.post(at('/rotations'), { keyId, expiresInDays })
export const listedKeys = async (by: Person, { at }: Home) =>
  (await by.get(at('/keys'))).body.data as ApiKey[]

/** The password that people choose when they accept a link. */
export const linkPassword = 'a password of one’s own'

let guests = 0

/** Opens and accepts links as a visitor, and reads what they changed. */
export function linksOf(service: { readonly current: TestService }) {
  const visitor = () => new Browser(overHttp(service.current))
  return {
    visitor,
    inspect: (token: string) => visitor().post('/console/links/inspect', { token }),
    accept: (token: string, given: object = {}, browser = visitor()) =>
      browser.post('/console/links/accept', { token, name: 'Guest', password: linkPassword, ...given }),
    newAddress() {
      guests += 1
      return `guest${guests}@example.com`
    },
    /** The number of accounts. */
    accounts: async () =>
      (await service.current.store.db.query<{ count: number }>('select count(*)::int as count from users'))[0]
        ?.count,
    /** Who joined, according to the audit log. */
    async joined({ workspaceId }: Home) {
      const records = await listAudit(service.current.store.db, workspaceId)
      return records.filter(({ action }) => action === 'person.joined')
    },
  }
}

/** The whole store as text: every row of every table of our schemas. */
export async function dump(db: Connection, without: readonly string[] = []): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and table_name <> all($1)`,
    [without],
  )
  const all = tables
    .map(({ name }) => `select '${name} ' || t::text as row from ${name} t`)
    .join(' union all ')
  return (await db.query<{ row: string }>(all)).map(({ row }) => row).sort()
}

/** What a refused request must not change: everything except the rate limit's buckets. */
export const state = ({ store }: TestService): Promise<string[]> => dump(store.db, ['rate_buckets'])

/** Checks that the work changes no row of the store. */
export async function expectUnchanged(service: TestService, work: () => Promise<void>): Promise<void> {
  const before = await state(service)
  await work()
  expect(await state(service)).toEqual(before)
}

/** An authenticator with its own decoder for base 32 (RFC 4648). */
export function keyOf(secret: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  let value = 0n
  for (const letter of secret) value = value * 32n + BigInt(letters.indexOf(letter))
  const bits = secret.length * 5
  value >>= BigInt(bits % 8)
  return Buffer.from(value.toString(16).padStart(Math.floor(bits / 8) * 2, '0'), 'hex')
}

/** The code that the authenticator shows this many steps from now. */
export const codeAt = (secret: string, nowMs: number, steps = 0): string =>
  hotp(keyOf(secret), totpStep(nowMs) + steps)

/** Switches the second factor on, and waits until its first code has expired. */
export async function withSecondFactor(service: TestService, who: Person) {
  const { secret } = (await who.post('/console/second-factor/proposal')).body
  const sent = { password: who.password, secret, code: codeAt(secret, service.nowMs) }
  const reply = await who.post('/console/second-factor', sent)
  expect(statusAndCode(reply)).toEqual([200, undefined])
  service.nowMs += 30_000
  return {
    secret: secret as string,
    recoveryCodes: reply.body.recoveryCodes as string[],
    code: (steps = 0) => codeAt(secret, service.nowMs, steps),
  }
}
