import type { Allowed } from './checkFiles.ts'

/**
 * Patterns whose text is only known at run time, and patterns with a lookaround, which recheck cannot prove
 * safe. Each has the reason why nobody can make it slow.
 */
export const allowed: Allowed = Object.fromEntries([
  [
    'src/store/engine/door.ts: /^(08(?!P01)...|25P03|28...|3D000|42501|53...|57P0.|57014|55P03|40P01|40001|58...|ECONN.*|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/',
    'Anchored, and without repetition except for one .* at the end.',
  ],
  [
    String.raw`src/import/statements/mt940/mt940Numbered.ts: /^(?:(\d{3})\s*([?>@~&|#^+<])|([~^<?]))(?=\d{2})/`,
    'Anchored, and the run of spaces is never followed by a space. The lookahead is two characters.',
  ],
  [
    "src/mcp/untrusted.ts: new RegExp(schema.pattern ?? '')",
    "The contract's own patterns, which are checked where they are written, on three short constants.",
  ],
  [
    "src/import/files/xmlShapes.ts: new RegExp(written, 'y')",
    'Made of constant texts, escaped, and runs that end at the next <. No run can end anywhere else, so each character is passed at most twice.',
  ],
  [
    'src/reference/browser/known.js: /(?<="companyId": )"[^"]*"/',
    'The lookbehind has a fixed length, and each run ends at the next quotation mark, the earliest place where another can start.',
  ],
])

/**
 * Files whose patterns only ever get our own queries and migrations, each once. Nothing that anyone sends is part of these
 * texts, so nobody can make them long.
 */
export const ownTexts: ReadonlySet<string> = new Set([
  'src/store/distributed/migrateNodes.ts',
  'src/store/distributed/sqlStatements.ts',
  'src/store/distributed/triggerFunctions.ts',
  'src/store/nodes/route.ts',
  'src/store/nodes/shardTemplate.ts',
])
