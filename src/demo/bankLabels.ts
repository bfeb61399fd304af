/** The labels banks print next to an entry, in their language and capitalisation. */
import { type AccountKey, accountPlans } from './accountPlans.ts'

const labels = {
  de: {
    transferIn: 'SEPA-GUTSCHRIFT',
    transferOut: 'SEPA-ÜBERWEISUNG',
    foreignIn: 'ZAHLUNGSEINGANG',
    foreignOut: 'VERGÜTUNGSAUFTRAG',
    directDebit: 'SEPA-LASTSCHRIFT',
    own: 'UMBUCHUNG',
    card: 'KARTE',
    fee: 'ENTGELT KONTOFÜHRUNG',
    feeRefund: 'ERSTATTUNG ENTGELT',
    statement: 'RECHNUNGSABSCHLUSS',
    cash: 'BARGELDAUSZAHLUNG',
  },
  fr: {
    transferIn: 'VIR SEPA RECU',
    transferOut: 'VIR SEPA EMIS',
    foreignIn: 'VIR INTERNATIONAL RECU',
    foreignOut: 'VIR INTERNATIONAL EMIS',
    directDebit: 'PRLV SEPA',
    own: 'VIR INTERNE',
    card: 'CB',
    fee: 'FRAIS TENUE DE COMPTE',
    feeRefund: 'EXTOURNE FRAIS',
    statement: 'ARRETE DE COMPTE',
    cash: 'RETRAIT DAB',
  },
  en: {
    transferIn: 'SEPA CREDIT RECEIVED',
    transferOut: 'SEPA CREDIT SENT',
    foreignIn: 'ACH CREDIT',
    foreignOut: 'WIRE OUT',
    directDebit: 'SEPA DIRECT DEBIT',
    own: 'INTERNAL TRANSFER',
    card: 'CARD',
    fee: 'MONTHLY SERVICE FEE',
    feeRefund: 'FEE REVERSAL',
    statement: 'ACCOUNT STATEMENT',
    cash: 'ATM WITHDRAWAL',
  },
} as const

export type LabelKind = keyof (typeof labels)['en']

export function bankLabel(account: AccountKey, kind: LabelKind): string {
  return labels[accountPlans[account].language][kind]
}
