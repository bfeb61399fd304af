/** florin drill and florin drill verdict. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleepOnTimer } from 'node:timers/promises'
import { isLoopback, verdictPath } from '../../drill/control.ts'
import { type Drill, startDrill } from '../../drill/drill.ts'
import { CopyMistake, readCopy } from '../../drill/verdict/copy.ts'
import { type Verdict, VerdictFailure } from '../../drill/verdict/verdict.ts'
import { Failure } from '../../main/failure.ts'
import { withoutControls } from '../terminalText.ts'
import {
  httpUrl,
  type ParsedOptions,
  parseCompared,
  parseOptions,
  portDefault,
  type Words,
} from './options.ts'
import { faultLine, reportLines, verdictLines } from './output.ts'

const verdictMsMax = 600_000

/** Ends early when the signal is set. */
const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleepOnTimer(ms, undefined, signal && { signal }).catch(() => undefined)

/** Returns the exit code: 1 if the client does not pass. Without a copy there is nothing to judge but mistakes. */
export async function drillCommand(words: Words, json: boolean): Promise<number> {
  const options = parseOptions(words, process.env)
  const compared = words.copy === undefined ? null : parseCompared(words, process.env)
  const stop = stopOnSignal()
  const drill = await start(options, json)
  print(json, { api: drill.api, webhooks: drill.webhooks, seed: options.seed, plan: options.plan }, () =>
    openingLines(drill, options),
  )
  await new Promise<void>(settle => stop.addEventListener('abort', () => settle(), { once: true }))
  try {
    if (compared === null || words.copy === undefined) {
      const report = drill.report()
      print(json, { report }, () => reportLines(report))
      return report.mistakesCount === 0 ? 0 : 1
    }
    const copy = await readCopy(piecesOf(words.copy))
    return tellVerdict(await drill.verdict({ ...compared, copy }), json)
  } catch (error) {
    throw asFailure(error, words.copy)
  } finally {
    await drill.close().catch(error => {
      process.stderr.write(
        `florin: ${withoutControls(String((error as Error).message))}. Delete the payee whose name starts with "Florin drill" yourself.\n`,
      )
    })
  }
}

async function start(options: ParsedOptions, json: boolean): Promise<Drill> {
  const { host, port } = options
  try {
    return await startDrill({
      ...options,
      now: () => performance.now(),
      sleep,
      tell: fault => print(json, { fault }, () => [faultLine(fault)]),
    })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Failure(`Port ${port} of ${host} is in use. Choose another with --port.`)
    if (/^(EADDRNOTAVAIL|ENOTFOUND)$/.test(code))
      throw new Failure(`${host} is not an address of this machine.`)
    throw error
  }
}

function openingLines(drill: Drill, { upstream, seed, plan, host, receiver }: ParsedOptions): string[] {
  return [
    `The drill is at ${drill.api} and passes requests on to ${upstream.href}.`,
    `Seed ${seed}; faults: ${plan.join(', ')}.`,
    ...(receiver === null ? [] : [`Webhooks sent to ${drill.webhooks} are forwarded to ${receiver.origin}.`]),
    ...(isLoopback(host) || host === '::1' || host === 'localhost'
      ? []
      : ['It listens beyond this machine: API keys pass through it.']),
    'Stop it with Ctrl-C.',
  ]
}

/** Sends the copy to a running drill, which knows what it served. */
export async function verdictCommand(words: Words, json: boolean): Promise<number> {
  const { key, resources, companyId } = parseCompared(words, process.env)
  const { copy = '' } = words
  const url = new URL(verdictPath, httpUrl('--drill', words.drill ?? `http://127.0.0.1:${portDefault}`))
  if (resources !== undefined) url.searchParams.set('resources', resources.join(','))
  if (companyId !== undefined) url.searchParams.set('companyId', companyId)
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(bytesOf(copy))) as ReadableStream,
    duplex: 'half',
    signal: AbortSignal.timeout(verdictMsMax),
  } as RequestInit).catch(error => {
    throw (
      copyFailure(error, copy) ??
      new Failure(
        `There is no drill at ${url.origin}. Start it with florin drill, or use --drill.`,
        'unavailable',
      )
    )
  })
  const body = (await response.json().catch(() => null)) as (Verdict & { message?: string }) | null
  if (response.status !== 200 || body === null) {
    throw new Failure(body?.message ?? `${url.origin} answered ${response.status}; it is not a drill.`)
  }
  return tellVerdict(body, json)
}

function tellVerdict(verdict: Verdict, json: boolean): number {
  print(json, { verdict }, () => verdictLines(verdict))
  return verdict.passed ? 0 : 1
}

function print(json: boolean, value: object, lines: () => string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines().join('\n')}\n`)
}

const streamOf = (path: string): Readable => (path === '-' ? process.stdin : createReadStream(path))

const piecesOf = (path: string): AsyncIterable<string> => streamOf(path).setEncoding('utf8')

async function* bytesOf(path: string): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of streamOf(path)) yield piece as Buffer
}

/** A file that cannot be read; null for anything else. */
function copyFailure(error: unknown, path: string): Failure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException
    if (code !== undefined && (syscall === 'open' || syscall === 'read')) {
      return new Failure(`The copy ${path} cannot be read (${code}).`)
    }
  }
  return null
}

function asFailure(error: unknown, path = ''): unknown {
  if (error instanceof CopyMistake || error instanceof VerdictFailure) return new Failure(error.message)
  return copyFailure(error, path) ?? error
}

/** The first signal asks for the verdict; a second one exits at once. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController()
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return stop.signal
}
