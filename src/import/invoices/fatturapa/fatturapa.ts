/**
 * Italian invoices in FatturaPA 1.2 (FPA12, FPR12) and simplified ones (FSM10). A file has one header with
 * supplier and buyer, and one or more bodies, each of which is an invoice.
 */
import { chooseAccount } from '../accounts.ts'
import type { Figures } from '../checks.ts'
import type { Place } from '../document.ts'
import type { Draft } from '../draft.ts'
import { Findings, shown } from '../findings.ts'
import type { Sourced } from '../invoice.ts'
import type { Party } from '../parties.ts'
import { amountsOf } from './fatturapaAmounts.ts'
import { checksOf } from './fatturapaChecks.ts'
import { fatturapaContent } from './fatturapaContent.ts'
import { dueDateOf } from './fatturapaDates.ts'
import { all, first, textOf } from './fatturapaPlaces.ts'

/** The official limit is the size of the file; this bounds what a made-up one can cost. */
const bodiesMax = 1_000

const rootNames = new Set(['FatturaElettronica', 'FatturaElettronicaSemplificata'])

export const isFatturaPaRoot = (localName: string): boolean => rootNames.has(localName)

export interface FatturaPaBody {
  draft: Draft
  findings: Findings
}

export function readFatturaPa({ element }: Place): FatturaPaBody[] | string {
  const root = { element, path: `/${element.name}` }
  const bodies = all(root, 'FatturaElettronicaBody')
  if (bodies.length === 0) return 'it is FatturaPA, but it has no invoice in it (FatturaElettronicaBody)'
  if (bodies.length > bodiesMax) return `it has more than ${bodiesMax} invoices`
  return bodies.map(body => {
    const findings = new Findings()
    return { draft: readBody(root, body, findings), findings }
  })
}

function readBody(root: Place, body: Place, findings: Findings): Draft {
  const header = first(root, 'FatturaElettronicaHeader')
  const general = first(body, 'DatiGenerali', 'DatiGeneraliDocumento')
  const payments = all(body, 'DatiPagamento', 'DettaglioPagamento')
  const account = chooseAccount(
    findings,
    payments.flatMap(each => all(each, 'IBAN')),
  )
  const type = first(general, 'TipoDocumento')
  const supplierName = supplierOf(findings, first(header, 'CedentePrestatore'))
  const amounts = amountsOf(findings, body)
  const isCredit = creditTypes.has(textOf(type))
  // The type says it already, so the sign does not make it an invoice again.
  const isSigned = isCredit && amounts.payable?.value.startsWith('-') === true
  if (isSigned && type)
    findings.note(type, 'the amounts of a credit note are negative; it is read as a credit')
  noteKind(findings, type)
  notePayments(findings, payments, supplierName)
  return {
    format: 'fatturapa',
    profile:
      root.element.attributes.versione ??
      (textOf(first(header, 'DatiTrasmissione', 'FormatoTrasmissione')) || null),
    isCredit: isCredit && !isSigned,
    fields: {
      supplierName,
      supplierIban: account.iban,
      invoiceNumber: findings.text(first(general, 'Numero')),
      totalAmount: amounts.payable,
      vatAmount: amounts.tax,
      currency: findings.currency(first(general, 'Divisa')),
      invoiceDate: findings.isoDate(first(general, 'Data')),
      dueDate: dueDateOf(findings, payments),
      paymentReference: findings.text(
        payments.flatMap(each => all(each, 'CodicePagamento')).find(place => textOf(place) !== ''),
      ),
    },
    parties: {
      supplier: partyOf(first(header, 'CedentePrestatore')),
      buyer: partyOf(first(header, 'CessionarioCommittente')),
      isSelfBilled: textOf(first(header, 'SoggettoEmittente')) === 'CC',
    },
    content: fatturapaContent(header, body, amounts, isCredit),
    figures: noFigures,
    checks: checksOf(amounts),
    ibanCheck: account.check,
  }
}

/** The figures differ from those of the European norm, so they have checks of their own. */
const noFigures: Figures = {
  lines: [],
  lineTotal: undefined,
  allowances: undefined,
  charges: undefined,
  net: undefined,
  taxParts: [],
  tax: undefined,
  total: undefined,
  prepaid: undefined,
  rounding: undefined,
  collected: undefined,
  payable: undefined,
}

/** A company has one name, a person two. In simplified invoices they are directly in the party. */
function supplierOf(findings: Findings, party: Place | undefined): Sourced | null {
  const person = first(party, 'DatiAnagrafici', 'Anagrafica') ?? party
  const company = findings.text(first(person, 'Denominazione'))
  if (company !== null || person === undefined) return company
  const names = [first(person, 'Nome'), first(person, 'Cognome')].map(place => findings.text(place)?.value)
  const name = names.filter(each => each !== undefined).join(' ')
  return name === '' ? null : { value: name, path: person.path }
}

function partyOf(party: Place | undefined): Party {
  const about = first(party, 'DatiAnagrafici') ?? first(party, 'IdentificativiFiscali') ?? party
  const number = first(about, 'IdFiscaleIVA')
  const vatNumber = `${textOf(first(number, 'IdPaese'))}${textOf(first(number, 'IdCodice'))}`
  // Reading its problems is the business of the supplier's field.
  const name = supplierOf(new Findings(), party)?.value
  return { names: name === undefined ? [] : [name], vatNumbers: vatNumber === '' ? [] : [vatNumber] }
}

/** Credit notes, ordinary and simplified. */
const creditTypes = new Set(['TD04', 'TD08'])
/** Documents by which a buyer pays VAT to the tax office. The supplier's own invoice is another document. */
const buyerTypes = new Set('TD16 TD17 TD18 TD19 TD20 TD21 TD22 TD23 TD27 TD28 TD29'.split(' '))

function noteKind(findings: Findings, type: Place | undefined): void {
  if (type && buyerTypes.has(type.element.text))
    findings.note(type, `${type.element.text} is issued by the buyer for VAT; it is usually not to be paid`)
}

/** The bank of the supplier collects the money: direct debits and receipts (RiBa, MAV, RAV). */
const collected = new Set('MP09 MP10 MP11 MP12 MP16 MP17 MP19 MP20 MP21'.split(' '))

function notePayments(findings: Findings, payments: Place[], supplier: Sourced | null): void {
  const means = payments.flatMap(each => all(each, 'ModalitaPagamento'))
  const direct = means.find(place => collected.has(textOf(place)))
  if (direct) findings.note(direct, `the supplier collects it through the bank (${textOf(direct)})`)
  const payee = payments.flatMap(each => all(each, 'Beneficiario')).find(place => textOf(place) !== '')
  if (payee && textOf(payee).toUpperCase() !== supplier?.value.toUpperCase())
    findings.note(payee, `it is to be paid to ${shown(textOf(payee))}, not to the supplier`)
}
