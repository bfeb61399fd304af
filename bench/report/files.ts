/** Results are stored in `bench/results`, so that pages can show them and later runs can be compared. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../results/', import.meta.url))

export function writeResult(name: string, content: string | object): void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(
    path,
    typeof content === 'string' ? content : `${JSON.stringify(rounded(content), null, 2)}\n`,
  )
  process.stderr.write(`Wrote ${relative(process.cwd(), path)}\n`)
}

/** Four significant digits are more than the measurement has. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(4))
  if (Array.isArray(value)) return value.map(rounded)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rounded(each)]))
}
