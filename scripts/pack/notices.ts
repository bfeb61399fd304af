/** The licences of the packages whose code is inside the program or the console. Installed packages bring their own. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageJson, root } from './files.ts'
import { inPages } from './inPages.ts'

/** `inputs` are the paths of the files in the bundle. */
export function notices(inputs: readonly string[]): string {
  const bundled = inputs.flatMap(path => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
  const folders = new Set([...bundled, ...withDependencies(inPages)])
  return [...folders]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function withDependencies(names: readonly string[]): string[] {
  const found = new Set(names)
  for (const name of found) {
    for (const next of Object.keys(packageJson(join(root, 'node_modules', name)).dependencies ?? {}))
      found.add(next)
  }
  return [...found].map(name => `node_modules/${name}`)
}

function noticeOf(folder: string): string {
  const path = join(root, folder)
  const { name, version, license } = packageJson(path)
  const file = readdirSync(path).find(each => /^licen[cs]e/i.test(each))
  const text = file && existsSync(join(path, file)) ? readFileSync(join(path, file), 'utf8').trim() : null
  return `${name} ${version} (${license})\n\n${text ?? `The package has no licence file; its package.json names ${license}.`}\n`
}
