/** Maps methods and paths to operations. The tables are built once, from the contract. */
import type { WireOperation } from '../../contract/operation.ts'
import { methodNotAllowed, unknownPath } from '../errors.ts'

export interface Route<Op extends WireOperation> {
  operation: Op
  /** The id in the path, decoded; undefined if the path has none. */
  id: string | undefined
}

type ByMethod<Op> = Map<string, Op>

export interface Routes<Op extends WireOperation> {
  routeOf(method: string, path: string): Route<Op>
  /** Returns null instead of throwing, for requests that are not yet authenticated. */
  findRoute(method: string, path: string): Route<Op> | null
}

const idMark = '{id}'

/** `prefix` is put before the path of each operation. */
export function routesOf<Op extends WireOperation>(prefix: string, operations: Iterable<Op>): Routes<Op> {
  const wholePaths = new Map<string, ByMethod<Op>>()
  /** Keyed by the part before the id, with its slash. */
  const pathsBeforeId = new Map<string, ByMethod<Op>>()
  for (const operation of operations) {
    const path = prefix + operation.path
    const hasId = path.endsWith(idMark)
    const table = hasId ? pathsBeforeId : wholePaths
    const key = hasId ? path.slice(0, -idMark.length) : path
    // No operation has its id elsewhere; that would need another table.
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

/** HEAD is handled as GET. A method that the path does not support is a 405 with an Allow header. */
function operationOf<Op extends WireOperation>(byMethod: ByMethod<Op>, method: string): Op {
  const operation = byMethod.get(method === 'HEAD' ? 'GET' : method)
  if (operation !== undefined) return operation
  const methods = [...byMethod.keys()]
  throw methodNotAllowed(methods.includes('GET') ? ['HEAD', ...methods].sort() : methods)
}

/** Escaped slashes stay escaped, so that they do not separate segments. */
export const unescapedPath = (path: string): string => unescaped(path, decodeURI)

/** Leaves invalid escapes, and those that are not UTF-8, unchanged. */
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
