/** A large file whose content was imported before is known by its hash, so its entries need not be compared again. */
import { createHash } from 'node:crypto'
import type { ImportReport } from '../contract/console/imports.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import type { Database } from '../store/engine/door.ts'
import { findByDigest, hasImportOfSize } from '../store/imports/imports.ts'
import type { GivenFile } from './files.ts'
import type { Format } from './format.ts'
import { emptyReport } from './importRun.ts'

/** Smaller files are compared in no time. */
const knownBytesMin = 2 ** 20

/** Statements that name their account, so that the same content always belongs to the same one. */
const kinds: readonly Format['kind'][] = ['camt', 'mt940', 'ofx', 'coda', 'csb43', 'cfonb', 'bai2']

interface KnownOptions {
  workspaceId: string
  actor: Actor
  nowMs: number
  dryRun: boolean
  choices: { companyId?: string | undefined; accountId?: string | undefined; partial: boolean }
}

/**
 * The report for content that a complete import stored and that was not undone since; null for any other.
 * Whatever it needs cannot have been removed: an import that others depend on cannot be undone.
 */
export async function knownFile(
  db: Database,
  file: GivenFile,
  formatName: string,
  { workspaceId, actor, nowMs, dryRun, choices }: KnownOptions,
): Promise<ImportReport | null> {
  if (file.size < knownBytesMin || !kinds.includes(file.format.kind)) return null
  if (choices.accountId !== undefined || choices.companyId !== undefined) return null
  if (!(await hasImportOfSize(db, workspaceId, file.size))) return null
  const digest = createHash('sha256')
  for await (const piece of file.bytes()) digest.update(piece)
  const earlier = await findByDigest(db, workspaceId, digest.digest('hex'))
  if (earlier === null || earlier.partial || earlier.counts.leftOut > 0) return null
  const { entries, statements, problems } = earlier.counts
  const report = emptyReport(file.name, file.size, formatName, choices.partial)
  if (!dryRun) {
    const { name } = file
    const details = { name, format: formatName, added: 0, changed: 0, known: entries, bills: 0 }
    await db.transaction(async connection => {
      const subjectId = earlier.importId ?? ''
      await recordAudit(connection, workspaceId, nowMs, { actor, action: 'import.done', subjectId, details })
    })
  }
  return {
    ...report,
    outcome: 'nothing_new',
    counts: { ...report.counts, entries, statements, problems, known: entries },
    statements: earlier.statements.map(each => ({
      ...each,
      accountCreated: false,
      added: 0,
      changed: 0,
      known: each.entries,
    })),
    problems: earlier.problems,
  }
}
