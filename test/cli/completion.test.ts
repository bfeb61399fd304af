/** Completion in real shells: bash always, zsh and fish where they are installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { shapes } from '../../src/cli/arguments.ts'
import { completionScript } from '../../src/cli/completion/completion.ts'
import type { CommandShape } from '../../src/cli/shape.ts'
import { Failure } from '../../src/main/failure.ts'
import { useSandbox } from '../support/program.ts'

const sandbox = useSandbox()
const sample = (name: string): CommandShape => shapes[name as keyof typeof shapes]

/** What the shells have in common: a line up to the cursor, and what it must offer. */
const lines: [line: string, some: string[], none: string[]][] = [
  ['florin ', ['serve', 'keys', 'import', 'help'], ['create', '--json']],
  ['florin ke', ['keys'], ['serve', 'create']],
  ['florin keys ', ['create', 'list', 'networks', 'revoke'], ['serve', 'undo']],
  ['florin help keys ', ['create', 'list'], ['serve']],
  ['florin keys create --', ['--workspace', '--scopes', '--json', '--help'], ['--set', '--partial']],
  ['florin match --workspace w --', ['--dry-run', '--json'], ['--partial']],
  ['florin completion ', ['bash', 'zsh', 'fish'], ['serve']],
  ['florin export --output ', ['a folder', 'one.json'], ['serve', '--json']],
  ['florin load on', ['one.json'], ['a folder']],
  ['florin watch ', ['a folder'], ['one.json']],
  ['florin keys revoke ', [], ['serve', 'one.json', 'create']],
]

let folder: string

beforeAll(() => {
  folder = join(sandbox.folder, 'here')
  mkdirSync(join(folder, 'a folder'), { recursive: true })
  writeFileSync(join(folder, 'one.json'), '')
  for (const shell of ['bash', 'zsh', 'fish']) {
    writeFileSync(join(sandbox.folder, `florin.${shell}`), completionScript(shell, shapes))
  }
})

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined

function run(shell: string, words: readonly string[]): string {
  return execFileSync(shell, words, { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } })
}

const script = (shell: string): string => join(sandbox.folder, `florin.${shell}`)

function bash(line: string): string[] {
  const words = line.split(' ').map(word => `'${word}'`)
  // bash fills these in itself when a person presses Tab.
  const typed = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _florin; printf '%s\\n' "\${COMPREPLY[@]}"`
  return run('bash', ['--norc', '--noprofile', '-c', `source '${script('bash')}'; ${typed}`]).split('\n')
}

/** The completion function itself; only what it calls to show its findings is replaced. */
function zsh(line: string): string[] {
  const words = line.split(' ').map(word => `'${word}'`)
  const shown = `
    _describe() { print -l -- "\${(@)\${(@P)2}%%:*}" }
    _files() { if [[ $1 == -/ ]]; then print -l -- *(/N); else print -l -- *(N); fi }
    compdef() { }`
  const typed = `words=(${words.join(' ')}); CURRENT=${words.length}; PREFIX=\${words[-1]}; _florin; true`
  const found = run('zsh', ['-f', '-c', `${shown}\nsource '${script('zsh')}'\n${typed}`]).split('\n')
  // zsh itself leaves out what does not start with the typed word.
  return found.filter(word => word.startsWith(line.split(' ').at(-1) ?? ''))
}

const fish = (line: string): string[] =>
  run('fish', ['--no-config', '-c', `source '${script('fish')}'; complete -C '${line}'`])
    .split('\n')
    .map(found => found.split('\t')[0]?.replace(/\/$/, '') ?? '')

describe.each([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
])('in %s, where it is installed,', (shell, complete) => {
  it.runIf(isInstalled(shell)).each(lines)('%j offers %j', (line, some, none) => {
    const offered = complete(line)
    expect(offered).toEqual(expect.arrayContaining(some))
    for (const word of none) expect(offered).not.toContain(word)
  })

  it.runIf(isInstalled(shell))('every command offers each of its options and flags', () => {
    for (const name of Object.keys(shapes).filter((_, at) => at % 5 === 0)) {
      const { options = {}, flags = {} } = sample(name)
      const known = [...Object.keys(options), ...Object.keys(flags), 'json'].map(option => `--${option}`)
      expect(complete(`florin ${name} --`)).toEqual(expect.arrayContaining(known))
    }
  })
})

it('in bash works for --option=value, which bash takes apart', () => {
  expect(bash('florin export --output = on')).toEqual(['one.json', ''])
})

it.runIf(isInstalled('zsh'))('in zsh registers itself with the completion system', () => {
  const words = [
    '-f',
    '-c',
    `autoload -U compinit; compinit -u -D; source '${script('zsh')}'; print $_comps[florin]`,
  ]
  expect(run('zsh', words).trim()).toBe('_florin')
})

it('of another shell is refused with the names of those there are', () => {
  expect(() => completionScript('tcsh', shapes)).toThrow(Failure)
  expect(() => completionScript('tcsh', shapes)).toThrow('bash, zsh, fish')
})

it('is printed by the program', async () => {
  const { code, stdout, stderr } = await sandbox.run(['completion', 'bash'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(completionScript('bash', shapes))
})

it('the program explains a command, prints its version, and suggests what was meant', async () => {
  const [help, version, typo] = await Promise.all([
    sandbox.run(['import', '--help']),
    sandbox.run(['-v']),
    sandbox.run(['help', 'imprt']),
  ])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toContain('florin import FILE… --workspace ID [OPTIONS]')
  expect(version.stdout).toMatch(/^florin \d+\.\d+\.\d+\n$/)
  expect(typo.stderr).toBe('florin: There is no command imprt. Did you mean florin import?\n')
})
