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
  const lines = sourceOf(file).split('\n')
  const at = lines.findIndex(
    (line, index) => line.trim().startsWith(`${name}: `) && lines[index - 1]?.trim().endsWith('*/'),
  )
  if (at < 0) throw new Error(`${file} does not say what ${name} is.`)
  const start = lines.findLastIndex((line, index) => index < at && line.trim().startsWith('/**'))
  return plain(lines.slice(start, at).join('\n').trim())
}

export interface Member {
  text: string
  comment: string
}

/** The public members of an interface or class, with their comments. */
export function membersOf(file: string, declaration: string): Member[] {
  const source = sourceOf(file)
  const start = Math.max(...[' ', '<'].map(next => source.indexOf(`export ${declaration}${next}`)))
  if (start < 0) throw new Error(`${file} has no ${declaration}.`)
  const body = source.slice(source.indexOf('{\n', start) + 2, source.indexOf('\n}', start))
  const members: Member[] = []
  let comment = ''
  for (const text of piecesOf(body)) {
    if (text.startsWith('/**')) comment = plain(text)
    else {
      const member = signatureOf(text)
      if (member !== null) members.push({ text: member, comment })
      comment = ''
    }
  }
  return members
}

/** Comments and members. Each starts with an indentation of two; lines that close a bracket belong to the one before. */
function piecesOf(body: string): string[] {
  const pieces: string[] = []
  for (const line of body.split('\n')) {
    const last = pieces.at(-1)
    if (line.startsWith('  ') && !/[\s)}\]]/.test(line.charAt(2))) pieces.push(line)
    else if (last !== undefined) pieces[pieces.length - 1] = `${last}\n${line}`
  }
  return pieces.map(piece => piece.trim())
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
