/** Completion for fish. */
import type { Shapes } from '../shape.ts'
import { commandsOf, nextWords, type Value } from './candidates.ts'

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** -x asks for a value and offers nothing but what is named; -r lets fish offer files. */
function valueText(value: Value): string {
  if (typeof value === 'object') return ` -x -a ${quote(value.words.join(' '))}`
  if (value === 'any') return ' -x'
  return value === 'file' ? ' -r -F' : " -x -a '(__fish_complete_directories)'"
}

function operandText(value: Value): string {
  if (typeof value === 'object') return ` -f -a ${quote(value.words.join(' '))}`
  return value === 'file' ? ' -F' : " -f -a '(__fish_complete_directories)'"
}

export function fishCompletion(shapes: Shapes): string {
  const next = nextWords(shapes)
  const words = [...next].flatMap(([before, candidates]) =>
    candidates.map(
      ({ word, meaning }) =>
        `complete -c florin -f -n ${quote(`__florin_at ${quote(before)}`)} -a ${word} -d ${quote(meaning)}`,
    ),
  )
  const options = commandsOf(shapes).flatMap(({ name, options: known, values, operand }) => {
    const where = `complete -c florin -n ${quote(`__florin_in ${quote(name)}`)}`
    return [
      ...known.map(({ word, meaning }) => {
        const value = values.find(({ option }) => option === word)?.value
        return `${where} -l ${word.slice(2)}${value === undefined ? '' : valueText(value)} -d ${quote(meaning)}`
      }),
      ...(operand === null || operand === 'any' ? [] : [`${where}${operandText(operand)}`]),
    ]
  })
  const names = Object.keys(shapes).filter(name => name.includes(' '))
  return `# fish completion for florin. To use it: florin completion fish | source
# The words that belong to the command, without options: of "keys list --json" it is "keys list".
function __florin_words
    set -l words (commandline -opc)
    set -e words[1]
    test "$words[1]" = help; and set -e words[1]
    string match -v -- '-*' $words
end
# True if exactly these words were typed.
function __florin_at
    set -l words (__florin_words)
    test "$words" = "$argv[1]"
end
# True if the typed words start with this command, and with no longer one.
function __florin_in
    set -l words (__florin_words)
    set -l two "$words[1] $words[2]"
    contains -- "$two" ${names.map(quote).join(' ')}
    and test "$two" = "$argv[1]"
    and return
    contains -- "$two" ${names.map(quote).join(' ')}
    and return 1
    test "$words[1]" = "$argv[1]"
end
complete -c florin -f
${words.join('\n')}
${options.join('\n')}
`
}
