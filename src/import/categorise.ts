/** Assigns categories by rules: to imported rows and, on request, to all stored ones. */
import type { Rule } from '../contract/console/rules.ts'
import { type CategoryFacts, firstFitting, preparedRules } from '../domain/categoryRules.ts'
import type { Connection } from '../store/engine/door.ts'
import {
  type CategoryAssignment,
  deleteAssignments,
  insertAssignments,
} from '../store/rules/categoryAssignments.ts'
import {
  type CategorisedTransaction,
  countTransactions,
  transactionsForRules,
  updateCategories,
} from '../store/rules/categoryChanges.ts'
import { listRules } from '../store/rules/categoryRules.ts'

export interface GivenCategory {
  categoryId: string
  ruleId: string
}

export interface Categoriser {
  /** The category from the first matching rule; null if none matches. */
  categoryFor(facts: CategoryFacts): GivenCategory | null
  any: boolean
}

/** Uses the rules as they are now. */
export async function categoriser(connection: Connection, workspaceId: string): Promise<Categoriser> {
  const rules = preparedRules(await listRules(connection, workspaceId))
  return {
    categoryFor: facts => givenBy(firstFitting(rules, facts)),
    any: rules.rules.length > 0,
  }
}

const givenBy = (rule: Rule | null): GivenCategory | null =>
  rule === null ? null : { categoryId: rule.categoryId, ruleId: rule.id }

export interface ApplyOptions {
  workspaceId: string
  stamp: string
  /** Only count, do not write. */
  dryRun: boolean
  onProgress?: ((done: number, total: number) => void) | undefined
  rowsPerPage?: number
}

export interface Applied {
  looked: number
  changed: number
  /** How many got their category from each rule; the other changed ones lost theirs. */
  byRule: Record<string, number>
}

const rowsPerPageDefault = 5_000

/**
 * Applies the current rules to every transaction that has no category or got it from a rule. Categories
 * chosen by a person or imported with a file stay. Applying the rules again changes nothing.
 */
export async function applyRules(
  connection: Connection,
  { workspaceId, stamp, dryRun, onProgress, rowsPerPage = rowsPerPageDefault }: ApplyOptions,
): Promise<Applied> {
  const { categoryFor } = await categoriser(connection, workspaceId)
  const total = onProgress ? await countTransactions(connection, workspaceId) : 0
  const applied: Applied = { looked: 0, changed: 0, byRule: {} }
  let page: CategorisedTransaction[]
  let afterId = ''
  do {
    page = await transactionsForRules(connection, workspaceId, afterId, rowsPerPage)
    const outcome = outcomeOf(page, categoryFor, stamp)
    if (!dryRun) await write(connection, workspaceId, outcome, stamp)
    count(applied, page.length, outcome)
    onProgress?.(applied.looked, total)
    afterId = page.at(-1)?.id ?? afterId
  } while (page.length === rowsPerPage)
  return applied
}

/** What the rules decide for a page. */
interface Outcome {
  given: CategoryAssignment[]
  /** Another rule gives the same category, so the transaction itself does not change. */
  renewed: CategoryAssignment[]
  /** No rule matches any more. */
  lost: string[]
}

function outcomeOf(
  page: readonly CategorisedTransaction[],
  categoryFor: Categoriser['categoryFor'],
  at: string,
): Outcome {
  const outcome: Outcome = { given: [], renewed: [], lost: [] }
  for (const { id: transactionId, categoryId: before, ruleId, facts } of page) {
    if (facts === null) continue
    const now = categoryFor(factsOf(facts))
    if (now === null) {
      if (before !== null) outcome.lost.push(transactionId)
      continue
    }
    const { categoryId, ruleId: sourceId } = now
    const assignment = { transactionId, source: 'rule', sourceId, categoryId, at } as const
    if (categoryId !== before) outcome.given.push(assignment)
    else if (sourceId !== ruleId) outcome.renewed.push(assignment)
  }
  return outcome
}

async function write(
  connection: Connection,
  workspaceId: string,
  outcome: Outcome,
  stamp: string,
): Promise<void> {
  const { given, renewed, lost } = outcome
  const categoryIds: Record<string, string | null> = {}
  for (const { transactionId, categoryId } of given) categoryIds[transactionId] = categoryId
  for (const transactionId of lost) categoryIds[transactionId] = null
  if (given.length + lost.length > 0) await updateCategories(connection, workspaceId, categoryIds, stamp)
  await insertAssignments(connection, workspaceId, [...given, ...renewed])
  if (lost.length > 0) await deleteAssignments(connection, workspaceId, lost)
}

function factsOf(json: string): CategoryFacts {
  const [
    companyId,
    counterpartyName,
    counterpartyIban,
    merchantName,
    description,
    reference,
    type,
    side,
    amount,
    currency,
  ] = JSON.parse(json)
  return {
    companyId,
    counterpartyName,
    counterpartyIban,
    merchantName,
    description,
    reference,
    type,
    side,
    amount,
    currency,
  }
}

function count(applied: Applied, looked: number, { given, lost }: Outcome): void {
  applied.looked += looked
  applied.changed += given.length + lost.length
  for (const { sourceId } of given) applied.byRule[sourceId] = (applied.byRule[sourceId] ?? 0) + 1
}
