import type { BillDetails } from '../../../../../src/contract/console/bills/billDetails.ts'
import { formatSentence } from '../../../format/sentence.ts'
import { wordsOf } from '../../../ui/text/Badge.tsx'

export type Field = keyof BillDetails['sources']

/** In the order in which they are shown. */
export const fieldWords: Record<Field, string> = {
  supplierName: 'Supplier',
  supplierIban: 'Pay to',
  invoiceNumber: 'Invoice number',
  totalAmount: 'Total',
  vatAmount: 'VAT',
  currency: 'Currency',
  invoiceDate: 'Invoice date',
  dueDate: 'Due',
  paymentReference: 'Reference',
}

export const fields = Object.keys(fieldWords) as Field[]

const checkNames: Record<string, string> = {
  lineSum: 'Line total',
  taxSum: 'VAT',
  total: 'Total',
  payable: 'Amount due',
  iban: 'IBAN',
}

export const checkWords = (name: string): string => checkNames[name] ?? wordsOf(name)

/** The service sends the reason without a capital and a full stop; here it is a sentence. */
export const sentence = (reason: string): string =>
  formatSentence(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`)
