/** The sources are built into one file at the first start, and again whenever they change. */
import { type ExecFileException, execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** A program of two sources, one of which reads a file beside it and uses a package. */
const sources = {
  'src/cli/florin.ts': `import { coin } from '../domain/coin.ts'\nconst word: string = process.argv[2] ?? ''
    process.stdout.write(\`\${word} \${coin()}\\n\`)\n`,
  'src/domain/coin.ts': `import { readFileSync } from 'node:fs'\nimport { z } from 'zod'
    const beside = new URL('./coin.txt', import.meta.url)
    export const coin = () => z.string().parse(readFileSync(beside, 'utf8').trim()) + ', of gold'\n`,
  'src/domain/coin.txt': 'florin\n',
  'package.json': '{ "type": "module" }\n',
  'package-lock.json': '{}\n',
}

describe('the program', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-build-'))
    cpSync(join(repository, 'bin'), join(folder, 'bin'), { recursive: true })
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir')
    for (const [name, text] of Object.entries(sources)) write(name, text)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function write(name: string, text: string): void {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  /** Its output, or its exit code and errors if it fails. */
  const run = (): Promise<string> =>
    new Promise(settle => {
      const done = (error: ExecFileException | null, stdout: string, stderr: string) =>
        settle(error === null ? stdout.trim() : `${error.code}: ${stderr}`)
      execFile(process.execPath, [join(folder, 'bin', 'florin.js'), 'one'], done)
    })
  const built = () => join(folder, 'dist', 'florin.js')
  /** The inode, which changes with each build. */
  const runAndLook = async (): Promise<number> => {
    expect(await run()).toBe('one florin, of gold')
    return statSync(built()).ino
  }
  const inSilver = sources['src/domain/coin.ts'].replace('gold', 'silver')

  it('is built at the first start, and not again while no source changes', async () => {
    const first = await runAndLook()
    write('src/domain/coin.txt', 'no source, florin\n')
    expect(await run()).toBe('one no source, florin, of gold')
    expect(statSync(built()).ino).toBe(first)
  })

  it('is built again when a source has changed, even to the same length', async () => {
    await runAndLook()
    write('src/domain/coin.ts', sources['src/domain/coin.ts'].replace('gold', 'zinc'))
    expect(await run()).toBe('one florin, of zinc')
    write('src/domain/coin.ts', inSilver)
    expect(await run()).toBe('one florin, of silver')
  })

  it('is built again when a source is added or removed, or installed packages change', async () => {
    const made = [await runAndLook()]
    write('src/domain/another.ts', 'export const another = 1\n')
    made.push(await runAndLook())
    rmSync(join(folder, 'src/domain/another.ts'))
    made.push(await runAndLook())
    write('package-lock.json', '{ "lockfileVersion": 3 }\n')
    made.push(await runAndLook())
    // An inode may be reused, but not by the very next file.
    for (const [index, each] of made.slice(1).entries()) expect(each).not.toBe(made[index])
  })

  it('replaces anything else that is in its place', async () => {
    await runAndLook()
    const text = readFileSync(built(), 'utf8')
    for (const wrong of ['', text.slice(0, 20), text.slice(text.indexOf('\n') + 1)]) {
      writeFileSync(built(), wrong)
      await runAndLook()
      expect(readFileSync(built(), 'utf8')).toBe(text)
    }
  })

  it('is complete for concurrent starts, and no other file is left', async () => {
    const all = [run(), run(), run(), run()]
    expect(await Promise.all(all)).toEqual(all.map(() => 'one florin, of gold'))
    expect(readdirSync(join(folder, 'dist'))).toEqual(['florin.js'])
  })

  it('runs from its sources if the build cannot be saved', async () => {
    write('dist', 'no folder')
    expect(await run()).toBe('one florin, of gold')
    write('src/domain/coin.ts', inSilver)
    expect(await run()).toBe('one florin, of silver')
    expect(readFileSync(join(folder, 'dist'), 'utf8')).toBe('no folder')
  })

  it('says where a source is wrong, and saves nothing', async () => {
    write('src/domain/coin.ts', 'const = 1\n')
    expect(await run()).toMatch(/^1: [\s\S]*src\/domain\/coin\.ts:1:6/)
    expect(readdirSync(join(folder, 'dist'))).toEqual([])
  })
})
