import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Page texts that nobody in the trade would use, or that only their author understood. */
const odd = [
  />Stands<|['"`]Stands/,
  /What came in/,
  /As (its account|the file|each file) says/,
  /Other side/,
  /Where all of this holds/,
  /Fees of the bank/,
  /Extract failed/,
  /\bwhoever\b/i,
]

describe('The texts of the console', () => {
  it('have none of the odd phrases', () => {
    const files = readdirSync('console/src', { recursive: true, encoding: 'utf8' }).filter(name =>
      /\.tsx?$/.test(name),
    )
    expect(files.length).toBeGreaterThan(200)
    const found = files.flatMap(file => {
      const text = readFileSync(join('console/src', file), 'utf8').replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')
      return odd.filter(phrase => phrase.test(text)).map(phrase => `${file}: ${phrase}`)
    })
    expect(found).toEqual([])
  })
})
