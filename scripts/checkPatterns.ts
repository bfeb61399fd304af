/**
 * Fails if a regular expression could take more than linear time: `npm run patterns`, part of `npm run
 * verify`. A single quadratic pattern on a header let anyone stall the service, and no other test would have
 * noticed.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { allowed, ownTexts } from './patterns/allowed.ts'
import { checkFiles } from './patterns/checkFiles.ts'

const folders = ['src', 'console/src', 'scripts', 'bin']

const files = folders
  .flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)),
  )
  .filter(path => /\.(?:[cm]?[jt]s|tsx)$/.test(path) && !path.endsWith('.d.ts') && !ownTexts.has(path))

const { patterns, complaints } = await checkFiles(files, allowed)
for (const complaint of complaints) console.error(complaint)
console.log(`${patterns} regular expressions in ${files.length} files: ${complaints.length} to fix.`)
// recheck leaves its own process running.
process.exit(complaints.length === 0 ? 0 : 1)
