/** The check of `npm run patterns`, on files made for it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkFiles } from '../scripts/patterns/checkFiles.ts'
import { findPatterns } from '../scripts/patterns/findPatterns.ts'

const folder = mkdtempSync(join(tmpdir(), 'florin-patterns-'))
afterAll(() => rmSync(folder, { recursive: true }))

const check = async (text: string, allowed: Record<string, string> = {}) => {
  const file = join(folder, 'planted.ts')
  writeFileSync(file, text)
  return { file, ...(await checkFiles([file], allowed)) }
}

describe('The check of regular expressions', () => {
  it('catches a quadratic pattern and names its place and the text that makes it slow', async () => {
    const { file, complaints } = await check(
      "const a = 1\nexport const cut = (header: string) => header.replace(/^[ \\t]+|[ \\t]+$/g, '')\n",
    )
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain(`${file}:2 /^[ \\t]+|[ \\t]+$/g`)
    expect(complaints[0]).toContain('2nd degree polynomial')
    expect(complaints[0]).toMatch(/repeat\(\d+\)/)
  })

  it('catches one that is put together from constants', async () => {
    const { complaints } = await check(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
      "const run = '0+'\nconst end = String.raw`\\s*$`\nexport const zeros = new RegExp(`x?${run}` + end, 'g')\n",
    )
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain(':3 new RegExp(')
  })

  it('lets linear patterns pass', async () => {
    const text = "export const fine = [/^a+b$/, /[x-z]+/g, new RegExp('^[a-z]{2}$')]\n"
    expect(await check(text)).toMatchObject({ patterns: 3, complaints: [] })
  })

  it('refuses a pattern that cannot be read from the source, unless it is listed with a reason', async () => {
    const text = 'export const made = (word: string) => new RegExp(word)\n'
    const { file, complaints } = await check(text)
    expect(complaints[0]).toContain('cannot be read from the source')
    expect((await check(text, { [`${file}: new RegExp(word)`]: 'for the test' })).complaints).toEqual([])
  })

  it.each([
    ['a parameter', 'export const f = (word: string) => new RegExp(word)'],
    ['a parameter that is taken apart', 'export function f({ a: [word = 1] }: any) { return RegExp(word) }'],
    ['a variable of a loop', 'export const f = () => { for (const word of [1]) new RegExp(word) }'],
    ['a variable that changes', 'export const f = () => { let word = "(a+)+$"; return new RegExp(word) }'],
    ['a caught error', 'export const f = () => { try { 1 } catch (word) { return new RegExp(word) } }'],
    ['an import', 'export const f = () => new RegExp(word)\nimport { other as word } from "./other.ts"'],
  ])('does not take %s for a constant with the same name elsewhere', async (_, text) => {
    const { complaints } = await check(`{ const word = 'a' }\n${text}\n`)
    expect(complaints).toEqual([expect.stringContaining('cannot be read from the source')])
  })

  it('refuses a pattern that attacks were only tried on, unless it is listed with a reason', async () => {
    const text = 'export const zeros = /^0+(?=x)/\n'
    const { file, complaints } = await check(text)
    expect(complaints).toEqual([expect.stringContaining('could not be judged')])
    expect((await check(text, { [`${file}: /^0+(?=x)/`]: 'for the test' })).complaints).toEqual([])
  })

  it('proves patterns with many repetitions, which recheck only tries by itself', async () => {
    const { file, complaints } = await check('export const digest = /^[0-9a-f]{64}[a-z]{1,40}$/\n')
    expect(complaints).toEqual([])
    const listed = { [`${file}: /^[0-9a-f]{64}[a-z]{1,40}$/`]: 'for the test' }
    expect((await check('export const digest = /^[0-9a-f]{64}[a-z]{1,40}$/\n', listed)).complaints).toEqual([
      expect.stringContaining('no longer needed'),
    ])
  })

  it('never takes a slow pattern, listed or not', async () => {
    const text = 'export const ends = /0+$/\n'
    const { file } = await check(text)
    const { complaints } = await check(text, { [`${file}: /0+$/`]: 'for the test' })
    expect(complaints[0]).toContain('2nd degree polynomial')
  })

  it('asks for an entry of the list that is not needed any more to be removed', async () => {
    const { complaints } = await check('export {}\n', { 'gone.ts: new RegExp(word)': 'for the test' })
    expect(complaints[0]).toContain('no longer needed')
  })

  it('reads patterns in TypeScript, JSX and plain JavaScript, and none in comments, texts and divisions', () => {
    const sources = (file: string, text: string) =>
      findPatterns(file, text).map(({ pattern }) => pattern?.source ?? null)
    expect(
      sources('a.ts', "const a: RegExp = /x+/u // /no/\nconst b = '/no/'\nconst c = 4 / 2 / 1\n"),
    ).toEqual(['x+'])
    expect(sources('a.tsx', 'const a = <p title="/no/">{text.replace(/y/, z)}</p>\n')).toEqual(['y'])
    expect(sources('a.js', 'const a = RegExp("z")\n')).toEqual(['z'])
  })
})
