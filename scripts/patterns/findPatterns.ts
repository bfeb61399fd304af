/**
 * Finds every regular expression in a source file: literals, and RegExp calls with known texts. A pattern
 * that depends on more than the file's constants cannot be read and is reported as such.
 */
import { parseSync } from 'vite'
import { type Constants, constantsOf } from './constants.ts'
import { isNode, type Node, walk } from './syntax.ts'

export interface FoundPattern {
  file: string
  line: number
  /** As written in the source. */
  written: string
  /** Null if it cannot be read from the source. */
  pattern: { source: string; flags: string } | null
}

export function findPatterns(file: string, text: string): FoundPattern[] {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  const nodes = [...walk(program as unknown as Node)]
  const constants = constantsOf(nodes)
  return nodes
    .filter(node => isRegexLiteral(node) || isRegExpCall(node))
    .map(node => ({
      file,
      line: text.slice(0, node.start).split('\n').length,
      written: text.slice(node.start, node.end),
      pattern: isRegexLiteral(node) ? literalOf(node) : madeBy(node, constants),
    }))
}

const isRegexLiteral = (node: Node): boolean => node.type === 'Literal' && 'regex' in node

const isRegExpCall = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  isNode(callee) &&
  callee.type === 'Identifier' &&
  callee.name === 'RegExp'

function literalOf(node: Node) {
  const { pattern, flags } = node.regex as { pattern: string; flags: string }
  return { source: pattern, flags }
}

function madeBy(node: Node, constants: Constants) {
  const [source, flags] = node.arguments as Node[]
  const sourceText = source && textOf(source, constants)
  const flagsText = flags === undefined ? '' : textOf(flags, constants)
  return sourceText == null || flagsText === null ? null : { source: sourceText, flags: flagsText }
}

/** The constant text or number of an expression; null if it is not constant. */
function textOf(node: Node, constants: Constants): string | null {
  switch (node.type) {
    case 'Literal':
      if (isRegexLiteral(node)) return null
      return typeof node.value === 'string' || typeof node.value === 'number' ? String(node.value) : null
    case 'Identifier': {
      const value = constants.get(String(node.name))
      return value ? textOf(value, constants) : null
    }
    case 'BinaryExpression':
      return node.operator === '+' ? sumOf(node, constants) : null
    case 'TemplateLiteral':
      return templateText(node, 'cooked', constants)
    case 'TaggedTemplateExpression':
      return isStringRaw(node.tag as Node) ? templateText(node.quasi as Node, 'raw', constants) : null
    case 'MemberExpression':
      return sourceText(node, constants)
    default:
      return null
  }
}

function sumOf({ left, right }: Node, constants: Constants): string | null {
  const parts = [textOf(left as Node, constants), textOf(right as Node, constants)]
  // Two numbers would be added, but no pattern is built that way here.
  return parts.includes(null) ? null : parts.join('')
}

function templateText(node: Node, form: 'cooked' | 'raw', constants: Constants): string | null {
  const values = (node.expressions as Node[]).map(each => textOf(each, constants))
  if (values.includes(null)) return null
  const texts = (node.quasis as { value: Record<'cooked' | 'raw', string> }[]).map(({ value }) => value[form])
  return texts.map((text, index) => text + (values[index] ?? '')).join('')
}

const isStringRaw = ({ type, object, property }: Node): boolean =>
  type === 'MemberExpression' && (object as Node).name === 'String' && (property as Node).name === 'raw'

/** `pattern.source`, if the pattern is a constant. */
function sourceText({ object, property }: Node, constants: Constants): string | null {
  if ((property as Node).name !== 'source' || (object as Node).type !== 'Identifier') return null
  const value = constants.get(String((object as Node).name))
  return value && isRegexLiteral(value) ? literalOf(value).source : null
}
