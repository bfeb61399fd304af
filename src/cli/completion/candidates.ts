/** What can follow on the command line, in a form that all shells share. Made from the table of commands. */
import { type CommandShape, commonFlags, type Shapes } from '../shape.ts'

export interface Candidate {
  word: string
  meaning: string
}

/** What a value or an operand is: one of some words, a path, or anything. */
export type Value = { words: readonly string[] } | 'file' | 'folder' | 'any'

export interface Command {
  name: string
  /** Options and flags with their dashes. */
  options: readonly Candidate[]
  /** The options that take a value. */
  values: readonly { option: string; value: Value }[]
  operand: Value | null
}

/** The words that can come after these, such as `create` and `list` after `keys`; all first words after ''. */
export function nextWords(shapes: Shapes): ReadonlyMap<string, readonly Candidate[]> {
  const found = new Map<string, Candidate[]>([['', []]])
  const add = (before: string, word: string, meaning: string) => {
    const list = found.get(before) ?? []
    found.set(before, list)
    if (!list.some(each => each.word === word)) list.push({ word, meaning })
  }
  for (const [name, { summary }] of Object.entries(shapes)) {
    const [first = '', second] = name.split(' ')
    if (second === undefined) add('', first, summary)
    else {
      const under = Object.keys(shapes).filter(each => each.startsWith(`${first} `))
      add('', first, under.map(each => each.slice(first.length + 1)).join(', '))
      add(first, second, summary)
    }
  }
  add('', 'help', 'Explain a command')
  return found
}

export function commandsOf(shapes: Shapes): Command[] {
  return Object.entries(shapes).map(([name, shape]) => {
    const { options = {}, flags = {} } = shape
    const meanings = [
      ...Object.entries(options).map(([option, { summary }]) => [option, summary] as const),
      ...Object.entries({ ...flags, ...commonFlags }),
    ]
    return {
      name,
      options: meanings.map(([option, meaning]) => ({ word: `--${option}`, meaning })),
      values: Object.entries(options).map(([option, { value, choices }]) => ({
        option: `--${option}`,
        value: valueFor(value, choices),
      })),
      operand: operandOf(shape),
    }
  })
}

function operandOf({ operands: [first] = [], operandChoices }: CommandShape): Value | null {
  return first === undefined ? null : valueFor(first, operandChoices)
}

function valueFor(name: string, choices: readonly string[] | undefined): Value {
  if (choices !== undefined) return { words: choices }
  if (/^FILE…?$/.test(name)) return 'file'
  return name === 'DIR' ? 'folder' : 'any'
}
