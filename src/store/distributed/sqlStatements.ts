/** Splits the text of a migration into statements. */

/** A quoted text, a quoted name, a text in dollar signs, a comment, or one other character. */
const token = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g

/** Without the semicolons at their ends, and without comments outside of quoted texts. */
export function sqlStatements(sql: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [part] of sql.matchAll(token)) {
    if (part === ';') {
      statements.push(current.trim())
      current = ''
    } else if (!part.startsWith('--') && !part.startsWith('/*')) {
      current += part
    }
  }
  return [...statements, current.trim()].filter(each => each !== '')
}
