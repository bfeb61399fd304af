/** The constants of a source file, by name. Scopes are ignored: a name declared twice has no value here. */
import { isNode, type Node } from './syntax.ts'

/** Null for a name that may mean something else in part of the file. */
export type Constants = ReadonlyMap<string, Node | null>

export function constantsOf(nodes: readonly Node[]): Constants {
  const constants = new Map<string, Node | null>()
  const values = new Map(nodes.flatMap(plainConstants))
  for (const name of nodes.flatMap(declaredNames)) {
    constants.set(name, constants.has(name) ? null : (values.get(name) ?? null))
  }
  return constants
}

/** `const name = value`, without destructuring. */
function plainConstants({ type, kind, declarations }: Node): [string, Node][] {
  if (type !== 'VariableDeclaration' || kind !== 'const') return []
  return (declarations as Node[]).flatMap(({ id, init }): [string, Node][] =>
    isNode(id) && id.type === 'Identifier' && isNode(init) ? [[String(id.name), init]] : [],
  )
}

/** Names of variables, functions and classes (id), parameters (params), caught errors (param) and imports (local). */
function declaredNames({ type, id, params, param, local }: Node): string[] {
  return type.startsWith('TS') ? [] : [id, params, param, local].flatMap(namesIn)
}

/** The names in a declaration, however deeply destructured. Keys, defaults and types declare nothing. */
function namesIn(target: unknown): string[] {
  if (Array.isArray(target)) return target.flatMap(namesIn)
  if (!isNode(target)) return []
  if (target.type === 'Identifier') return [String(target.name)]
  const { properties, elements, left, argument, parameter, value } = target
  return [properties, elements, left, argument, parameter, value].flatMap(namesIn)
}
