/** Where things are, and how programs are run, for the scripts that make the packages. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const outputBytesMax = 64 * 1024 * 1024

export interface PackageJson {
  name: string
  version: string
  description: string
  license: string
  engines: { node: string }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export const packageJson = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson

/** Runs a program to its end and returns its output; throws with all of it if it fails. */
export async function run(
  program: string,
  words: string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const settings = { cwd: folder, maxBuffer: outputBytesMax, env: { ...process.env, ...env } }
    return (await promisify(execFile)(program, words, settings)).stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${program} ${words.join(' ')} failed.\n${stdout}${stderr || message}`, { cause: error })
  }
}

export function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Copies a file or folder of the repository to the same place in the package. */
export function copy(name: string, folder: string, filter: (path: string) => boolean = () => true): void {
  cpSync(join(root, name), join(folder, name), { recursive: true, filter: path => filter(path) })
}

export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
