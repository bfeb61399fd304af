/**
 * Category rules: the first rule whose conditions all match sets the category. Case, accents and runs of
 * spaces do not matter. Rules are prepared once, because an import checks them for every row.
 */
import type { Rule } from '../contract/console/rules.ts'
import type { Transaction } from '../contract/transactions.ts'
import { compareDecimals } from './money/compareDecimals.ts'
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

/** The conditions of a new rule. */
export const noConditions: RuleConditions = {
  companyId: null,
  counterparty: null,
  words: null,
  type: null,
  side: null,
  amountMin: null,
  amountMax: null,
  currency: null,
}

const conditionNames = Object.keys(noConditions) as (keyof RuleConditions)[]

/** A rule without conditions would match every transaction. */
export const hasCondition = (rule: RuleConditions): boolean =>
  conditionNames.some(name => rule[name] !== null)

interface PreparedRule<Given> {
  rule: Given
  counterparty: string | null
  iban: string | null
  words: readonly string[]
}

/**
 * Rules with text conditions are indexed by a piece of their text and only checked if the transaction
 * contains that piece, so a workspace with many rules costs little more than one with a few. Numbers are
 * indexes into `rules`.
 */
export interface PreparedRules<Given extends RuleConditions = Rule> {
  rules: readonly PreparedRule<Given>[]
  withoutText: readonly number[]
  byWord: ReadonlyMap<string, readonly number[]>
  byStart: ReadonlyMap<string, readonly number[]>
  byIban: ReadonlyMap<string, readonly number[]>
}

const startLength = 3

export function preparedRules<Given extends RuleConditions>(given: readonly Given[]): PreparedRules<Given> {
  const rules = given.filter(hasCondition).map(prepared)
  const withoutText: number[] = []
  const byWord = new Map<string, number[]>()
  const byStart = new Map<string, number[]>()
  const byIban = new Map<string, number[]>()
  for (const [place, { counterparty, iban, words }] of rules.entries()) {
    const [word] = words
    if (word !== undefined) file(byWord, word, place)
    else if (counterparty === null || counterparty.length < startLength) withoutText.push(place)
    else {
      file(byStart, counterparty.slice(0, startLength), place)
      file(byIban, iban ?? '', place)
    }
  }
  return { rules, withoutText, byWord, byStart, byIban }
}

const prepared = <Given extends RuleConditions>(rule: Given): PreparedRule<Given> => ({
  rule,
  // Stripping a lone accent leaves an empty text, which every text contains.
  counterparty: rule.counterparty === null ? null : plainText(rule.counterparty) || rule.counterparty,
  iban: rule.counterparty === null ? null : plainIban(rule.counterparty),
  words: rule.words === null ? [] : wordsOf(rule.words),
})

function file(under: Map<string, number[]>, piece: string, place: number): void {
  const places = under.get(piece)
  if (places === undefined) under.set(piece, [place])
  else places.push(place)
}

export function firstFitting<Given extends RuleConditions>(
  prepared: PreparedRules<Given>,
  facts: CategoryFacts,
): Given | null {
  const texts = new Texts(facts)
  for (const place of placesToLook(prepared, texts)) {
    const looked = prepared.rules[place]
    if (looked && fits(looked, facts, texts)) return looked.rule
  }
  return null
}

/** Candidate rules in order; an index may occur twice. */
function placesToLook<Given extends RuleConditions>(
  { withoutText, byWord, byStart, byIban }: PreparedRules<Given>,
  texts: Texts,
): readonly number[] {
  const places: number[] = []
  if (byWord.size > 0) for (const word of texts.words) add(places, byWord.get(word))
  if (byStart.size > 0) {
    const { otherSide, iban } = texts
    for (let at = 0; at + startLength <= otherSide.length; at += 1) {
      add(places, byStart.get(otherSide.slice(at, at + startLength)))
    }
    if (iban !== null) add(places, byIban.get(iban))
  }
  return places.length === 0 ? withoutText : [...withoutText, ...places].sort((a, b) => a - b)
}

function add(places: number[], more: readonly number[] | undefined): void {
  if (more !== undefined) for (const place of more) places.push(place)
}

/** Cheap checks come first: most rules are ruled out without comparing any text. */
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

/** A transaction's texts in comparable form, each computed on first use. */
class Texts {
  readonly #facts: CategoryFacts
  #otherSide: string | undefined
  #iban: string | null | undefined
  #words: ReadonlySet<string> | undefined

  constructor(facts: CategoryFacts) {
    this.#facts = facts
  }

  /** Search texts have no line break, so a match never spans the two names. */
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

  /** Whole words: "rent" does not match "current account". */
  get words(): ReadonlySet<string> {
    const { description, reference } = this.#facts
    this.#words ??= new Set(wordsOf(`${description ?? ''} ${reference ?? ''}`))
    return this.#words
  }
}

const plainIban = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()
