/** The balances of OFX: ledger, available, and the cash of an investment account. */
import { child, textAt, type XmlElement } from '../../files/xmlTree.ts'
import { balanceParts, readFloat } from '../dust.ts'
import { problem, quoted } from '../fields.ts'
import type { Balance, StatementPart } from '../statement.ts'
import { ofxInstant } from './ofxDate.ts'

/** A ledger balance that is written must be readable. Some banks leave it empty; the available balance is optional. */
export function readOfxBalance(element: XmlElement, currency: string): StatementPart[] {
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
export function readOfxCash(element: XmlElement, currency: string, countedAt: string): StatementPart[] {
  return child(element, 'AVAILCASH') ? balanceOf(element, 'AVAILCASH', 'available', currency, countedAt) : []
}

function balanceOf(
  element: XmlElement,
  name: string,
  kind: Balance['kind'],
  currency: string,
  day: string,
): StatementPart[] {
  const written = textAt(element, name) ?? ''
  const amount = readFloat(written)
  if (!amount) {
    const reason = written === '' ? 'it is missing' : `${quoted(written)} is not an amount`
    const severity = kind === 'closing' && written !== '' ? 'error' : 'note'
    return [problem(severity, element.line, `${element.name}/${name}`, reason)]
  }
  const at = ofxInstant(day)
  const side = amount.negative ? 'debit' : 'credit'
  const balance: Balance = { kind, amount: amount.amount, side, currency, at }
  const parts = balanceParts(balance, element.line, `${element.name}/${name}`)
  if (at !== null) return parts
  const reason = day === '' ? 'it is missing' : `${quoted(day)} is not a valid date`
  return [...parts, problem('note', element.line, `${element.name}/DTASOF`, reason)]
}
