/** Writes the list of commands in docs/command-line.md from the table that also drives parsing and help. */
import { readFileSync, writeFileSync } from 'node:fs'
import { shapes } from '../src/cli/arguments.ts'
import { commandReference } from '../src/cli/help/reference.ts'

const path = new URL('../docs/command-line.md', import.meta.url)
const start = '<!-- Written by npm run command-line from here on. -->\n'
const [written = ''] = readFileSync(path, 'utf8').split(start)
writeFileSync(path, `${written}${start}\n${commandReference(shapes)}\n`)
