/** The account that a camt statement is about. */
import { child, textAt, type XmlElement } from '../../files/xmlTree.ts'
import { ibanOf, isCurrency, label, problem, quoted, referenceOf } from '../fields.ts'
import type { AccountRef, StatementPart } from '../statement.ts'

export function accountOf(element: XmlElement): AccountRef {
  const id = child(element, 'Id')
  const other = textAt(id, 'Othr', 'Id') ?? textAt(id, 'PrtryAcct', 'Id')
  const iban = ibanOf(textAt(id, 'IBAN')) ?? ibanOf(other)
  const bank = child(child(element, 'Svcr'), 'FinInstnId')
  const currency = textAt(element, 'Ccy')
  return {
    iban,
    otherId: iban === null ? referenceOf(other ?? textAt(id, 'IBAN')) : null,
    bankCode: label(textAt(bank, 'ClrSysMmbId', 'MmbId')),
    bic: label(textAt(bank, 'BICFI') ?? textAt(bank, 'BIC')),
    bankName: label(textAt(bank, 'Nm') ?? textAt(bank, 'NmAndAdr', 'Nm')),
    ownerName: label(
      textAt(element, 'Ownr', 'Nm') ?? textAt(element, 'Ownr', 'Pty', 'Nm') ?? textAt(element, 'Nm'),
    ),
    currency: currency !== null && isCurrency(currency) ? currency : null,
  }
}

export function wrongIban(element: XmlElement, path: string): StatementPart[] {
  const written = textAt(element, 'Id', 'IBAN')
  if (written === null || ibanOf(written) !== null) return []
  return [problem('note', element.line, `${path}/Acct/Id/IBAN`, `${quoted(written)} is not a valid IBAN`)]
}
