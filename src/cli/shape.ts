/** The shape of a command: what parsing, help, completion and the documentation are made from. */
export interface OptionShape {
  /** A word for the value. FILE and DIR are completed as paths. */
  value: string
  summary: string
  required?: boolean
  /** All values there are, for completion. */
  choices?: readonly string[]
}

export interface CommandShape {
  summary: string
  /** Words that follow the command. A name that ends in … takes any number of them. */
  operands?: readonly string[]
  /** What an operand may be, where all values are known. */
  operandChoices?: readonly string[]
  options?: Readonly<Record<string, OptionShape>>
  /** Options without a value, with their descriptions. */
  flags?: Readonly<Record<string, string>>
}

export type Shapes = Readonly<Record<string, CommandShape>>

/** Flags that every command has. */
export const commonFlags = {
  json: 'print one JSON object, and errors as JSON too',
  help: 'show this help',
} as const

/** The commands under a word: `keys` has `keys create` and so on. A command is among its own. */
export const commandsUnder = (shapes: Shapes, words: string): string[] =>
  Object.keys(shapes).filter(name => name === words || name.startsWith(`${words} `))
