/** Reads comments and members from the sources of the client, which are formatted and so have a simple shape. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './files.ts'

const sourceOf = (file: string): string => readFileSync(join(root, 'src/client', file), 'utf8')

/** The text of a comment on one line. */
const plain = (comment: string): string =>
  comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map(line => line.replace(/^\s*\*?\s?/, ''))
    .join(' ')
    .trim()

/** The comment above a property, such as `all: …`. */
export function memberComment(file: string, name: string): string {
  const [, comment] =
    new RegExp(`(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)\\n\\s*${name}: `).exec(sourceOf(file)) ?? []
  if (comment === undefined) throw new Error(`${file} does not say what ${name} is.`)
  return plain(comment)
}

export interface Member {
  text: string
  comment: string
}

/** The public members of an interface or class, with their comments. */
export function membersOf(file: string, declaration: string): Member[] {
  const source = sourceOf(file)
  const start = source.search(new RegExp(`export ${declaration}\\b`))
  if (start < 0) throw new Error(`${file} has no ${declaration}.`)
  const body = source.slice(source.indexOf('{\n', start) + 2, source.indexOf('\n}', start))
  const members: Member[] = []
  let comment = ''
  for (const [piece] of body.matchAll(
    /^ {2}(?:\/\*\*[\s\S]*?\*\/|\S[\s\S]*?(?=\n {2}[^\s)}\]]|$(?![\s\S])))/gm,
  )) {
    const text = piece.trim()
    if (text.startsWith('/**')) comment = plain(text)
    else {
      const member = signatureOf(text)
      if (member !== null) members.push({ text: member, comment })
      comment = ''
    }
  }
  return members
}

/** Null for what is private, and for constructors. */
function signatureOf(text: string): string | null {
  if (/^((readonly |async )?#|constructor|override)/.test(text)) return null
  const line = text.replace(/\s+/g, ' ').replace(/^(async .*?) \{ .*/, '$1')
  return line
    .replace(/^(readonly|async) /, '')
    .replaceAll(/ \| undefined$/g, '')
    .replaceAll('( ', '(')
    .replaceAll(', )', ')')
}
