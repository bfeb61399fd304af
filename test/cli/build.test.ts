/** The programprogram is bundled into one file from its sources. An outdated or damaged bundle is never run. */
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

/** A program with two source files. One of them reads a file next to it and uses a package. */
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

  /** Its output, or its exit code and standard error if it fails. */
  const run = (): Promise<string> =>
    new Promise(settle => {
      const done = (error: ExecFileException | null, stdout: string, stderr: string) =>
        settle(error === null ? stdout.trim() : `${error.code}: ${stderr}`)
      execFile(process.execPath, [join(folder, 'bin', 'florin.js'), 'one'], done)
    })
  const built = () => join(folder, 'dist', 'florin.js')
  /** Runs it and returns the inode of the bundle, which changes with every build. */
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

  it('is rebuilt when a source has changed, even if its size has not', async () => {
    await runAndLook()
    write('src/domain/coin.ts', sources['src/domain/coin.ts'].replace('gold', 'zinc'))
    expect(await run()).toBe('one florin, of zinc')
    write('src/domain/coin.ts', inSilver)
    expect(await run()).toBe('one florin, of silver')
  })

  it('is rebuilt when a source is added or removed, or the lockfile changes', async () => {
    const made = [await runAndLook()]
    write('src/domain/another.ts', 'export const another = 1\n')
    made.push(await runAndLook())
    rmSync(join(folder, 'src/domain/another.ts'))
    made.push(await runAndLook())
    write('package-lock.json', '{ "lockfileVersion": 3 }\n')
    made.push(await runAndLook())
    // The file system may reuse an inode, but not for the very next file.
    for (const [index, each] of made.slice(1).entries()) expect(each).not.toBe(made[index])
  })

  it('replaces a file that was not built from the current sources', async () => {
    await runAndLook()
    const text = readFileSync(built(), 'utf8')
    for (const wrong of ['', text.slice(0, 20), text.slice(text.indexOf('\n') + 1)]) {
      writeFileSync(built(), wrong)
      await runAndLook()
      expect(readFileSync(built(), 'utf8')).toBe(text)
    }
  })

  it('is complete for several processes that start at once, and leaves no temporary files', async () => {
    const all = [run(), run(), run(), run()]
    expect(await Promise.all(all)).toEqual(all.map(() => 'one florin, of gold'))
    expect(readdirSync(join(folder, 'dist'))).toEqual(['florin.js'])
  })

  it('runs from its sources if the build cannot be stored', async () => {
    write('dist', 'no folder')
    expect(await run()).toBe('one florin, of gold')
    write('src/domain/coin.ts', inSilver)
    expect(await run()).toBe('one florin, of silver')
    expect(readFileSync(join(folder, 'dist'), 'utf8')).toBe('no folder')
  })

  it('reports the position of a syntax error, and stores nothing', async () => {
    write('src/domain/coin.ts', 'const = 1\n')
    expect(await run()).toMatch(/^1: [\s\S]*src\/domain\/coin\.ts:1:6/)
    expect(readdirSync(join(folder, 'dist'))).toEqual([])
  })
})
