/**
 * Opens connections that are ready for use: to a host that accepts writes, if that is required, and with our settings,
 * which are read back before the connection is used.
 */

import { objectsOf, type WireRows } from '../protocol/rows.ts'
import { ConnectionLost, type WireConnection } from '../server/connection.ts'
import { isUnheard } from '../server/watch.ts'
import {
  firstDifference,
  isDistributedSql,
  type Purpose,
  setForConnection,
  setForTransaction,
  setQuietly,
} from '../settings.ts'
import { type ConnectionTarget, describePlace, type Place } from './connectionString.ts'
import { type Encryption, encryptionsOf } from './encryption.ts'
import { ConnectionRefused, isPoolerWithoutServer, NoHostUsable } from './errors.ts'
import { inTime } from './inTime.ts'
import { type Login, login } from './login.ts'
import { type PoolMode, poolModeOf } from './pooler.ts'
import { Unfinished } from './unfinished.ts'

/**
 * For all hosts together. Shorter than the time a caller waits for a connection: if the first host does not respond, the
 * others must get their turn within it. With a single host, the URL may set another limit.
 */
const connectTimeoutMs = 9_000

export class Connector {
  /** Called when a pooler accepted our login, before its server has responded. */
  onLetIn: () => void = () => undefined
  /** Whether the last connection found a store that is spread over the nodes of a Citus cluster. */
  isDistributed = false
  readonly #target: ConnectionTarget
  readonly #unfinished = new Unfinished()
  /** Tried first next time, so that after a failover new connections do not wait for dead hosts. */
  #lastUsed = 0
  /** Set once a pooler was detected. */
  #poolMode: Promise<PoolMode> | null = null
  readonly #pooled = new WeakSet<WireConnection>()

  constructor(target: ConnectionTarget) {
    this.#target = target
  }

  /** Null for a direct connection. */
  get poolMode(): Promise<PoolMode> | null {
    return this.#poolMode
  }

  async open(purpose: Purpose): Promise<WireConnection> {
    const { places } = this.#target
    const order = [this.#lastUsed, ...places.keys()].filter((each, at, all) => all.indexOf(each) === at)
    const reasons: string[] = []
    let last: unknown
    let isAnyHeard = false
    for (const index of order) {
      const place = places[index] as Place
      try {
        const connection = await this.#openAt(place, purpose)
        this.#lastUsed = index
        return connection
      } catch (error) {
        // As in libpq, after a wrong password or database the other hosts are not tried.
        if (!mayDoElsewhere(error) || places.length === 1) throw error
        last = error
        isAnyHeard ||= !isUnheard(error)
        // Node's error for a name with two addresses has a code but no message.
        reasons.push(`${describePlace(place)}: ${(error as Error).message || codeOf(error)}`)
      }
    }
    throw new NoHostUsable(reasons.join('; '), isAnyHeard ? 'ECONNREFUSED' : 'EHOSTUNREACH', last)
  }

  /** The last used host accepts no writes, so start with the next one. */
  startElsewhere(): void {
    this.#lastUsed = (this.#lastUsed + 1) % this.#target.places.length
  }

  /** Aborts logins in progress: they would keep the process alive until their time limit. */
  close(): void {
    this.#unfinished.giveUp()
  }

  /**
   * The SQL that begins a transaction. A pooler may run each transaction on another server connection, and other clients
   * would inherit what we set on it. So behind a pooler each transaction sets our settings for itself only.
   */
  beginWith(connection: WireConnection, begin: string): string {
    return this.#pooled.has(connection) ? `${begin}; ${setForTransaction(connection.isDistributed)}` : begin
  }

  async #openAt(place: Place, purpose: Purpose): Promise<WireConnection> {
    const startedMs = performance.now()
    const login = await this.#loginAt(place)
    const { connection } = login
    if (this.#poolMode !== null) this.onLetIn()
    // A pooler accepts the login by itself and may then wait for its server. With several hosts, login and wait share
    // one time limit.
    const isOnly = this.#target.places.length === 1
    const leftMs = isOnly ? connectTimeoutMs : startedMs + this.#timeoutMs - performance.now()
    try {
      const prepared = inTime(this.#prepare(login, place, purpose), leftMs, 'no response after login')
      await this.#unfinished.during(() => connection.abandon('The store was closed.'), prepared)
      return connection
    } catch (error) {
      void connection.close()
      throw error
    }
  }

  /** The time limit for one host. */
  get #timeoutMs(): number {
    const { places, connectTimeoutMs: given } = this.#target
    const shareMs = connectTimeoutMs / places.length
    return places.length === 1 ? (given ?? shareMs) : Math.min(given ?? shareMs, shareMs)
  }

  async #prepare({ connection, processId }: Login, place: Place, purpose: Purpose): Promise<void> {
    const [facts = {}] = await connection.ask(openingQuery(purpose, processId), textRows)
    requireWritable(facts, this.#target)
    connection.isDistributed = facts.is_distributed === 't'
    requireSameKind(connection, this.isDistributed)
    this.isDistributed = connection.isDistributed
    if (facts.is_direct === 't') requireSettings(purpose, facts, connection)
    else await this.#throughPooler(connection, place, purpose)
  }

  async #throughPooler(connection: WireConnection, place: Place, purpose: Purpose): Promise<void> {
    this.#poolMode ??= this.#probe(connection, place).catch((error: unknown) => {
      this.#poolMode = null
      throw error
    })
    await this.#poolMode
    const [settings = {}] = await connection.ask(setForTransaction(connection.isDistributed), textRows)
    requireSettings('transactions', settings, connection)
    this.#pooled.add(connection)
    if (purpose === 'queries') await connection.startEachWith(setQuietly(connection.isDistributed))
  }

  async #probe(connection: WireConnection, place: Place): Promise<PoolMode> {
    const { connection: second } = await this.#loginAt(place)
    try {
      const mode = poolModeOf(connection, second)
      return await this.#unfinished.during(() => second.abandon('The store was closed.'), mode)
    } finally {
      void second.close()
    }
  }

  async #loginAt(place: Place): Promise<Login> {
    const [first, second] = encryptionsOf(this.#target, place)
    const loginWith = (encryption: Encryption) =>
      login(this.#target, place, encryption, this.#timeoutMs, this.#unfinished)
    try {
      return await loginWith(first)
    } catch (error) {
      if (second === undefined || !mayDoOtherwise(error)) throw error
      return await loginWith(second as Encryption)
    }
  }
}

/**
 * A pooler invents the process id that it announces at login. So the settings are set only if the server confirms that
 * id, and connections behind a pooler stay untouched.
 */
function openingQuery(purpose: Purpose, processId: number): string {
  const isDirect = `pg_backend_pid() = ${processId}`
  return `select ${isDirect} as is_direct, pg_is_in_recovery() as is_standby,
    current_setting('transaction_read_only') as read_only, ${isDistributedSql} as is_distributed,
    ${setForConnection(purpose, isDirect)}`
}

type Facts = Record<string, string | null>

const textRows = (rows: WireRows): Facts[] => objectsOf<Facts>(rows, () => text => text)

function requireWritable(facts: Facts, { sessionAttribute }: ConnectionTarget): void {
  if (sessionAttribute === 'any') return
  const isWritable = facts.is_standby === 'f' && (sessionAttribute === 'primary' || facts.read_only === 'off')
  if (!isWritable) throw new NoHostUsable('it takes no writes', 'ECONNREFUSED')
}

/**
 * While the schema of a distributed store is away, it looks like one on a single server. A connection opened then would
 * still be used once the schema is back, with queries that Citus plans in another way or not at all.
 */
function requireSameKind({ isDistributed }: WireConnection, wasDistributed: boolean): void {
  if (isDistributed || !wasDistributed) return
  throw new ConnectionRefused(
    'The database has no function on_workspace_node any more. Either it was dropped, or search_path names another schema.',
  )
}

function requireSettings(purpose: Purpose, found: Facts, { isDistributed }: WireConnection): void {
  const difference = firstDifference(purpose, found, isDistributed)
  if (difference === null) return
  throw new ConnectionRefused(
    `The connection's ${difference}, although we set it. Point DATABASE_URL at PostgreSQL or PgBouncer.`,
  )
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

/** Socket errors, a server that is starting or stopping, and one that has no connection left. */
const elsewhere = /^(E[A-Z_]+|57P0.|53300)$/

const mayDoElsewhere = (error: unknown): boolean =>
  elsewhere.test(codeOf(error)) || error instanceof ConnectionLost || isPoolerWithoutServer(error)

/** The server may have rejected the encryption: in the TLS handshake, or by a rule in pg_hba.conf (28000). */
const mayDoOtherwise = (error: unknown): boolean =>
  error instanceof ConnectionRefused || codeOf(error) === '28000' || codeOf(error) === 'ECONNRESET'
