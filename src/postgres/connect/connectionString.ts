/**
 * Parses a PostgreSQL URL as libpq does, including several hosts, which `new URL` cannot parse. Reads no file and looks
 * up no host. Error messages never repeat the URL, because it may contain a password.
 */

export interface Place {
  /** A name, an address, or the folder of a Unix socket. Null: the driver uses PGHOST, or else localhost. */
  host: string | null
  port: number | null
}

export const sslModes = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
] as const
export type SslMode = (typeof sslModes)[number]

/** `any` takes the first host that responds, the others the first one that accepts writes. */
export const sessionAttributes = ['any', 'read-write', 'primary'] as const
export type SessionAttribute = (typeof sessionAttributes)[number]

export interface ConnectionTarget {
  /** At least one, in the order to try them. */
  places: readonly Place[]
  user: string | null
  password: string | null
  database: string | null
  /** Null if not given: then PGSSLMODE decides, or else the connection is not encrypted. */
  sslMode: SslMode | null
  sslFiles: { rootcert: string | null; cert: string | null; key: string | null }
  directTls: boolean
  /** Null for the default. */
  connectTimeoutMs: number | null
  /** Command-line options for the server, for example `-c name=value`. */
  options: string | null
  applicationName: string | null
  sessionAttribute: SessionAttribute
}

/** The URL cannot be used. The message continues a sentence that starts with the setting's name. */
export class BadConnectionString extends Error {
  override name = 'BadConnectionString'
}

const urlCharactersMax = 8192
const placesMax = 16
const portMax = 65_535
const connectTimeoutSecondsMax = 3600
const writesNeeded = ['read-only', 'standby', 'prefer-standby']

export function readConnectionString(url: string): ConnectionTarget {
  if (url.length > urlCharactersMax) fail(`must have at most ${urlCharactersMax} characters`)
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(url) ?? []
  if (rest === undefined) return fail('must be a URL that begins with postgres://')
  const [beforeQuery, query] = splitAt(rest, rest.indexOf('?'))
  const [authority, path] = splitAt(beforeQuery, beforeQuery.indexOf('/'))
  const parameters = parametersOf(query)
  const at = authority.lastIndexOf('@')
  const userinfo = authority.slice(0, Math.max(at, 0))
  const [user, password] = splitAt(userinfo, userinfo.indexOf(':'))
  const given = (name: string): string | null => parameters.get(name) || null
  const places = placesOf(authority.slice(at + 1), given('host'), given('port'))
  return {
    places,
    user: given('user') ?? (decoded(user, 'user name') || null),
    password: given('password') ?? (decoded(password, 'password') || null),
    database: given('dbname') ?? (decoded(path, 'database name') || null),
    sslMode: sslModeOf(given('sslmode'), given('ssl')),
    sslFiles: { rootcert: given('sslrootcert'), cert: given('sslcert'), key: given('sslkey') },
    directTls:
      oneOf('sslnegotiation', given('sslnegotiation') ?? 'postgres', ['postgres', 'direct']) === 'direct',
    connectTimeoutMs: timeoutOf(given('connect_timeout')),
    options: given('options'),
    applicationName: given('application_name'),
    sessionAttribute: attributeOf(given('target_session_attrs'), places.length > 1),
  }
}

/** `h1:1, h2:2`, for messages: without user and password. */
export const describeHosts = ({ places }: Pick<ConnectionTarget, 'places'>): string =>
  places.map(describePlace).join(', ')

export function describePlace({ host, port }: Place): string {
  const name = host ?? 'localhost'
  if (isSocketFolder(host)) return name
  return `${name.includes(':') ? `[${name}]` : name}:${port ?? 5432}`
}

export const isSocketFolder = (host: string | null): boolean => host?.startsWith('/') ?? false

/** The hosts of the authority, unless the parameter `host` overrides them. A single port applies to all hosts. */
function placesOf(authority: string, hostParameter: string | null, portParameter: string | null): Place[] {
  const written = authority.split(',').map(writtenPlace)
  const places =
    hostParameter === null
      ? written
      : hostParameter.split(',').map(host => ({ host: host || null, port: null }))
  if (places.length > placesMax) fail(`must name at most ${placesMax} hosts`)
  const ports = portParameter?.split(',').map(portOf) ?? written.map(({ port }) => port)
  if (ports.length !== 1 && ports.length !== places.length) {
    fail(
      `names ${places.length} hosts and ${ports.length} ports: give one port for each host, or one for all`,
    )
  }
  const isOwn = hostParameter === null && portParameter === null
  return isOwn
    ? written
    : places.map(({ host }, index) => ({
        host,
        port: (ports.length === 1 ? ports[0] : ports[index]) ?? null,
      }))
}

function writtenPlace(text: string): Place {
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/s.exec(text) ?? fail('has a malformed host')
  const host = bracketed ?? decoded(plain ?? '', 'host')
  return { host: host || null, port: portOf(port ?? '') }
}

function portOf(text: string): number | null {
  if (text === '') return null
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > portMax) {
    return fail(`has a port that is not a number from 1 to ${portMax}`)
  }
  return Number(text)
}

function parametersOf(query: string): Map<string, string> {
  return new Map(
    query
      .split('&')
      .filter(pair => pair !== '')
      .map(pair => {
        const [name, value] = splitAt(pair, pair.indexOf('='))
        return [decoded(name, 'parameter'), decoded(value.replaceAll('+', ' '), `value of ${name}`)]
      }),
  )
}

/** `ssl` is a parameter of the driver. Without sslmode, it means that certificates are verified. */
function sslModeOf(mode: string | null, ssl: string | null): SslMode | null {
  if (mode !== null) return oneOf('sslmode', mode, sslModes)
  if (ssl === null) return null
  if (ssl === 'no-verify') return 'no-verify'
  return ['true', '1'].includes(ssl) ? 'verify-full' : 'disable'
}

/** Florin always writes. With several hosts it needs the one that accepts writes; libpq would take any. */
function attributeOf(text: string | null, isSeveral: boolean): SessionAttribute {
  if (text === null) return isSeveral ? 'read-write' : 'any'
  if (writesNeeded.includes(text)) {
    fail(`has target_session_attrs=${text}, and Florin writes: use read-write or primary`)
  }
  return oneOf('target_session_attrs', text, sessionAttributes)
}

/** As in libpq, 0 means that the URL sets no limit. Then ours applies. */
function timeoutOf(text: string | null): number | null {
  if (text === null || text === '0') return null
  if (!/^\d{1,4}$/.test(text) || Number(text) > connectTimeoutSecondsMax) {
    return fail(`must have a connect_timeout from 0 to ${connectTimeoutSecondsMax} seconds`)
  }
  return Number(text) * 1000
}

function oneOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find(each => each === text)
  return word ?? fail(`must have ${name} as one of ${words.join(', ')}`)
}

/** A percent sign without two hex digits is taken literally, as the driver does. */
function decoded(text: string, what: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return fail(`has a ${what} with codes that are no UTF-8: write %25 for a percent sign`)
  }
}

/** The parts before and after the character at the position; the whole text and '' if the position is negative. */
function splitAt(text: string, position: number): [string, string] {
  return position < 0 ? [text, ''] : [text.slice(0, position), text.slice(position + 1)]
}

function fail(problem: string): never {
  throw new BadConnectionString(problem)
}
