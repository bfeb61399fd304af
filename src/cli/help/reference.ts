/** The commands as Markdown, for docs/command-line.md. */
import type { CommandShape, Shapes } from '../shape.ts'
import { groups } from './helpText.ts'

export function commandReference(shapes: Shapes): string {
  const sections = Object.entries(groups).flatMap(([title, words]) => {
    const names = words.flatMap(word => Object.keys(shapes).filter(name => name.split(' ')[0] === word))
    return [`## ${title}`, '', ...names.flatMap(name => command(name, shapes[name] as CommandShape))]
  })
  return sections.join('\n').trimEnd()
}

function command(name: string, shape: CommandShape): string[] {
  const { summary, operands = [], options = {}, flags = {} } = shape
  const lines = [
    ...Object.entries(options).map(
      ([option, { value, summary: meaning, required }]) =>
        `- \`--${option} ${value}\`: ${escaped(meaning)}${required ? ' (required)' : ''}`,
    ),
    ...Object.entries(flags).map(([flag, meaning]) => `- \`--${flag}\`: ${escaped(meaning)}`),
  ]
  return [
    `### florin ${[name, ...operands].join(' ')}`,
    '',
    `${escaped(summary)}.`,
    '',
    ...lines,
    ...(lines.length > 0 ? [''] : []),
  ]
}

/** Characters that Markdown would read as markup. */
const escaped = (text: string): string => text.replace(/[*_<>|]/g, character => `\\${character}`)
