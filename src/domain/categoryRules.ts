/**
 * Which rule gives a transaction its category: the first, in their order, whose every condition fits. Case, accents and
 * runs of spaces do not matter. Rules are made ready once, as an import asks for each of its rows.
 */
import type { Rule } from '../contract/console/rules.ts'
import type { Transaction } from '../contract/transactions.ts'
import { compareDecimals } from './compareDecimals.ts'
import { plainText, wordsOf } from './plainText.ts'

export type CategoryFacts = Pick<
  Transaction,
  | 'companyId'
  | 'counterpartyName'
  | 'counterpartyIban'
  | 'merchantName'
  | 'description'
  | 'reference'
  | 'type'
  | 'side'
  | 'amount'
  | 'currency'
>

export type RuleConditions = Pick<
  Rule,
  'companyId' | 'counterparty' | 'words' | 'type' | 'side' | 'amountMin' | 'amountMax' | 'currency'
>

const conditionNames = [
  'companyId',
  'counterparty',
  'words',
  'type',
  'side',
  'amountMin',
  'amountMax',
  'currency',
] as const satisfies readonly (keyof RuleConditions)[]

/** A rule without any would take every transaction there is. */
export const hasCondition = (rule: RuleConditions): boolean =>
  conditionNames.some(name => rule[name] !== null)

export interface PreparedRule<Given extends RuleConditions = Rule> {
  rule: Given
  counterparty: string | null
  iban: string | null
  words: readonly string[]
}

export function preparedRules<Given extends RuleConditions>(
  rules: readonly Given[],
): readonly PreparedRule<Given>[] {
  return rules.filter(hasCondition).map(rule => ({
    rule,
    // A lone accent would leave nothing, and nothing is part of every text.
    counterparty: rule.counterparty === null ? null : plainText(rule.counterparty) || rule.counterparty,
    iban: rule.counterparty === null ? null : plainIban(rule.counterparty),
    words: rule.words === null ? [] : wordsOf(rule.words),
  }))
}

export function firstFitting<Given extends RuleConditions>(
  rules: readonly PreparedRule<Given>[],
  facts: CategoryFacts,
): Given | null {
  const texts = new Texts(facts)
  for (const prepared of rules) {
    if (fits(prepared, facts, texts)) return prepared.rule
  }
  return null
}

/** What costs least comes first: most rules are passed over without a look at any text. */
function fits<Given extends RuleConditions>(
  { rule, counterparty, iban, words }: PreparedRule<Given>,
  facts: CategoryFacts,
  texts: Texts,
): boolean {
  if (rule.type !== null && rule.type !== facts.type) return false
  if (rule.side !== null && rule.side !== facts.side) return false
  if (rule.companyId !== null && rule.companyId !== facts.companyId) return false
  if (rule.currency !== null && rule.currency !== facts.currency) return false
  if (rule.amountMin !== null && compareDecimals(facts.amount, rule.amountMin) < 0) return false
  if (rule.amountMax !== null && compareDecimals(facts.amount, rule.amountMax) > 0) return false
  if (counterparty !== null && !texts.otherSide.includes(counterparty) && texts.iban !== iban) return false
  for (const word of words) if (!texts.words.has(word)) return false
  return true
}

/** A transaction's texts as they compare, each made when a rule first asks for it. */
class Texts {
  readonly #facts: CategoryFacts
  #otherSide: string | undefined
  #iban: string | null | undefined
  #words: ReadonlySet<string> | undefined

  constructor(facts: CategoryFacts) {
    this.#facts = facts
  }

  /** What is asked for has no line break, so it is never found across the two. */
  get otherSide(): string {
    const { counterpartyName, merchantName } = this.#facts
    this.#otherSide ??= `${plainText(counterpartyName ?? '')}\n${plainText(merchantName ?? '')}`
    return this.#otherSide
  }

  get iban(): string | null {
    const { counterpartyIban } = this.#facts
    this.#iban ??= counterpartyIban === null ? null : plainIban(counterpartyIban)
    return this.#iban
  }

  /** Whole words: "rent" is none of "current account". */
  get words(): ReadonlySet<string> {
    const { description, reference } = this.#facts
    this.#words ??= new Set(wordsOf(`${description ?? ''} ${reference ?? ''}`))
    return this.#words
  }
}

const plainIban = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()
