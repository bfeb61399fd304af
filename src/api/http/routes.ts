/** Which operation a method and a path name. A table is made once, from the contract. */
import type { WireOperation } from '../../contract/operation.ts'
import { methodNotAllowed, unknownPath } from '../errors.ts'

export interface Route<Op extends WireOperation> {
  operation: Op
  /** As the path has it, escapes resolved; undefined where the operation has none. */
  id: string | undefined
}

type ByMethod<Op> = Map<string, Op>

export interface Routes<Op extends WireOperation> {
  routeOf(method: string, path: string): Route<Op>
  /** The same for whoever has not been let in yet, and is told nothing of what there is. */
  findRoute(method: string, path: string): Route<Op> | null
}

const idMark = '{id}'

/** `prefix` stands before the path of each operation. */
export function routesOf<Op extends WireOperation>(prefix: string, operations: Iterable<Op>): Routes<Op> {
  const wholePaths = new Map<string, ByMethod<Op>>()
  /** By what stands before the id, with the slash. */
  const pathsBeforeId = new Map<string, ByMethod<Op>>()
  for (const operation of operations) {
    const path = prefix + operation.path
    const hasId = path.endsWith(idMark)
    const table = hasId ? pathsBeforeId : wholePaths
    const key = hasId ? path.slice(0, -idMark.length) : path
    // Another place for the id would need another table; nothing has one.
    if (key.includes(idMark)) throw new Error(`${path} has its id in the middle.`)
    table.set(key, (table.get(key) ?? new Map<string, Op>()).set(operation.method, operation))
  }
  function named(path: string): { byMethod: ByMethod<Op>; id: string | undefined } | null {
    const whole = wholePaths.get(unescapedPath(path))
    if (whole !== undefined) return { byMethod: whole, id: undefined }
    const cut = path.lastIndexOf('/') + 1
    const beforeId = pathsBeforeId.get(unescapedPath(path.slice(0, cut)))
    if (beforeId === undefined || cut === path.length) return null
    return { byMethod: beforeId, id: unescaped(path.slice(cut), decodeURIComponent) }
  }
  return {
    routeOf(method, path) {
      const found = named(path)
      if (found === null) throw unknownPath()
      return { operation: operationOf(found.byMethod, method), id: found.id }
    },
    findRoute(method, path) {
      const found = named(path)
      const operation = found?.byMethod.get(method)
      return operation === undefined ? null : { operation, id: found?.id }
    },
  }
}

/** HEAD is GET whose body is not sent. A method that the path does not have is a 405 that names those it has. */
function operationOf<Op extends WireOperation>(byMethod: ByMethod<Op>, method: string): Op {
  const operation = byMethod.get(method === 'HEAD' ? 'GET' : method)
  if (operation !== undefined) return operation
  const methods = [...byMethod.keys()]
  throw methodNotAllowed(methods.includes('GET') ? ['HEAD', ...methods].sort() : methods)
}

/** An escaped slash stays as it is, so that it separates nothing. */
export const unescapedPath = (path: string): string => unescaped(path, decodeURI)

/** Escapes that are none, or no UTF-8, stand for themselves. */
export function unescaped(text: string, decode: (text: string) => string): string {
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
