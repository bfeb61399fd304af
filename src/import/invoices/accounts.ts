/**
 * Where an invoice is to be paid. Of several accounts the first with a valid IBAN is taken, and the others are noted. In
 * many countries an account may be named in a way of their own, such as a Swedish bankgiro, which is no mistake.
 */
import { parseIban } from '../../domain/money/iban.ts'
import type { Place } from './document.ts'
import { type Findings, shown } from './findings.ts'
import type { InvoiceCheck, Sourced } from './invoice.ts'

export interface ChosenAccount {
  iban: Sourced | null
  /** Null where the document names no account. */
  check: InvoiceCheck | null
}

export function chooseAccount(findings: Findings, places: Place[]): ChosenAccount {
  const named = places.filter(({ element }) => element.text !== '')
  for (const place of named.filter(each => !looksLikeIban(each)))
    findings.note(place, `${shown(place.element.text)} is an account, but none with an IBAN`)
  const accounts = named.filter(looksLikeIban).map(readAccount)
  const chosen = accounts.find(({ iban }) => iban !== null)
  for (const { place, iban, reason } of accounts) {
    if (iban === null)
      findings[chosen ? 'note' : 'error'](place, `${shown(place.element.text)} is no valid IBAN: ${reason}`)
    else if (iban !== chosen?.iban) findings.note(place, `another account, ${iban}, is named as well`)
  }
  const [wrong] = accounts
  if (wrong === undefined) return { iban: null, check: null }
  if (chosen?.iban) {
    const check = { name: 'iban', ok: true, detail: `The check digits of ${chosen.iban} fit` } as const
    return { iban: { value: chosen.iban, path: chosen.place.path }, check }
  }
  const detail = `${shown(wrong.place.element.text)} is no valid IBAN: ${wrong.reason}`
  return { iban: null, check: { name: 'iban', ok: false, detail } }
}

const looksLikeIban = ({ element }: Place): boolean => /^\s*[A-Za-z]{2}\s?\d{2}/.test(element.text)

function readAccount(place: Place) {
  const result = parseIban(place.element.text)
  return result.ok
    ? { place, iban: result.iban, reason: '' }
    : { place, iban: null, reason: result.reason.replace(/\.$/, '') }
}

/** UNTDID 4461: the supplier collects the money, so whoever also sends it pays twice. */
const directDebitCodes = new Set(['49', '59'])

export function noteDirectDebit(findings: Findings, codes: Place[]): void {
  const collected = codes.find(({ element }) => directDebitCodes.has(element.text))
  if (collected) findings.note(collected, 'the supplier collects it by direct debit')
}
