/** One attempt to log in at one host. The driver encrypts and authenticates; then `WireConnection` takes over. */
import type { Duplex } from 'node:stream'
import { WireConnection } from '../server/connection.ts'
import { openWireSocket } from '../server/socket.ts'
import type { ConnectionTarget, Place } from './connectionString.ts'
import type { Encryption } from './encryption.ts'
import { ConnectionRefused, NoHostUsable } from './errors.ts'
import type { Unfinished } from './unfinished.ts'

export interface Login {
  connection: WireConnection
  /** The backend's process id, as announced by the server or by a pooler in front of it. */
  processId: number
}

const applicationName = 'florin'

/** Sends no settings at login except those from the URL: PgBouncer rejects unknown ones, or drops them silently. */
export async function login(
  target: ConnectionTarget,
  { host, port }: Place,
  encryption: Encryption,
  timeoutMs: number,
  unfinished: Unfinished,
): Promise<Login> {
  // Loaded only when needed: the embedded store does without it.
  const { default: pg } = await import('pg')
  const { socket, onChunk } = openWireSocket()
  const client = new pg.Client({
    stream: () => socket,
    ...given({ host, port, user: target.user, password: target.password, database: target.database }),
    ...given({ options: target.options }),
    ...(encryption !== undefined && { ssl: encryption }),
    ...(encryption && target.directTls && { sslnegotiation: 'direct' }),
    connectionTimeoutMillis: timeoutMs,
    application_name: target.applicationName ?? applicationName,
    keepAlive: true,
  })
  // Without a listener, a lost connection would crash the process.
  client.on('error', () => undefined)
  containParser(client as unknown as { connection: DriverConnection })
  try {
    await unfinished.during(() => socket.destroy(), client.connect())
  } catch (error) {
    socket.destroy()
    throw clearer(error)
  }
  // Both are missing from the driver's types. The stream is the socket itself, or the TLS stream on top of it.
  const { connection: inner, processID } = client as unknown as {
    connection: { stream: Duplex }
    processID: number | null
  }
  const connection = new WireConnection(inner.stream)
  if (inner.stream === socket) onChunk(chunk => connection.take(chunk))
  else {
    inner.stream.removeAllListeners('data')
    inner.stream.on('data', (chunk: Buffer) => connection.take(chunk))
  }
  return { connection, processId: processID ?? 0 }
}

interface DriverConnection {
  attachListeners(stream: Duplex): void
}

/** The driver throws at unknown messages, where nothing could catch it. Close the connection instead. */
function containParser({ connection }: { connection: DriverConnection }): void {
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = stream => {
    attach(stream)
    const parsers = stream.listeners('data')
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => {
      try {
        for (const parse of parsers) parse(chunk)
      } catch (error) {
        stream.destroy(error as Error)
      }
    })
  }
}

/** Drops null options, so that the driver uses its defaults. */
function given(options: Readonly<Record<string, string | number | null>>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)) as Record<
    string,
    string | number
  >
}

const certificateCodes = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

/** Some of the driver's errors have no code, so their message decides whether waiting may help. */
function clearer(error: unknown): unknown {
  const { message, code } = error as Error & { code?: string }
  if (/does not support SSL/.test(message)) {
    return new ConnectionRefused(`${message}. Set ssl = on there, or sslmode=disable in DATABASE_URL.`)
  }
  if (code !== undefined && certificateCodes.test(code)) {
    return new ConnectionRefused(
      `The server's certificate is not accepted: ${message}. ` +
        'Name its issuer with sslrootcert in DATABASE_URL, or do not verify it with sslmode=require.',
    )
  }
  if (/unsupported startup parameter: options/.test(message)) {
    return new ConnectionRefused(
      'The pooler refuses the options of DATABASE_URL. Leave them out, and set them with alter role … set.',
    )
  }
  if (code !== undefined) return error
  if (/^SASL|password must be/.test(message)) {
    return new ConnectionRefused(`The login failed (${message}). Give user and password in DATABASE_URL.`)
  }
  if (/^Unknown authentication/.test(message)) {
    return new ConnectionRefused(
      'The server asks for a login that Florin does not know. Let its pg_hba.conf ask for scram-sha-256.',
    )
  }
  return new NoHostUsable(message, /timeout/i.test(message) ? 'ETIMEDOUT' : 'ECONNRESET', error)
}
