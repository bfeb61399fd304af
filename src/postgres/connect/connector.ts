/**
 * Opens connections that are ready for use: at a host that takes writes where that is asked for, and with our settings,
 * which are read back before anybody uses the connection.
 */

import { ConnectionLost, type WireConnection } from '../connection.ts'
import {
  firstDifference,
  type Purpose,
  setForConnection,
  setForTransaction,
  setQuietly,
} from '../connectionSettings.ts'
import { objectsOf, type WireRows } from '../rows.ts'
import { isUnheard } from '../watch.ts'
import { type ConnectionTarget, describePlace, type Place } from './connectionString.ts'
import { type Encryption, encryptionsOf } from './encryption.ts'
import { ConnectionRefused, isPoolerWithoutServer, NoHostUsable } from './errors.ts'
import { inTime } from './inTime.ts'
import { type Login, login } from './login.ts'
import { type PoolMode, poolModeOf } from './pooler.ts'
import { Unfinished } from './unfinished.ts'

/**
 * For all hosts together, and below the time that somebody waits for a connection: where the first host says nothing,
 * the others must have their turn within it. A single host may take what the URL says.
 */
const connectTimeoutMs = 9_000

export class Connector {
  /** Called when a pooler has let us in, before its server has said anything. */
  onLetIn: () => void = () => undefined
  readonly #target: ConnectionTarget
  readonly #unfinished = new Unfinished()
  /** Tried first next time: after a failover, the others would cost each connection their time. */
  #lastUsed = 0
  /** Known once a pooler was met. */
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
        // As in libpq, a wrong password or database is not tried elsewhere.
        if (!mayDoElsewhere(error) || places.length === 1) throw error
        last = error
        isAnyHeard ||= !isUnheard(error)
        // Node's error for a name with two addresses has a code alone.
        reasons.push(`${describePlace(place)}: ${(error as Error).message || codeOf(error)}`)
      }
    }
    throw new NoHostUsable(reasons.join('; '), isAnyHeard ? 'ECONNREFUSED' : 'EHOSTUNREACH', last)
  }

  /** The host that was used last takes no writes, so the next in the list goes first. */
  startElsewhere(): void {
    this.#lastUsed = (this.#lastUsed + 1) % this.#target.places.length
  }

  /** Whatever is being opened is given up at once: it would keep the process until its time limit. */
  close(): void {
    this.#unfinished.giveUp()
  }

  /**
   * What begins a transaction. A pooler may lend each transaction another server connection, which keeps what was set
   * on it for whoever comes next: so there our settings are set by each transaction, and end with it.
   */
  beginWith(connection: WireConnection, begin: string): string {
    return this.#pooled.has(connection) ? `${begin}; ${setForTransaction}` : begin
  }

  async #openAt(place: Place, purpose: Purpose): Promise<WireConnection> {
    const startedMs = performance.now()
    const login = await this.#loginAt(place)
    const { connection } = login
    if (this.#poolMode !== null) this.onLetIn()
    // A pooler lets us in by itself, and may then wait for its server. Of several hosts each has one share for both.
    const isOnly = this.#target.places.length === 1
    const leftMs = isOnly ? connectTimeoutMs : startedMs + this.#timeoutMs - performance.now()
    try {
      const prepared = inTime(this.#prepare(login, place, purpose), leftMs, 'no answer after login')
      await this.#unfinished.during(() => connection.abandon('The store was closed.'), prepared)
      return connection
    } catch (error) {
      void connection.close()
      throw error
    }
  }

  /** How long one host may take. */
  get #timeoutMs(): number {
    const { places, connectTimeoutMs: given } = this.#target
    const shareMs = connectTimeoutMs / places.length
    return places.length === 1 ? (given ?? shareMs) : Math.min(given ?? shareMs, shareMs)
  }

  async #prepare({ connection, processId }: Login, place: Place, purpose: Purpose): Promise<void> {
    const [facts = {}] = await connection.ask(openingQuery(purpose, processId), textRows)
    requireWritable(facts, this.#target)
    if (facts.is_direct === 't') requireSettings(purpose, facts)
    else await this.#throughPooler(connection, place, purpose)
  }

  async #throughPooler(connection: WireConnection, place: Place, purpose: Purpose): Promise<void> {
    this.#poolMode ??= this.#probe(connection, place).catch((error: unknown) => {
      this.#poolMode = null
      throw error
    })
    await this.#poolMode
    const [settings = {}] = await connection.ask(setForTransaction, textRows)
    requireSettings('transactions', settings)
    this.#pooled.add(connection)
    if (purpose === 'queries') await connection.startEachWith(setQuietly)
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
 * A pooler makes up the number of the process that it announces at login. So the settings are set only where the
 * server confirms that number, and a pooler's connection is left as it is.
 */
function openingQuery(purpose: Purpose, processId: number): string {
  const isDirect = `pg_backend_pid() = ${processId}`
  return `select ${isDirect} as is_direct, pg_is_in_recovery() as is_standby,
    current_setting('transaction_read_only') as read_only, ${setForConnection(purpose, isDirect)}`
}

type Facts = Record<string, string | null>

const textRows = (rows: WireRows): Facts[] => objectsOf<Facts>(rows, () => text => text)

function requireWritable(facts: Facts, { sessionAttribute }: ConnectionTarget): void {
  if (sessionAttribute === 'any') return
  const isWritable = facts.is_standby === 'f' && (sessionAttribute === 'primary' || facts.read_only === 'off')
  if (!isWritable) throw new NoHostUsable('it takes no writes', 'ECONNREFUSED')
}

function requireSettings(purpose: Purpose, found: Facts): void {
  const difference = firstDifference(purpose, found)
  if (difference === null) return
  throw new ConnectionRefused(
    `The session's ${difference}, although it was set. Let DATABASE_URL lead to PostgreSQL, or to PgBouncer.`,
  )
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

/** Sockets' own codes, a server that starts or stops, and one that has no connection left. */
const elsewhere = /^(E[A-Z_]+|57P0.|53300)$/

const mayDoElsewhere = (error: unknown): boolean =>
  elsewhere.test(codeOf(error)) || error instanceof ConnectionLost || isPoolerWithoutServer(error)

/** Encryption is what the server may have refused: by its answer, or by a rule that names it (28000). */
const mayDoOtherwise = (error: unknown): boolean =>
  error instanceof ConnectionRefused || codeOf(error) === '28000' || codeOf(error) === 'ECONNRESET'
