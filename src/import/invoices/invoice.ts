/** What every e-invoice reader returns: values with the place in the document each one comes from. */

import type { InvoiceContent } from '../../contract/console/bills/content.ts'
import type { DiscountTerms } from '../../contract/console/settlement.ts'
import type { Problem } from '../files/problem.ts'
import type { Parties } from './parties.ts'

/** A value and its path in the document, such as /Invoice/cbc:ID or /rsm:CrossIndustryInvoice/…/ram:ID. */
export interface Sourced {
  value: string
  path: string
}

export interface InvoiceCheck {
  name: 'lineSum' | 'taxSum' | 'total' | 'payable' | 'iban' | 'dates'
  ok: boolean
  /** A sentence that names the figures. */
  detail: string
}

export interface ReadInvoice {
  format: 'ubl-invoice' | 'ubl-creditnote' | 'cii' | 'zugferd1' | 'fatturapa'
  /** The rules the document claims to follow, such as a Peppol or XRechnung customisation id. */
  profile: string | null
  fields: {
    supplierName: Sourced | null
    supplierIban: Sourced | null
    invoiceNumber: Sourced | null
    /** The amount to pay, including VAT; negative for a credit note. */
    totalAmount: Sourced | null
    vatAmount: Sourced | null
    currency: Sourced | null
    invoiceDate: Sourced | null
    dueDate: Sourced | null
    paymentReference: Sourced | null
  }
  /** Cash discounts; empty for a credit note. */
  discounts: DiscountTerms[]
  parties: Parties
  content: InvoiceContent
  checks: InvoiceCheck[]
  problems: Problem[]
}
