/** Which operation a method and a path name. The tables are made once, from the contract. */
import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { type AppRequest, pathOf } from './answer.ts'
import { methodNotAllowed, unknownPath } from './errors.ts'

export interface Route {
  operation: Operation
  /** As the path has it, escapes resolved; undefined where the operation has none. */
  id: string | undefined
}

type ByMethod = Map<string, Operation>

const idMark = '{id}'
const wholePaths = new Map<string, ByMethod>()
/** By what stands before the id, with the slash. */
const pathsBeforeId = new Map<string, ByMethod>()

for (const operation of Object.values<Operation>(operations)) {
  const path = `/v1${operation.path}`
  const hasId = path.endsWith(idMark)
  const table = hasId ? pathsBeforeId : wholePaths
  const key = hasId ? path.slice(0, -idMark.length) : path
  // Another place for the id would need another table; nothing has one.
  if (key.includes(idMark)) throw new Error(`${path} has its id in the middle.`)
  table.set(key, (table.get(key) ?? new Map<string, Operation>()).set(operation.method, operation))
}

export function routeOf(request: AppRequest): Route {
  const { method = '' } = request
  const path = pathOf(request)
  const whole = wholePaths.get(unescapedPath(path))
  if (whole !== undefined) return { operation: operationOf(whole, method), id: undefined }
  const cut = path.lastIndexOf('/') + 1
  const beforeId = pathsBeforeId.get(unescapedPath(path.slice(0, cut)))
  if (beforeId === undefined || cut === path.length) throw unknownPath()
  return { operation: operationOf(beforeId, method), id: unescaped(path.slice(cut), decodeURIComponent) }
}

/** HEAD is GET whose body is not sent. A method that the path does not have is a 405 that names those it has. */
function operationOf(byMethod: ByMethod, method: string): Operation {
  const operation = byMethod.get(method === 'HEAD' ? 'GET' : method)
  if (operation !== undefined) return operation
  const methods = [...byMethod.keys()]
  throw methodNotAllowed(methods.includes('GET') ? ['HEAD', ...methods].sort() : methods)
}

/** An escaped slash stays as it is, so that it separates nothing. */
export const unescapedPath = (path: string): string => unescaped(path, decodeURI)

/** Escapes that are none, or no UTF-8, stand for themselves. */
function unescaped(text: string, decode: (text: string) => string): string {
  if (!text.includes('%')) return text
  try {
    return decode(text)
  } catch {
    return text.replace(/(?:%[0-9A-F]{2})+/gi, run => decodedOrSame(run, decode))
  }
}

function decodedOrSame(run: string, decode: (text: string) => string): string {
  try {
    return decode(run)
  } catch {
    return run
  }
}
