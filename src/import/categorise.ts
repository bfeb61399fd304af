/** Categories by rules: for rows that come in, and, on request, for all that are there. */
import type { Rule } from '../contract/console/rules.ts'
import { type CategoryFacts, firstFitting, preparedRules } from '../domain/categoryRules.ts'
import type { Connection } from '../store/engine/door.ts'
import {
  type CategoryAssignment,
  deleteAssignments,
  insertAssignments,
} from '../store/rules/categoryAssignments.ts'
import {
  countTransactions,
  type LookedAt,
  transactionsToLookAt,
  updateCategories,
} from '../store/rules/categoryChanges.ts'
import { listRules } from '../store/rules/categoryRules.ts'

export interface GivenCategory {
  categoryId: string
  ruleId: string
}

export interface Categoriser {
  /** By the first rule that fits; null where none does. */
  categoryFor(facts: CategoryFacts): GivenCategory | null
  /** Whether there is any rule. */
  any: boolean
}

/** By the rules as they are now. */
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
  /** Only count. */
  dryRun: boolean
  onProgress?: ((done: number, total: number) => void) | undefined
  rowsPerPage?: number
}

export interface Applied {
  looked: number
  changed: number
  /** How many got their category by each rule; the rest of those that changed lost theirs. */
  byRule: Record<string, number>
}

const rowsPerPageDefault = 5_000

/**
 * Every transaction whose category is a rule's to give, or was given by one, gets what the rules say now. What a person
 * chose stays, and so does what came with a file; a second time changes nothing.
 */
export async function applyRules(
  connection: Connection,
  { workspaceId, stamp, dryRun, onProgress, rowsPerPage = rowsPerPageDefault }: ApplyOptions,
): Promise<Applied> {
  const { categoryFor } = await categoriser(connection, workspaceId)
  const total = onProgress ? await countTransactions(connection, workspaceId) : 0
  const applied: Applied = { looked: 0, changed: 0, byRule: {} }
  let page: LookedAt[]
  let afterId = ''
  do {
    page = await transactionsToLookAt(connection, workspaceId, afterId, rowsPerPage)
    const outcome = outcomeOf(page, categoryFor, stamp)
    if (!dryRun) await write(connection, workspaceId, outcome, stamp)
    count(applied, page.length, outcome)
    onProgress?.(applied.looked, total)
    afterId = page.at(-1)?.id ?? afterId
  } while (page.length === rowsPerPage)
  return applied
}

/** What the rules say of a page. */
interface Outcome {
  given: CategoryAssignment[]
  /** The category is the same by another rule, so the transaction stays as it is. */
  renewed: CategoryAssignment[]
  /** None fits any more. */
  lost: string[]
}

function outcomeOf(page: readonly LookedAt[], categoryFor: Categoriser['categoryFor'], at: string): Outcome {
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
