/** Maps ISO 20022 bank transaction codes (domain, family, subfamily) to transaction types. */
import type { XmlElement } from '../../files/xmlTree.ts'
import { child, textAt } from '../../files/xmlTree.ts'
import { typeByGermanCode } from '../mt940/mt940Codes.ts'
import type { Entry } from '../statement.ts'

type Type = Entry['type']
type Side = Entry['side']

const feeSubfamilies = new Set(['CHRG', 'COMM', 'FEES', 'COME', 'COMI', 'COMT', 'LBCA'])
const creditTransfers = new Set(['ICDT', 'RCDT', 'IRCT', 'RRCT'])
const directDebits = new Set(['IDDT', 'RDDT'])
const cards = new Set(['CCRD', 'MCRD'])
const cheques = new Set(['ICHQ', 'RCHQ', 'ICQN', 'RCQN'])
/** Sweeps between accounts of the same owner. */
const concentrations = new Set(['ICCN', 'RCCN', 'CAPL'])

/** Null if the element has no usable code. */
export function typeByBankCode(code: XmlElement | undefined, side: Side, currency: string): Type | null {
  const domain = child(code, 'Domn')
  const family = child(domain, 'Fmly')
  const byDomain = typeByDomain(
    textAt(domain, 'Cd'),
    textAt(family, 'Cd'),
    textAt(family, 'SubFmlyCd'),
    side,
    currency,
  )
  if (byDomain !== null) return byDomain
  // German banks put the MT940 code here: NTRF+166+9307, where the second part is the business transaction
  // code.
  const german = /^[A-Z]{3,4}\+(\d{3})(?:\+|$)/.exec(textAt(code, 'Prtry', 'Cd') ?? '')?.[1]
  return german === undefined ? null : typeByGermanCode(german, side, currency)
}

export function typeByDomain(
  domain: string | null,
  family: string | null,
  subfamily: string | null,
  side: Side,
  currency: string,
): Type | null {
  if (subfamily !== null && feeSubfamilies.has(subfamily)) return side === 'credit' ? 'FeeCredit' : 'FeeDebit'
  if (domain !== 'PMNT' || family === null) return null
  if (creditTransfers.has(family)) {
    if (subfamily === 'BOOK') return 'InternalCredit'
    return subfamily === 'ESCT' || (currency === 'EUR' && subfamily !== 'XBCT') ? 'SepaCredit' : 'Other'
  }
  if (directDebits.has(family)) {
    if (subfamily === 'BOOK') return 'InternalDirectDebit'
    const sepa = subfamily === 'ESDD' || subfamily === 'BBDD' || currency === 'EUR'
    return sepa ? 'SepaDirect' : 'Other'
  }
  if (cards.has(family)) return 'Card'
  if (cheques.has(family) || subfamily === 'CHKD') return 'Check'
  return concentrations.has(family) ? 'InternalCredit' : null
}
