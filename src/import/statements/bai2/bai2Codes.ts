/** BAI2's type codes: hundreds tell the direction, and some of them what kind of payment it is. */
import type { Entry } from '../statement.ts'

/** 100 to 399 are credits, 400 to 699 debits. Banks use 920 to 959 and 960 to 999 for their own. */
export function sideOf(code: string): Entry['side'] | null {
  const value = Number(code)
  if (!/^\d{3}$/.test(code)) return null
  if ((value >= 100 && value < 400) || (value >= 920 && value < 960)) return 'credit'
  if ((value >= 400 && value < 700) || value >= 960) return 'debit'
  return others[code] ?? null
}

/** Loans and payments in euro and pounds. */
const others: Readonly<Record<string, Entry['side']>> = {
  ...Object.fromEntries(
    '706 708 720 721 722 723 724 725 726 727 728 827 829'.split(' ').map(code => [code, 'credit']),
  ),
  760: 'debit',
  828: 'debit',
}

/** A text without money. */
export const messageCode = '890'

/** Items inside the deposit or debit before them. */
const items = new Set('116 136 143 156 345 452'.split(' '))
export const isItem = (code: string): boolean => items.has(code)

const returns = new Set(
  '123 252 254 255 257 258 261 266 268 395 423 552 554 555 557 558 561 566 568 694'.split(' '),
)
export const isReturn = (code: string): boolean => returns.has(code)

const checks = new Set('175 176 221 222 472 474 475 522'.split(' '))
const transfersWithin = new Set('191 201 206 274 275 277 491 501 506 574 575 577'.split(' '))
const fees = new Set('224 398 524 564 567 661 698'.split(' '))

export function typeOf(code: string, side: Entry['side'], currency: string): Entry['type'] {
  if (fees.has(code)) return side === 'credit' ? 'FeeCredit' : 'FeeDebit'
  if (checks.has(code)) return 'Check'
  if (transfersWithin.has(code)) return 'InternalCredit'
  return currency === 'EUR' && (code === '827' || code === '828') ? 'SepaCredit' : 'Other'
}

/** What the common codes mean; the file has only the number. */
const labels: Readonly<Record<string, string>> = {
  115: 'Lockbox deposit',
  142: 'ACH credit received',
  158: 'Real-time payment received',
  165: 'Preauthorized ACH credit',
  166: 'ACH settlement',
  169: 'ACH credit',
  174: 'Deposit',
  175: 'Check deposit',
  191: 'Internal transfer received',
  195: 'Wire transfer received',
  206: 'Book transfer received',
  208: 'International transfer received',
  257: 'ACH return',
  275: 'Zero balance transfer received',
  301: 'Deposit',
  354: 'Interest',
  373: 'Payroll',
  398: 'Fee refund',
  399: 'Credit',
  447: 'ACH payment',
  451: 'ACH debit',
  455: 'Preauthorized ACH debit',
  458: 'Real-time payment',
  466: 'ACH settlement',
  469: 'ACH debit',
  475: 'Check paid',
  491: 'Internal transfer',
  495: 'Wire transfer',
  506: 'Book transfer',
  508: 'International transfer',
  555: 'Deposited item returned',
  557: 'ACH return',
  564: 'Overdraft fee',
  575: 'Zero balance transfer',
  654: 'Interest',
  661: 'Account analysis fee',
  698: 'Fee',
  699: 'Debit',
}

export const labelOf = (code: string): string | null => labels[code] ?? null
