/** One try to log in at one place. The driver knows how to encrypt and to log in; from then on `wire` speaks. */
import type { Duplex } from 'node:stream'
import { WireConnection } from '../connection.ts'
import { openWireSocket } from '../socket.ts'
import type { ConnectionTarget, Place } from './connectionString.ts'
import type { Encryption } from './encryption.ts'
import { ConnectionRefused, NoHostUsable } from './errors.ts'
import type { Unfinished } from './unfinished.ts'

export interface Login {
  connection: WireConnection
  /** What the server, or a pooler in front of it, calls the process that serves us. */
  processId: number
}

const applicationName = 'florin'

/**
 * Sends no setting at login, apart from what the URL brings: PgBouncer refuses those that it does not know, or drops
 * them in silence.
 */
export async function login(
  target: ConnectionTarget,
  { host, port }: Place,
  encryption: Encryption,
  timeoutMs: number,
  unfinished: Unfinished,
): Promise<Login> {
  // Loaded where it is needed, as the other engine is.
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
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined)
  containParser(client as unknown as { connection: DriverConnection })
  try {
    await unfinished.during(() => socket.destroy(), client.connect())
  } catch (error) {
    socket.destroy()
    throw clearer(error)
  }
  // The driver's types leave both out. The stream is the socket, or what encrypts and decrypts on it.
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

/** The driver throws at a message that it does not know, where nobody could catch it. It ends the connection instead. */
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

/** Leaves out what is null, so that the driver finds its own default. */
function given(options: Readonly<Record<string, string | number | null>>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)) as Record<
    string,
    string | number
  >
}

const certificateCodes = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

/** The driver reports some failures in words only, without a code that says whether waiting helps. */
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
