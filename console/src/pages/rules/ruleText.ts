/** A rule as a sentence, and as the values of its form. */
import type { Rule } from '../../../../src/contract/console/rules.ts'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { formatMoney } from '../../format/money.ts'
import { typedAmount } from '../../format/typedAmount.ts'
import { wordsOf } from '../../ui/text/Badge.tsx'

export type RuleBody = Omit<Rule, 'id' | 'position' | 'createdAt'>
/** The form's values. An empty string means that the condition is not used. */
export type RuleDraft = Record<keyof RuleBody, string>

export const ruleFields = [
  'name',
  'categoryId',
  'companyId',
  'counterparty',
  'words',
  'type',
  'side',
  'amountMin',
  'amountMax',
  'currency',
] as const satisfies readonly (keyof RuleBody)[]

const emptyDraft = Object.fromEntries(ruleFields.map(field => [field, ''])) as RuleDraft

export const draftOf = (rule: Partial<RuleBody>): RuleDraft => {
  const given = ruleFields.map(field => [field, rule[field] ?? ''])
  return { ...emptyDraft, ...Object.fromEntries(given) }
}

/** The request body. The service validates it. */
export function bodyOf(draft: RuleDraft): RuleBody {
  const { name, categoryId, ...conditions } = draft
  const given = Object.entries(conditions).map(([field, text]) => [field, tidied(field, text) || null])
  return { name, categoryId, ...Object.fromEntries(given) } as RuleBody
}

function tidied(field: string, text: string): string {
  if (field === 'currency') return text.trim().toUpperCase()
  return field === 'amountMin' || field === 'amountMax' ? typedAmount(text) : text.trim()
}

const textLengthMax = 200
const nameLengthMax = 100

/** Conditions that similar transactions will probably match as well. */
export function draftFrom(transaction: Transaction, categoryId: string | null): RuleDraft {
  const { merchantName, counterpartyName, reference, description, side } = transaction
  const counterparty = (merchantName ?? counterpartyName ?? '').slice(0, textLengthMax)
  const words = counterparty ? '' : (reference ?? description ?? '').slice(0, textLengthMax)
  return {
    ...emptyDraft,
    name: (counterparty || words).slice(0, nameLengthMax),
    categoryId: categoryId ?? '',
    counterparty,
    words,
    side: side ?? '',
  }
}

/** When it matches: "Money out with counterparty “Aral” of €10.00 or more". */
export function sentenceOf(rule: RuleBody, companyName: string | undefined): string {
  const { side, type, counterparty, words, currency, companyId } = rule
  const parts = [
    side === null ? 'Any transaction' : side === 'credit' ? 'Money in' : 'Money out',
    type && `of type ${wordsOf(type)}`,
    counterparty && `with counterparty “${counterparty}”`,
    words && `that mentions “${words}”`,
    amountText(rule),
    currency && (rule.amountMin ?? rule.amountMax) === null ? `in ${currency}` : null,
    companyId && `for ${companyName ?? companyId}`,
  ]
  return parts.filter(Boolean).join(' ')
}

function amountText({ amountMin: min, amountMax: max, currency }: RuleBody): string | null {
  const money = (amount: string) => (currency === null ? amount : formatMoney(amount, currency))
  if (min !== null && max !== null) {
    return min === max ? `of exactly ${money(min)}` : `of ${money(min)} to ${money(max)}`
  }
  if (min !== null) return `of ${money(min)} or more`
  return max === null ? null : `of ${money(max)} or less`
}
