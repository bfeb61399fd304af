/** Node in several versions, from packages that carry its binary. They are kept under node_modules/.cache. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../pack/files.ts'

export const majors = ['20', '22', '24', '26']

export interface NodeBinary {
  major: string
  version: string
  folder: string
  program: string
}

const packageName = `node-${process.platform}-${process.arch}`
const folderOf = (major: string): string => join(root, 'node_modules/.cache/florin-nodes', major)
const binOf = (major: string): string => join(folderOf(major), 'node_modules', packageName, 'bin')

/** Installs the newest release of this major version, unless one is there already. About 100 MB each. */
export async function nodeBinary(major: string): Promise<NodeBinary> {
  const folder = folderOf(major)
  if (!existsSync(join(binOf(major), 'node'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${packageName}@${major}`]
    await run('npm', words, folder).catch((error: unknown) => {
      throw new Error(
        `npm has no ${packageName} ${major}, or it cannot be reached.\n${(error as Error).message}`,
      )
    })
  }
  return await found(major)
}

/** Those that an earlier run has installed. */
export async function installedNodes(): Promise<NodeBinary[]> {
  return await Promise.all(majors.filter(major => existsSync(join(binOf(major), 'node'))).map(found))
}

async function found(major: string): Promise<NodeBinary> {
  const program = join(binOf(major), 'node')
  const version = (await run(program, ['--version'], root)).trim()
  return { major, version, folder: binOf(major), program }
}
