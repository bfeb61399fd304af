/** Turns the words of the command line into the drill's options. Every mistake says what to write instead. */
import { parseResources } from '../../drill/control.ts'
import type { DrillOptions } from '../../drill/drill.ts'
import { parsePlan } from '../../drill/faults.ts'
import { everyMax, everyMin } from '../../drill/schedule.ts'
import { urlFrom } from '../../drill/upstream.ts'
import type { VerdictQuestion } from '../../drill/verdict/verdict.ts'
import { Failure } from '../../main/failure.ts'

export type Words = Readonly<Record<string, string>>
export type Environment = Readonly<Record<string, string | undefined>>

export type ParsedOptions = Omit<DrillOptions, 'now' | 'sleep' | 'tell'>

export const portDefault = 8099
const seedMax = 2 ** 31
const secondsMax = 600

export function parseOptions(words: Words, env: Environment): ParsedOptions {
  const receiver = words.receiver === undefined ? null : httpUrl('--receiver', words.receiver)
  const writerKey = keyOf('--writer-key', words['writer-key'] ?? env.FLORIN_DRILL_WRITER_KEY)
  const result = parsePlan(words.plan ?? 'all', { writer: writerKey !== null, receiver: receiver !== null })
  if (!result.ok) throw new Failure(result.mistake, 'usage')
  return {
    upstream: upstreamOf(words.upstream ?? ''),
    seed: whole('--seed', words.seed, 1, 0, seedMax),
    plan: result.plan,
    every: whole('--every', words.every, 3, everyMin, everyMax),
    host: words.host ?? '127.0.0.1',
    port: whole('--port', words.port, portDefault, 0, 65_535),
    receiver,
    writerKey,
    silenceMs: whole('--silence', words.silence, 20, 0, secondsMax) * 1000,
    lateMs: whole('--late', words.late, 10, 0, secondsMax) * 1000,
  }
}

/** Without the copy, which is read when it is compared. */
export function parseCompared(words: Words, env: Environment): Omit<VerdictQuestion, 'copy'> {
  const key = keyOf('--key', words.key ?? env.FLORIN_API_KEY)
  if (key === null)
    throw new Failure('Set FLORIN_API_KEY to the key to compare the copy with, or use --key.', 'usage')
  const resources = parseResources(words.resources ?? null)
  if (resources === null) throw new Failure('--resources must be names such as transaction,payee.', 'usage')
  return { key, resources, companyId: words.company }
}

function whole(name: string, text: string | undefined, otherwise: number, min: number, max: number): number {
  if (text === undefined) return otherwise
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Failure(`${name} must be a whole number from ${min} to ${max}.`, 'usage')
}

export function httpUrl(name: string, text: string): URL {
  const url = urlFrom(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Failure(`${name} must be an address that starts with http:// or https://.`, 'usage')
  }
  if (url.username !== '' || url.password !== '')
    throw new Failure(`${name} must not contain a password.`, 'usage')
  return url
}

function upstreamOf(text: string): URL {
  const url = httpUrl('--upstream', text)
  const path = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  if (!path.endsWith('/v1') || url.search !== '' || url.hash !== '') {
    throw new Failure(
      '--upstream must be the address of the API, up to and including /v1, such as http://127.0.0.1:8080/v1.',
      'usage',
    )
  }
  url.pathname = path
  return url
}

/** Never quotes the key. */
function keyOf(name: string, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (/^[A-Za-z0-9\-._~+/=]{1,500}$/.test(text)) return text
  throw new Failure(`${name} contains characters that no API key has.`, 'usage')
}
