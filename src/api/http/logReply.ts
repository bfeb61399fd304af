/**
 * The log line of each request. It is put together here, because pino looks at every name and value of an object letter by
 * letter, which took as long as all checks of the request. Level, time and the fields of every line are pino's.
 */
import { type Logger, symbols } from 'pino'
import { keyPrefix } from '../../domain/access/apiKey.ts'
import { canonicalAddress } from '../../domain/access/networks.ts'
import type { Exchange } from './exchange.ts'
import { isUnder } from './reply.ts'

/** What pino has for a logger, besides what its type says. */
interface Insides {
  [symbols.streamSym]: { write(line: string): void }
  /** The fields of every line, each with a comma before it. */
  [symbols.chindingsSym]: string
  /** The time as a field, with a comma before it. */
  [symbols.timeSym](): string
}

export type ReplyLog = (exchange: Exchange, status: number, ms: number) => void

export function replyLog(log: Logger): ReplyLog {
  const insides = log as unknown as Insides
  const output = insides[symbols.streamSym]
  const ownFields = insides[symbols.chindingsSym]
  const start = `{"level":${log.levels.values.info}`
  return (exchange, status, ms) => {
    if (!log.isLevelEnabled('info')) return
    const fields = fieldsOf(exchange, status, ms)
    output.write(`${start}${insides[symbols.timeSym]()}${ownFields}${fields},"msg":"request completed"}\n`)
  }
}

/**
 * The path without its query string, and no headers: both may contain secrets. Our own ids and names need no escaping, and
 * neither does a method, because node's parser accepts only those that it knows.
 */
function fieldsOf(
  { request, requestId, path, key, personId, peer, operationId }: Exchange,
  status: number,
  ms: number,
): string {
  let fields = `,"requestId":"${requestId}","method":"${request.method ?? ''}","path":${pathText(path)}`
  fields += `,"status":${status},"ms":${Math.round(ms * 10) / 10}`
  if (operationId !== null) fields += `,"operationId":"${operationId}"`
  if (key !== null) fields += `,"keyId":${jsonText(key.id)}`
  if (personId !== null) fields += `,"personId":${jsonText(personId)}`
  // Sign-in attempts are logged with their address, successful or not.
  if (isUnder('/console', path)) fields += `,"address":${JSON.stringify(canonicalAddress(peer) ?? peer)}`
  return fields
}

/** Keeps a key that was put into the path by mistake out of the log. */
function pathText(path: string): string {
  const shown = path.includes(keyPrefix) ? path.replace(/florin_[0-9A-Za-z]+/g, 'florin_…') : path
  return jsonText(shown)
}

/** Most texts need no escapes, and looking for that takes less than half the time of JSON.stringify. */
const plainText = /^[ !#-[\]-~]*$/

const jsonText = (text: string): string => (plainText.test(text) ? `"${text}"` : JSON.stringify(text))
