/** Completion for zsh. What is offered is found by a plain function, so that it can be tried without a terminal. */
import type { Shapes } from '../shape.ts'
import { type Candidate, commandsOf, nextWords, type Value } from './candidates.ts'

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** As _describe takes them: word and meaning with a colon between them. */
const described = ({ word, meaning }: Candidate): string => quote(`${word.replaceAll(':', '\\:')}:${meaning}`)

const listed = (name: string, candidates: readonly Candidate[]): string =>
  `    ${quote(name)}) reply=(\n${candidates.map(each => `      ${described(each)}`).join('\n')}\n    ) ;;`

function valueText(value: Value): string {
  if (typeof value === 'object')
    return `reply=(${value.words.map(word => quote(word.replaceAll(':', '\\:'))).join(' ')})`
  return value === 'any' ? 'reply=()' : `reply=(@${value})`
}

export function zshCompletion(shapes: Shapes): string {
  const commands = commandsOf(shapes)
  const values = commands.flatMap(({ name, values: known, operand }) => [
    ...known.map(({ option, value }) => `    ${quote(`${name} ${option}`)}) ${valueText(value)} ;;`),
    ...(operand === null ? [] : [`    ${quote(name)}) ${valueText(operand)} ;;`]),
  ])
  return `#compdef florin
# zsh completion for florin. To use it: source <(florin completion zsh), or save it as _florin in a folder of $fpath
_florin_next() {
  reply=()
  case "$1" in
${[...nextWords(shapes)].map(([before, words]) => listed(before, words)).join('\n')}
  esac
}
_florin_options() {
  reply=()
  case "$1" in
${commands.map(({ name, options }) => listed(name, options)).join('\n')}
  esac
}
# The values of an option ("command --option"), or the operands of a command. Fails for an option without a value.
_florin_values() {
  reply=()
  case "$1" in
${values.join('\n')}
    *) return 1 ;;
  esac
}
# Sets reply to what can follow: the words of a line up to the current one are given, the current one last.
_florin_offer() {
  local current=\${argv[-1]} before='' command='' word at=1
  (( $# > 1 )) && before=\${argv[-2]}
  while (( at < $# )); do
    word=\${argv[at]}
    if [[ $word != help || -n $command ]]; then
      _florin_next "$command"
      [[ -n \${(M)reply:#$word:*} ]] || break
      command="\${command:+$command }$word"
    fi
    (( at++ ))
  done
  if [[ $before == --* ]] && _florin_values "$command $before"; then return; fi
  if [[ $current == -* ]]; then _florin_options "$command"; return; fi
  reply=()
  (( at == $# )) && _florin_next "$command"
  (( $#reply > 0 )) || _florin_values "$command"
  return 0
}
_florin() {
  local -a reply
  if [[ $PREFIX == --*=* ]]; then
    local option=\${PREFIX%%=*}
    compset -P '*='
    _florin_offer "\${(@)words[2,CURRENT-1]}" "$option" "$PREFIX"
  else
    _florin_offer "\${(@)words[2,CURRENT]}"
  fi
  case "$reply" in
    @file) _files ;;
    @folder) _files -/ ;;
    *) (( $#reply > 0 )) && _describe 'florin' reply ;;
  esac
}
if [[ $funcstack[1] == _florin ]]; then _florin "$@"; else compdef _florin florin; fi
`
}
