/** Installs what only the plain peer needs: `npm ci` of the project would otherwise download 50 MB more for everyone. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'bench', 'peers', 'plain')

/** Once; then its types are checked, which `npm run types` cannot do without the packages. */
export function installPlainPeer(): void {
  if (existsSync(join(folder, 'node_modules', 'fastify'))) return
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  execFileSync('npx', ['tsc', '--noEmit', '-p', folder], { cwd: root, stdio: 'inherit' })
}
