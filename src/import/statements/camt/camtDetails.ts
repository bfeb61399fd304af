/** The details of one camt transaction, from TxDtls or the entry as a whole: parties, purpose, references. */
import { readDecimal } from '../../../domain/money/decimal.ts'
import { child, childrenOf, descendant, textAt, type XmlElement } from '../../files/xmlTree.ts'
import { ibanOf, isCurrency, label, referenceOf } from '../fields.ts'
import type { Entry } from '../statement.ts'

type Side = Entry['side']

export interface Money {
  amount: string
  currency: string
}

/** An Amt with its currency; null if either is invalid in camt. */
export function moneyOf(element: XmlElement | undefined): Money | null {
  if (!element || !/^\+?\d*(?:\.\d*)?$/.test(element.text)) return null
  const read = readDecimal(element.text)
  const currency = element.attributes.Ccy ?? ''
  return read && isCurrency(currency) ? { amount: read.amount, currency } : null
}

export function sideOf(element: XmlElement | undefined): Side | null {
  const code = textAt(element, 'CdtDbtInd')
  if (code === 'CRDT') return 'credit'
  return code === 'DBIT' ? 'debit' : null
}

/** The amount of one transaction of a batch: its own or, before version 03, the one in the details. */
export function transactionMoney(details: XmlElement): Money | null {
  return moneyOf(child(details, 'Amt')) ?? moneyOf(descendant(details, 'AmtDtls', 'TxAmt', 'Amt'))
}

/** The first amount in the details that is in another currency than the account. */
export function foreignMoney(element: XmlElement | undefined, currency: string): Money | null {
  const details = child(element, 'AmtDtls')
  if (details === undefined) return null
  for (const name of ['InstdAmt', 'TxAmt', 'CntrValAmt']) {
    const money = moneyOf(descendant(details, name, 'Amt'))
    if (money && money.currency !== currency) return money
  }
  return null
}

/** Charges included in the amount. Up to version 02 they are in Chrgs itself, later in records. */
export function chargesOf(element: XmlElement | undefined): Entry['charges'] {
  if (child(element, 'Chrgs') === undefined) return []
  return childrenOf(element, 'Chrgs').flatMap(charges => {
    const records = childrenOf(charges, 'Rcrd')
    const written = records.length > 0 ? records : [charges]
    const included = written.filter(each => textAt(each, 'ChrgInclInd') !== 'false')
    return included.flatMap(each => {
      const money = moneyOf(child(each, 'Amt') ?? child(each, 'TtlChrgsAndTaxAmt'))
      return money ? [{ ...money, side: sideOf(each) ?? ('debit' as const) }] : []
    })
  })
}

/** The structured creditor reference, or else what the payer wrote. */
export function remittanceOf(details: XmlElement | undefined): string | null {
  const remittance = child(details, 'RmtInf')
  const [first, second] = remittance?.children ?? []
  if (first === undefined) return null
  if (second === undefined && first.name === 'Ustrd') return label(first.text)
  const structured = childrenOf(remittance, 'Strd')
  const references = structured.flatMap(each => textAt(each, 'CdtrRefInf', 'Ref') ?? [])
  if (references.length > 0) return label([...new Set(references)].join(' '))
  const free = childrenOf(remittance, 'Ustrd').map(each => each.text)
  const added = structured.flatMap(each => childrenOf(each, 'AddtlRmtInf').map(({ text }) => text))
  return label((free.length > 0 ? free : added).join(' '))
}

export interface Counterparty {
  name: string | null
  iban: string | null
  /** The element in place of the IBAN, if it is not a valid one. */
  wrongIban: XmlElement | null
}

/**
 * The other party: the debtor for incoming money, the creditor for outgoing money. A reversal names the
 * parties of the original payment, so the roles are swapped.
 */
export function counterpartyOf(
  details: XmlElement | undefined,
  side: Side,
  reversal: boolean,
  ownIban: string | null,
): Counterparty {
  const parties = child(details, 'RltdPties')
  const first = (side === 'credit') === reversal ? 'Cdtr' : 'Dbtr'
  const second = first === 'Cdtr' ? 'Dbtr' : 'Cdtr'
  const found = partyOf(parties, first)
  if (hasParty(found) && (found.iban === null || found.iban !== ownIban)) return found
  const other = partyOf(parties, second)
  if (!hasParty(other) || (other.iban !== null && other.iban === ownIban)) return found
  // Without an account number, the second party may be the account's owner.
  return other.iban === null && !hasParty(found) ? found : other
}

const hasParty = ({ name, iban }: Counterparty): boolean => name !== null || iban !== null

function partyOf(parties: XmlElement | undefined, role: 'Cdtr' | 'Dbtr'): Counterparty {
  const id = descendant(parties, `${role}Acct`, 'Id')
  const iban = ibanOf(textAt(id, 'IBAN')) ?? ibanOf(textAt(id, 'Othr', 'Id'))
  const written = child(id, 'IBAN')
  return {
    name: nameOf(child(parties, role)) ?? nameOf(child(parties, `Ultmt${role}`)),
    iban,
    wrongIban: iban === null && written && written.text !== '' ? written : null,
  }
}

/** From version 08 on, a party is a person or a bank, one level deeper. */
function nameOf(party: XmlElement | undefined): string | null {
  const name = textAt(party, 'Nm') ?? textAt(party, 'Pty', 'Nm') ?? textAt(party, 'Agt', 'FinInstnId', 'Nm')
  return label(name)
}

export function endToEndIdOf(details: XmlElement | undefined): string | null {
  return referenceOf(textAt(details, 'Refs', 'EndToEndId'))
}
