/** One entry of BAI2: record 16. The text is its last field, and goes on in the continuation records. */
import { folded, plainEntry, problem, quoted, referenceOf, sixDigitDate } from '../fields.ts'

import type { Entry, StatementPart } from '../statement.ts'
import { amountOf, fundsLength } from './bai2Amounts.ts'
import { isReturn, labelOf, sideOf, typeOf } from './bai2Codes.ts'
import { type Bai2Record, goesOn } from './bai2Records.ts'

export interface Bai2Context {
  currency: string
  status: Entry['status']
  /** The day that the group reports. */
  day: string
}

interface EntryFields {
  code: string
  amount: string
  funds: string[]
  bankReference: string
  customerReference: string
  /** A text for each record. */
  texts: string[]
}

/** The type code is needed before the entry: it may be a message or an item of another entry. */
export const codeOf = ({ parts }: Bai2Record): string => (parts[0] ?? '').split(',')[0]?.trim() ?? ''

export const amountIn = (record: Bai2Record): string => fieldsOf(record).amount

export function readBai2Entry(record: Bai2Record, { currency, status, day }: Bai2Context): StatementPart[] {
  const { line } = record
  const fields = fieldsOf(record)
  const { code, texts } = fields
  const report = (reason: string): StatementPart[] => [problem('error', line, 'record 16', reason)]
  const side = sideOf(code)
  const read = amountOf(fields.amount, currency)
  if (side === null) return report(`${quoted(code)} is not a type code that tells credits from debits`)
  if (read === null) {
    const reason = fields.amount === '' ? 'it has no amount' : `${quoted(fields.amount)} is not an amount`
    return report(reason)
  }
  const moved = read.negative ? (side === 'credit' ? 'debit' : 'credit') : side
  const valueDate = fields.funds[0] === 'V' ? sixDigitDate(fields.funds[1] ?? '') : null
  const entry: Entry = {
    ...plainEntry({ amount: read.amount, currency, side: moved, line }),
    status,
    bookingDate: status === 'pending' ? null : day,
    valueDate: status === 'pending' ? (valueDate ?? day) : valueDate,
    type: typeOf(code, moved, currency),
    reversal: read.negative || isReturn(code),
    description: labelOf(code),
    reference: referenceFrom(texts, fields.customerReference),
    counterpartyName: folded(named(texts, moved === 'credit' ? 'DBNM' : 'CRNM')),
    bankReference: numberOf(fields.bankReference),
    endToEndId: referenceOf(folded(named(texts, 'EREF'))),
  }
  const note = `the amount of type ${code} is negative; it is read as a ${moved}`
  return [{ kind: 'entry', entry }, ...(read.negative ? [problem('note', line, 'record 16', note)] : [])]
}

/** Code, amount, funds type and its values, the two references, and the text, which may have commas. */
function fieldsOf({ parts }: Bai2Record): EntryFields {
  const [first = '', ...rest] = parts
  let fields = first.replaceAll(goesOn, '').split(',')
  let taken = 0
  // Fields that are missing before the text are in the continuation.
  while (fields.length < neededFields(fields) && taken < rest.length) {
    fields = [...fields, ...(rest[taken] ?? '').replaceAll(goesOn, '').split(',')]
    taken += 1
  }
  const trimmed = fields.map(field => field.trim())
  const funds = 2 + fundsLength(trimmed.slice(2))
  const own = first.endsWith(goesOn) && taken === 0 ? goesOn : ''
  return {
    code: trimmed[0] ?? '',
    amount: trimmed[1] ?? '',
    funds: trimmed.slice(2, funds),
    bankReference: trimmed[funds] ?? '',
    customerReference: trimmed[funds + 1] ?? '',
    texts: [fields.slice(funds + 2).join(',') + own, ...rest.slice(taken)],
  }
}

/** Up to and with the customer reference. */
const neededFields = (fields: string[]): number =>
  2 + fundsLength(fields.slice(2).map(each => each.trim())) + 2

function referenceFrom(texts: string[], customerReference: string): string | null {
  let text = ''
  for (const each of texts) {
    const glued = text === '' || text.endsWith(goesOn)
    text = glued ? text.replaceAll(goesOn, '') + each : `${text} ${each}`
  }
  const clean = folded(text.replaceAll(goesOn, ''))
  const number = numberOf(customerReference)
  if (number === null || clean?.includes(number)) return clean
  return clean === null ? number : `${number} ${clean}`
}

function numberOf(text: string): string | null {
  const reference = referenceOf(folded(text))
  return reference === null || /^0+$/.test(reference) ? null : reference
}

/** Some banks write one value to a continuation: EREF: end-to-end id, DBNM: and CRNM: names. */
const named = (texts: string[], name: string): string | null =>
  texts
    .find(text => text.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .replaceAll(goesOn, '') ?? null
