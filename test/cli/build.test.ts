/** The program is bundled from its sources. An outdated or unfinished bundle is never run. */
import { type ExecFileException, execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** A program with two source files. One is loaded later, reads a file next to it, and uses a package. */
const sources = {
  'src/cli/florin.ts': `const word: string = process.argv[2] ?? ''
    const { coin } = await import('../domain/coin.ts')
    process.stdout.write(\`\${word} \${coin()}\\n\`)\n`,
  'src/domain/coin.ts': `import { readFileSync } from 'node:fs'\nimport * as z from 'zod'
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
  const builds = () => readdirSync(join(folder, 'dist'))
  /** Runs it and returns the name of the build that was added; null if there was one already. */
  const runAndLook = async (): Promise<string | null> => {
    const before = existsSync(join(folder, 'dist')) ? builds() : []
    expect(await run()).toBe('one florin, of gold')
    return builds().find(name => !before.includes(name)) ?? null
  }
  const inSilver = sources['src/domain/coin.ts'].replace('gold', 'silver')

  it('is built at the first start, and not again while no source changes', async () => {
    expect(await runAndLook()).toMatch(/^program-[0-9a-f]{16}$/)
    write('src/domain/coin.txt', 'no source, florin\n')
    expect(await run()).toBe('one no source, florin, of gold')
    expect(builds()).toHaveLength(1)
  })

  it('is rebuilt when a source has changed, even if its size has not', async () => {
    await runAndLook()
    write('src/domain/coin.ts', sources['src/domain/coin.ts'].replace('gold', 'zinc'))
    expect(await run()).toBe('one florin, of zinc')
    write('src/domain/coin.ts', inSilver)
    expect(await run()).toBe('one florin, of silver')
  })

  it('is rebuilt when a source is added, or the lockfile changes, and runs the earlier build when it is removed', async () => {
    const made = [await runAndLook()]
    write('src/domain/another.ts', 'export const another = 1\n')
    made.push(await runAndLook())
    rmSync(join(folder, 'src/domain/another.ts'))
    // The sources are as before, and that build is still there.
    expect(await runAndLook()).toBe(null)
    write('package-lock.json', '{ "lockfileVersion": 3 }\n')
    made.push(await runAndLook())
    expect(made).not.toContain(null)
  })

  it('keeps the build before the current one, for processes that run it, and removes older ones', async () => {
    const made: (string | null)[] = []
    for (const lock of ['{}', '{ "a": 1 }', '{ "b": 12 }']) {
      write('package-lock.json', lock)
      made.push(await runAndLook())
    }
    expect(builds().toSorted()).toEqual(made.slice(1).toSorted())
  })

  it('is built anew beside a build that another process did not finish', async () => {
    const name = await runAndLook()
    rmSync(join(folder, 'dist', `${name}`), { recursive: true })
    write(`dist/${name}.1/florin.js`, 'throw new Error("half of it")')
    expect(await runAndLook()).toBe(name)
  })

  it('removes what a killed process did not finish, once it is surely not building any more', async () => {
    write('dist/program-0123456789abcdef.1/florin.js', '')
    write('dist/program-0123456789abcdef.2/florin.js', '')
    const longAgo = new Date(Date.now() - 7_200_000)
    utimesSync(join(folder, 'dist/program-0123456789abcdef.1'), longAgo, longAgo)
    const name = await runAndLook()
    expect(builds().toSorted()).toEqual(['program-0123456789abcdef.2', name].toSorted())
  })

  it('is complete for several processes that start at once, and leaves no temporary files', async () => {
    const all = [run(), run(), run(), run()]
    expect(await Promise.all(all)).toEqual(all.map(() => 'one florin, of gold'))
    expect(builds()).toEqual([expect.stringMatching(/^program-[0-9a-f]{16}$/)])
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
