/** Reads the console's built files; null if it has not been built. */
import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConsoleFiles } from '../../api/console/http/pages.ts'

const builtFolder = new URL('../../../console/dist/', import.meta.url)

export function readConsoleFiles(folder = builtFolder): ConsoleFiles | null {
  try {
    const names = readdirSync(fileURLToPath(folder), { recursive: true, withFileTypes: true })
    const root = fileURLToPath(folder)
    const files = names
      // Files that begin with a dot belong to the build tool.
      .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ parentPath, name }): [string, Uint8Array] => {
        const path = `${parentPath}${sep}${name}`
        return [`/${path.slice(root.length).split(sep).filter(Boolean).join('/')}`, readFileSync(path)]
      })
    return files.some(([path]) => path === '/index.html') ? new Map(files) : null
  } catch {
    return null
  }
}
