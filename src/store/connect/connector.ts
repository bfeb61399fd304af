/**
 * Opens connections that are ready for use: at a host that takes writes where that is asked for, and with our settings,
 * which are read back before anybody uses the connection.
 */
import { firstDifference, setForSession, setForTransaction, setQuietly } from '../sessionSettings.ts'
import { ConnectionLost, type WireConnection } from '../wire/connection.ts'
import { objectsOf, type WireRows } from '../wire/rows.ts'
import { type ConnectionTarget, describePlace, type Place } from './connectionString.ts'
import { type Encryption, encryptionsOf } from './encryption.ts'
import { ConnectionRefused, isPoolerWithoutServer, NoHostUsable } from './errors.ts'
import { inTime } from './inTime.ts'
import { type Login, login } from './login.ts'
import { type PoolMode, poolModeOf } from './pooler.ts'

/** For single queries, or for transactions that begin with `beginWith`. */
export type Purpose = 'queries' | 'transactions'

/** For all hosts together, unless the URL says how long each may take. */
const connectTimeoutMs = 10_000
/** A pooler lets us in by itself, and may then wait for its server. */
const prepareMsMax = 10_000

export class Connector {
  readonly #target: ConnectionTarget
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
        reasons.push(`${describePlace(place)}: ${(error as Error).message}`)
      }
    }
    throw new NoHostUsable(reasons.join('; '), 'ECONNREFUSED', last)
  }

  /**
   * What begins a transaction. A pooler may lend each transaction another server connection, which keeps what was set
   * on it for whoever comes next: so there our settings are set by each transaction, and end with it.
   */
  beginWith(connection: WireConnection, begin: string): string {
    return this.#pooled.has(connection) ? `${begin}; ${setForTransaction}` : begin
  }

  async #openAt(place: Place, purpose: Purpose): Promise<WireConnection> {
    const login = await this.#loginAt(place)
    try {
      await inTime(this.#prepare(login, place, purpose), prepareMsMax, 'no answer after login')
      return login.connection
    } catch (error) {
      void login.connection.close()
      throw error
    }
  }

  async #prepare({ connection, processId }: Login, place: Place, purpose: Purpose): Promise<void> {
    const [facts = {}] = await connection.ask(openingQuery(processId), textRows)
    requireWritable(facts, this.#target)
    if (facts.is_direct === 't') requireSettings(facts)
    else await this.#throughPooler(connection, place, purpose)
  }

  async #throughPooler(connection: WireConnection, place: Place, purpose: Purpose): Promise<void> {
    this.#poolMode ??= this.#probe(connection, place).catch((error: unknown) => {
      this.#poolMode = null
      throw error
    })
    await this.#poolMode
    const [settings = {}] = await connection.ask(setForTransaction, textRows)
    requireSettings(settings)
    this.#pooled.add(connection)
    if (purpose === 'queries') await connection.startEachWith(setQuietly)
  }

  async #probe(connection: WireConnection, place: Place): Promise<PoolMode> {
    const { connection: second } = await this.#loginAt(place)
    try {
      return await poolModeOf(connection, second)
    } finally {
      void second.close()
    }
  }

  async #loginAt(place: Place): Promise<Login> {
    const { places, connectTimeoutMs: given } = this.#target
    const timeoutMs = given ?? connectTimeoutMs / places.length
    const [first, second] = encryptionsOf(this.#target, place)
    try {
      return await login(this.#target, place, first, timeoutMs)
    } catch (error) {
      if (second === undefined || !mayDoOtherwise(error)) throw error
      return await login(this.#target, place, second as Encryption, timeoutMs)
    }
  }
}

/**
 * A pooler makes up the number of the process that it announces at login. So the settings are set only where the
 * server confirms that number, and a pooler's connection is left as it is.
 */
function openingQuery(processId: number): string {
  const isDirect = `pg_backend_pid() = ${processId}`
  return `select ${isDirect} as is_direct, pg_is_in_recovery() as is_standby,
    current_setting('transaction_read_only') as read_only, ${setForSession(isDirect)}`
}

type Facts = Record<string, string | null>

const textRows = (rows: WireRows): Facts[] => objectsOf<Facts>(rows, () => text => text)

function requireWritable(facts: Facts, { sessionAttribute }: ConnectionTarget): void {
  if (sessionAttribute === 'any') return
  const isWritable = facts.is_standby === 'f' && (sessionAttribute === 'primary' || facts.read_only === 'off')
  if (!isWritable) throw new NoHostUsable('it takes no writes', 'EHOSTUNREACH')
}

function requireSettings(found: Facts): void {
  const difference = firstDifference(found)
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
