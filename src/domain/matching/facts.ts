/** The facts of a bill and a payment that can link them, prepared once for many comparisons. */
import type { Bill } from '../../contract/bills.ts'
import type { Transaction } from '../../contract/transactions.ts'
import { amountKey } from '../money/decimal.ts'
import { nameWords } from './names.ts'
import {
  type BillReference,
  compacted,
  creditorReferenceOf,
  referencesOf,
  type SearchText,
  searchText,
} from './references.ts'

export type BillFields = Pick<
  Bill,
  'id' | 'supplierName' | 'supplierIban' | 'invoiceNumber' | 'invoiceDate' | 'dueDate' | 'paymentReference'
> & { totalAmount: string; currency: string }

export type PaymentFields = Pick<
  Transaction,
  | 'id'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'description'
  | 'counterpartyName'
  | 'counterpartyIban'
  | 'merchantName'
  | 'bookingDate'
  | 'valueDate'
> & {
  /** As its statement has it; left out if no statement was asked. */
  endToEndId?: string | null
}

export interface BillFacts<Fields extends BillFields = BillFields> {
  bill: Fields
  /** Equal if amount and currency are equal. */
  sum: string
  references: BillReference[]
  iban: string | null
  words: string[]
}

export interface PaymentFacts<Fields extends PaymentFields = PaymentFields> {
  payment: Fields
  sum: string
  texts: SearchText[]
  /** The creditor reference, if the payment's reference is one. */
  creditorReference: string | null
  /** Compacted; null if there is none. */
  endToEndId: string | null
  iban: string | null
  /** The words of each name. */
  names: string[][]
  /** Used if the payment has no name. */
  descriptionWords: string[]
  day: string | null
}

/** ISO 20022 allows 35 characters. */
const endToEndLengthMax = 200

export const sumKey = (amount: string, currency: string): string => `${amountKey(amount)} ${currency}`

export function billFacts<Fields extends BillFields>(bill: Fields): BillFacts<Fields> {
  return {
    bill,
    sum: sumKey(bill.totalAmount, bill.currency),
    references: referencesOf(bill),
    iban: ibanOf(bill.supplierIban),
    words: bill.supplierName === null ? [] : nameWords(bill.supplierName),
  }
}

export function paymentFacts<Fields extends PaymentFields>(payment: Fields): PaymentFacts<Fields> {
  const { reference, description, counterpartyName, merchantName } = payment
  const endToEndId = compacted((payment.endToEndId ?? '').slice(0, endToEndLengthMax))
  return {
    payment,
    sum: sumKey(payment.amount, payment.currency),
    texts: [reference, description].filter(text => text !== null).map(searchText),
    creditorReference: reference === null ? null : creditorReferenceOf(reference),
    endToEndId: endToEndId === '' ? null : endToEndId,
    iban: ibanOf(payment.counterpartyIban),
    names: [counterpartyName, merchantName].filter(name => name !== null).map(nameWords),
    descriptionWords: description === null ? [] : nameWords(description),
    day: payment.bookingDate ?? payment.valueDate,
  }
}

function ibanOf(text: string | null): string | null {
  const iban = text === null ? '' : compacted(text)
  return iban === '' ? null : iban
}
