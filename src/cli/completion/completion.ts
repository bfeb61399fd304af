/** florin completion: the script for a shell. */
import { Failure } from '../../main/failure.ts'
import type { Shapes } from '../shape.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { type Shell, shells } from './shapes.ts'
import { zshCompletion } from './zsh.ts'

const scripts: Readonly<Record<Shell, (shapes: Shapes) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

export function completionScript(shell: string, shapes: Shapes): string {
  const known = shells.find(each => each === shell)
  if (known === undefined) throw new Failure(`SHELL must be one of ${shells.join(', ')}.`, 'usage')
  return scripts[known](shapes)
}
