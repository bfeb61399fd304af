/** The drill's own paths, for programs on this machine: GET /drill/report and POST /drill/verdict. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ChangeResource, changeResources } from '../contract/changes.ts'
import { urlOf } from './proxy/exchange.ts'
import { drillError, sendWhole } from './proxy/replies.ts'
import { isChangeResource } from './rows.ts'
import { type Answer, reasonOf } from './upstream.ts'
import { CopyMistake, readCopy } from './verdict/copy.ts'
import { type Judge, VerdictFailure } from './verdict/verdict.ts'

export const reportPath = '/drill/report'
export const verdictPath = '/drill/verdict'

export interface ControlParts {
  judge: Judge
  report(): object
  /** Whether a copy is being compared: one at a time, because a copy may be large. */
  comparing: boolean
}

export async function control(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ControlParts,
): Promise<void> {
  const answer = await answerTo(request, parts).catch(failed)
  await sendWhole(response, answer, 'req_drill')
  if (!request.complete) request.destroy()
}

async function answerTo(request: IncomingMessage, parts: ControlParts): Promise<Answer> {
  // Pages in a browser on this machine could reach it too; they always send an Origin with a POST.
  if (!isLoopback(request.socket.remoteAddress) || request.headers.origin !== undefined) {
    return drillError(403, 'FORBIDDEN_HERE', 'Only programs on this machine may use the paths of the drill.')
  }
  const url = urlOf(request)
  if (url?.pathname === reportPath && request.method === 'GET') return json(parts.report())
  if (url?.pathname !== verdictPath || request.method !== 'POST') {
    return drillError(404, 'UNKNOWN_PATH', `The drill has GET ${reportPath} and POST ${verdictPath}.`)
  }
  const resources = parseResources(url.searchParams.get('resources'))
  if (resources === null) {
    return drillError(400, 'BAD_RESOURCES', `resources must name some of ${changeResources.join(', ')}.`)
  }
  const [, key] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (key === undefined) {
    return drillError(401, 'NO_KEY', 'Send the key to compare with as Authorization: Bearer.')
  }
  if (parts.comparing)
    return drillError(409, 'BUSY', 'Another copy is being compared. Try again when that is done.')
  parts.comparing = true
  try {
    const copy = await readCopy(request.setEncoding('utf8') as AsyncIterable<string>)
    const companyId = url.searchParams.get('companyId') || undefined
    return json(await parts.judge.verdict({ copy, key, resources, companyId }))
  } finally {
    parts.comparing = false
  }
}

/** Undefined if none are named; null if one of them does not exist. */
export function parseResources(text: string | null): ChangeResource[] | undefined | null {
  if (text === null || text === '') return undefined
  const names = text.split(',').map(name => name.trim())
  return names.every(isChangeResource) ? names : null
}

function failed(error: unknown): Answer {
  if (error instanceof CopyMistake) return drillError(400, 'BAD_COPY', error.message)
  if (error instanceof VerdictFailure) return drillError(502, 'NOT_COMPARED', error.message)
  return drillError(502, 'NOT_COMPARED', `The copy cannot be compared: ${reasonOf(error)}.`)
}

const json = (value: object): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
})

export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, '') ?? ''
  return plain === '::1' || plain.startsWith('127.')
}
