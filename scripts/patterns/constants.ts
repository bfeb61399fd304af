/** The constants of a source file, by name. Scopes are not followed: a name that is declared twice has no value here. */
import { isNode, type Node } from './syntax.ts'

/** Null for a name that may stand for something else in a part of the file. */
export type Constants = ReadonlyMap<string, Node | null>

export function constantsOf(nodes: readonly Node[]): Constants {
  const constants = new Map<string, Node | null>()
  const values = new Map(nodes.flatMap(plainConstants))
  for (const name of nodes.flatMap(declaredNames)) {
    constants.set(name, constants.has(name) ? null : (values.get(name) ?? null))
  }
  return constants
}

/** `const name = value`, and nothing that takes a value apart. */
function plainConstants({ type, kind, declarations }: Node): [string, Node][] {
  if (type !== 'VariableDeclaration' || kind !== 'const') return []
  return (declarations as Node[]).flatMap(({ id, init }): [string, Node][] =>
    isNode(id) && id.type === 'Identifier' && isNode(init) ? [[String(id.name), init]] : [],
  )
}

/** Of variables, functions and classes (id), parameters (params), caught errors (param) and imports (local). */
function declaredNames({ type, id, params, param, local }: Node): string[] {
  return type.startsWith('TS') ? [] : [id, params, param, local].flatMap(namesIn)
}

/** The names in a declaration, however deep it takes its value apart. Keys, defaults and types declare nothing. */
function namesIn(target: unknown): string[] {
  if (Array.isArray(target)) return target.flatMap(namesIn)
  if (!isNode(target)) return []
  if (target.type === 'Identifier') return [String(target.name)]
  const { properties, elements, left, argument, parameter, value } = target
  return [properties, elements, left, argument, parameter, value].flatMap(namesIn)
}
