/** Reads the configuration from the environment, once. Reports every mistake, not only the first. */
import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { pino } from 'pino'
import type { AppConfig } from '../api/app.ts'
import { readConnectionString } from '../postgres/door.ts'
import { Failure } from './failure.ts'
import { ownNames, readHosts, readOrigins } from './hostConfig.ts'
import { readProxies } from './proxyConfig.ts'
import { readSecret, readWebhookAllow, type WebhookConfig } from './webhookConfig.ts'

export interface Config extends AppConfig, WebhookConfig {
  host: string
  port: number
  databaseUrl: string | null
  /** Streaming replicas of it, which serve reads. */
  replicaUrls: readonly string[]
  /** How long a start waits for PostgreSQL to become available. */
  databaseWaitSeconds: number
  dataDir: string
  demo: boolean
  tls: { cert: Buffer; key: Buffer } | null
  logLevel: string
  /** Number of serving processes. More than one needs a PostgreSQL server. */
  workers: number
  /** Where /metrics is served; null if it is switched off. */
  metrics: { host: string; port: number } | null
  /** Warnings for the operator, one line each. */
  notices: readonly string[]
}

/** Command-line options that override the environment. */
export interface ConfigFlags {
  workers?: string
}

/** Each worker opens its own connections, and PostgreSQL has a limited number. */
const workersMax = 64
const replicasMax = 16

/** Not a valid port. */
const metricsOff = -1

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(env: Environment, flags: ConfigFlags = {}): Config {
  const mistakes: string[] = []
  const reader = readerOf(env, mistakes)
  const { proxies, hopsMax, notice } = readProxies(reader.named('FLORIN_TRUST_PROXY', 'off'), mistakes)
  const metricsPort = reader.whole('FLORIN_METRICS_PORT', metricsOff, 0, 65_535)
  const metricsHost = reader.text('FLORIN_METRICS_HOST', '127.0.0.1')
  const tls = reader.certificate('FLORIN_TLS_CERT', 'FLORIN_TLS_KEY')
  const config: Config = {
    host: reader.text('HOST', '127.0.0.1'),
    port: reader.whole('PORT', 8080, 0, 65_535),
    databaseUrl: reader.databaseUrl('DATABASE_URL'),
    replicaUrls: reader.databaseUrls('DATABASE_REPLICA_URLS', replicasMax),
    databaseWaitSeconds: reader.whole('FLORIN_DATABASE_WAIT_SECONDS', 60, 0, 3600),
    dataDir: reader.text('FLORIN_DATA_DIR', './data'),
    demo: reader.onOff('FLORIN_DEMO', true),
    rate: {
      perSecond: reader.whole('FLORIN_RATE_PER_SECOND', 25, 1, 1_000_000),
      burst: reader.whole('FLORIN_RATE_BURST', 100, 1, 1_000_000),
    },
    authFailuresPerMinute: reader.whole('FLORIN_AUTH_FAILURES_PER_MINUTE', 120, 1, 1_000_000),
    signIn: signInLimits(reader.whole('FLORIN_SIGN_IN_TRIES', 10, 1, 1_000_000)),
    trustedProxies: proxies,
    proxyHopsMax: hopsMax,
    allowedHosts: readHosts(reader.named('FLORIN_ALLOWED_HOSTS', ''), mistakes),
    corsOrigins: readOrigins(reader.named('FLORIN_CORS_ORIGINS', ''), mistakes),
    tls,
    // TLS is ours, or the proxy's. Without either, only this machine can connect.
    secure: tls !== null || proxies.length > 0,
    publicUrl: reader.origin('FLORIN_PUBLIC_URL'),
    logLevel: reader.choice('LOG_LEVEL', 'info', [...Object.keys(pino.levels.values), 'silent']),
    workers:
      flags.workers === undefined
        ? reader.whole('FLORIN_WORKERS', 1, 1, workersMax)
        : reader.whole('--workers', 1, 1, workersMax, flags.workers),
    secret: readSecret(reader.named('FLORIN_SECRET', ''), mistakes),
    webhookAllow: readWebhookAllow(reader.named('FLORIN_WEBHOOK_ALLOW', ''), mistakes),
    metrics: metricsPort === metricsOff ? null : { host: metricsHost, port: metricsPort },
    notices: notice === null ? [] : [notice],
  }
  config.allowedHosts = [...ownNames(config), ...config.allowedHosts]
  config.notices = [...config.notices, ...openMetrics(config)]
  if (mistakes.length === 0) mistakes.push(...contradictions(config))
  if (mistakes.length > 0) throw new Failure(`Invalid configuration: ${mistakes.join('; ')}.`, 'usage')
  return config
}

/**
 * One address gets `tries` attempts at once for an account, and as many again every ten minutes. Several people may share
 * an address. All addresses together get a larger burst for an account but the same rate, so someone with a single IPv4
 * address or IPv6 /48 can never use it up.
 */
function signInLimits(tries: number): Config['signIn'] {
  const perSecond = tries / (10 * 60)
  const peoplePerAddress = 3
  const addressesPerAccount = 5
  return {
    perAccountAndAddress: { burst: tries, perSecond },
    perAddress: { burst: tries * peoplePerAddress, perSecond: perSecond * peoplePerAddress },
    perAccount: { burst: tries * addressesPerAccount, perSecond },
  }
}

/** Only a warning: Prometheus often runs on another machine, and the metrics contain no personal data. */
function openMetrics({ metrics }: Config): string[] {
  if (metrics === null || isLoopback(metrics.host)) return []
  return [
    `FLORIN_METRICS_HOST ${metrics.host} can be reached from other machines, and metrics are served over plain HTTP without a password. ` +
      'Use a firewall that admits only Prometheus.',
  ]
}

/** Values that are valid on their own but contradict each other. */
function contradictions(config: Config): string[] {
  const found: string[] = []
  if (!config.secure && !isLoopback(config.host)) {
    found.push(
      `HOST ${config.host} can be reached from other machines, and keys must not be sent unencrypted: ` +
        'set FLORIN_TLS_CERT and FLORIN_TLS_KEY, or set FLORIN_TRUST_PROXY to the address of a proxy that terminates TLS',
    )
  }
  if (config.publicUrl !== null && config.publicUrl.startsWith('https:') !== config.secure) {
    found.push(
      config.secure
        ? `FLORIN_PUBLIC_URL ${config.publicUrl} is plain HTTP, but browsers use HTTPS: write it with https://`
        : `FLORIN_PUBLIC_URL ${config.publicUrl} is HTTPS, but neither TLS nor a proxy is configured: set FLORIN_TRUST_PROXY ` +
            'to the address of your proxy, or set FLORIN_TLS_CERT and FLORIN_TLS_KEY',
    )
  }
  const { metrics } = config
  if (metrics !== null && metrics.port !== 0 && metrics.port === config.port) {
    found.push(`FLORIN_METRICS_PORT and PORT are both ${config.port}: metrics need a different port`)
  }
  if (config.replicaUrls.length > 0 && config.databaseUrl === null) {
    found.push('DATABASE_REPLICA_URLS names replicas, but DATABASE_URL does not name their primary: set both')
  }
  if (config.workers > 1 && config.databaseUrl === null) {
    found.push(
      `${config.workers} workers cannot share the embedded store, which only one process can open: ` +
        'set DATABASE_URL to a PostgreSQL server, or leave --workers and FLORIN_WORKERS out',
    )
  }
  return found
}

/** The console's address, as far as the configuration tells. */
export function homeOf({ publicUrl, host, port, tls }: Config): string {
  const shown = host.includes(':') ? `[${host}]` : host
  return publicUrl ?? `${tls ? 'https' : 'http'}://${shown}:${port}`
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function readerOf(env: Environment, mistakes: string[]) {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined
  return {
    text: (name: string, otherwise: string) => given(name) ?? otherwise,

    /** For settings that are parsed elsewhere. */
    named: (name: string, otherwise: string) => ({ name, text: given(name) ?? otherwise }),

    whole(name: string, otherwise: number, min: number, max: number, text = given(name)): number {
      if (text === undefined) return otherwise
      const value = Number(text)
      if (/^\d+$/.test(text) && value >= min && value <= max) return value
      mistakes.push(`${name} must be a whole number from ${min} to ${max}, but is "${text}"`)
      return otherwise
    },

    onOff(name: string, otherwise: boolean): boolean {
      const text = given(name)?.toLowerCase()
      if (text === undefined) return otherwise
      if (['on', 'true', '1', 'yes'].includes(text)) return true
      if (['off', 'false', '0', 'no'].includes(text)) return false
      mistakes.push(`${name} must be on or off, but is "${text}"`)
      return otherwise
    },

    choice(name: string, otherwise: string, options: readonly string[]): string {
      const text = given(name)
      if (text === undefined || options.includes(text)) return text ?? otherwise
      mistakes.push(`${name} must be one of ${options.join(', ')}, but is "${text}"`)
      return otherwise
    },

    /** Scheme, host and port, without a path. */
    origin(name: string): string | null {
      const text = given(name)
      if (text === undefined) return null
      const origin = URL.canParse(text) ? new URL(text).origin : 'null'
      if (/^https?:/.test(origin)) return origin
      mistakes.push(`${name} must be an address such as https://florin.example, but is "${text}"`)
      return null
    },

    databaseUrl: (name: string): string | null => readDatabaseUrl(name, given(name), mistakes),

    /** Separated by spaces, because a URL may name several hosts with commas. */
    databaseUrls(name: string, max: number): string[] {
      const texts = given(name)?.split(/\s+/, max + 1) ?? []
      if (texts.length > max) mistakes.push(`${name} may name at most ${max} servers`)
      return texts.flatMap(text => readDatabaseUrl(name, text, mistakes) ?? [])
    },

    certificate(certName: string, keyName: string): Config['tls'] {
      const [certPath, keyPath] = [given(certName), given(keyName)]
      if (certPath === undefined && keyPath === undefined) return null
      const cert = readFile(certName, certPath, mistakes)
      const key = readFile(keyName, keyPath, mistakes)
      return cert && key ? { cert, key } : null
    },
  }
}

/** The URL may contain a password, so the message does not quote it. */
function readDatabaseUrl(name: string, text: string | undefined, mistakes: string[]): string | null {
  if (text === undefined) return null
  try {
    readConnectionString(text)
    return text
  } catch (error) {
    mistakes.push(`${name} ${(error as Error).message}`)
    return null
  }
}

function readFile(name: string, path: string | undefined, mistakes: string[]): Buffer | null {
  if (path === undefined) {
    mistakes.push(`${name} is missing: set both the certificate and the key`)
    return null
  }
  try {
    return readFileSync(path)
  } catch (error) {
    mistakes.push(
      `${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code}: ${path})`,
    )
    return null
  }
}
