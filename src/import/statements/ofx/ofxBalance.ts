/** The balances of OFX: ledger, available, and the cash of an investment account. */
import { readDecimal } from '../../../domain/money/decimal.ts'
import { child, textAt, type XmlElement } from '../../files/xmlTree.ts'
import { problem, quoted } from '../fields.ts'
import type { Balance, StatementPart } from '../statement.ts'
import { ofxInstant } from './ofxDate.ts'

/** The ledger balance must be readable; the available balance is optional. */
export function readOfxBalance(element: XmlElement, currency: string | null): StatementPart[] {
  const ledger = element.name === 'LEDGERBAL'
  return balanceOf(
    element,
    'BALAMT',
    ledger ? 'closing' : 'available',
    currency,
    textAt(element, 'DTASOF') ?? '',
  )
}

/** Many brokers omit it; it has the date of the statement. */
export function readOfxCash(
  element: XmlElement,
  currency: string | null,
  countedAt: string,
): StatementPart[] {
  return child(element, 'AVAILCASH') ? balanceOf(element, 'AVAILCASH', 'available', currency, countedAt) : []
}

function balanceOf(
  element: XmlElement,
  name: string,
  kind: Balance['kind'],
  currency: string | null,
  day: string,
): StatementPart[] {
  const written = textAt(element, name) ?? ''
  const amount = readDecimal(written)
  if (!amount || currency === null) {
    const unreadable = written === '' ? 'it is missing' : `${quoted(written)} is not an amount`
    const reason = amount ? 'its currency is unknown' : unreadable
    const severity = kind === 'closing' ? 'error' : 'note'
    return [problem(severity, element.line, `${element.name}/${name}`, reason)]
  }
  const at = ofxInstant(day)
  const side = amount.negative ? 'debit' : 'credit'
  const balance: StatementPart = {
    kind: 'balance',
    balance: { kind, amount: amount.amount, side, currency, at },
  }
  if (at !== null) return [balance]
  const reason = day === '' ? 'it is missing' : `${quoted(day)} is not a valid date`
  return [balance, problem('note', element.line, `${element.name}/DTASOF`, reason)]
}
