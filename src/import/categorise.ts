/** Categories by rules: for rows that come in, and, on request, for all that are there. */
import type { Rule } from '../contract/console/rules.ts'
import { type CategoryFacts, firstFitting, preparedRules } from '../domain/categoryRules.ts'
import { type CategoryAssignment, insertAssignments } from '../store/categoryAssignments.ts'
import {
  type CategoryChange,
  changeCategories,
  countTransactions,
  type LookedAt,
  transactionsToLookAt,
} from '../store/categoryChanges.ts'
import { listRules } from '../store/categoryRules.ts'
import type { Session } from '../store/door.ts'

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
export async function categoriser(session: Session, workspaceId: string): Promise<Categoriser> {
  const rules = preparedRules(await listRules(session, workspaceId))
  return {
    categoryFor: facts => givenBy(firstFitting(rules, facts)),
    any: rules.length > 0,
  }
}

const givenBy = (rule: Rule | null): GivenCategory | null =>
  rule === null ? null : { categoryId: rule.categoryId, ruleId: rule.id }

export interface ApplyOptions {
  workspaceId: string
  stamp: string
  /** Only count. */
  dryRun: boolean
  onProgress?: (done: number, total: number) => void
}

export interface Applied {
  looked: number
  changed: number
  /** How many got their category by each rule; the rest of those that changed lost theirs. */
  byRule: Record<string, number>
}

const rowsPerPage = 5_000

/**
 * Every transaction whose category is a rule's to give, or was given by one, gets what the rules say now. What a person
 * chose stays, and so does what came with a file; a second time changes nothing.
 */
export async function applyRules(
  session: Session,
  { workspaceId, stamp, dryRun, onProgress }: ApplyOptions,
): Promise<Applied> {
  const { categoryFor } = await categoriser(session, workspaceId)
  const total = onProgress ? await countTransactions(session, workspaceId) : 0
  const applied: Applied = { looked: 0, changed: 0, byRule: {} }
  let page: LookedAt[]
  let afterId = ''
  do {
    page = await transactionsToLookAt(session, workspaceId, afterId, rowsPerPage)
    const { changes, renewed } = outcomeOf(page, categoryFor, stamp)
    if (!dryRun) {
      await changeCategories(session, workspaceId, changes, stamp)
      await insertAssignments(session, workspaceId, renewed)
    }
    count(applied, page.length, changes)
    onProgress?.(applied.looked, total)
    afterId = page.at(-1)?.id ?? afterId
  } while (page.length === rowsPerPage)
  return applied
}

/** What the rules say of a page. Where only the rule is another one, the transaction stays as it is. */
function outcomeOf(page: readonly LookedAt[], categoryFor: Categoriser['categoryFor'], stamp: string) {
  const changes: CategoryChange[] = []
  const renewed: CategoryAssignment[] = []
  for (const { id, categoryId, ruleId, facts } of page) {
    if (facts === null) continue
    const given = categoryFor(factsOf(facts))
    if (categoryId !== (given?.categoryId ?? null)) changes.push({ transactionId: id, given })
    else if (given !== null && given.ruleId !== ruleId) {
      renewed.push({ transactionId: id, source: 'rule', sourceId: given.ruleId, categoryId, at: stamp })
    }
  }
  return { changes, renewed }
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

function count(applied: Applied, looked: number, changes: readonly CategoryChange[]): void {
  applied.looked += looked
  applied.changed += changes.length
  for (const { given } of changes) {
    if (given !== null) applied.byRule[given.ruleId] = (applied.byRule[given.ruleId] ?? 0) + 1
  }
}
