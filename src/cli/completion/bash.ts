/** Completion for bash, from 3.2 on, which macOS has. It needs no other package. */
import type { Shapes } from '../shape.ts'
import { commandsOf, nextWords, type Value } from './candidates.ts'

const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`

/** What a value becomes: words to choose from, or a kind of path. Nothing is offered for free texts. */
function valueText(value: Value): string {
  if (typeof value === 'object') return quoted(value.words)
  return value === 'file' ? '@file' : value === 'folder' ? '@folder' : "''"
}

export function bashCompletion(shapes: Shapes): string {
  const commands = commandsOf(shapes)
  const next = [...nextWords(shapes)].map(
    ([before, words]) => `    '${before}') echo ${quoted(words.map(({ word }) => word))} ;;`,
  )
  const options = commands.map(
    ({ name, options: known }) => `    '${name}') echo ${quoted(known.map(({ word }) => word))} ;;`,
  )
  const values = commands.flatMap(({ name, values: known, operand }) => [
    ...known.map(({ option, value }) => `    '${name} ${option}') echo ${valueText(value)} ;;`),
    ...(operand === null ? [] : [`    '${name}') echo ${valueText(operand)} ;;`]),
  ])
  return `# bash completion for florin. To use it: source <(florin completion bash)
_florin_next() {
  case "$1" in
${next.join('\n')}
  esac
}
_florin_options() {
  case "$1" in
${options.join('\n')}
  esac
}
# The values of an option ("command --option"), or the operands of a command. Fails for an option without a value.
_florin_values() {
  case "$1" in
${values.join('\n')}
    *) return 1 ;;
  esac
}
_florin() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  # bash takes --option=value apart at the sign.
  if [[ $current == = ]]; then current=''; elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  local command='' at word next
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    [[ $word == help && -z $command ]] && continue
    next=" $(_florin_next "$command") "
    [[ $next == *" $word "* ]] || break
    command="\${command:+$command }$word"
  done
  COMPREPLY=()
  local offered
  if [[ $before == --* ]] && offered=$(_florin_values "$command $before"); then :
  elif [[ $current == -* ]]; then offered=$(_florin_options "$command")
  else
    offered=''
    ((at == COMP_CWORD)) && offered=$(_florin_next "$command")
    [[ -n $offered ]] || offered=$(_florin_values "$command")
  fi
  case "$offered" in
    @file) compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")) ;;
    @folder) compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$offered" -- "$current")) ;;
  esac
}
complete -F _florin florin
`
}
