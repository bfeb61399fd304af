/**
 * Chooses the account an invoice is to be paid to: the first with a valid IBAN; other accounts are noted.
 * Many countries have their own account numbers, such as the Swedish bankgiro, so an account without an IBAN
 * is not an error.
 */
import { parseIban } from '../../domain/money/iban.ts'
import type { Place } from './document.ts'
import { type Findings, shown } from './findings.ts'
import type { InvoiceCheck, Sourced } from './invoice.ts'

export interface ChosenAccount {
  iban: Sourced | null
  /** Null if the document names no account. */
  check: InvoiceCheck | null
}

export function chooseAccount(findings: Findings, places: Place[]): ChosenAccount {
  const named = places.filter(({ element }) => element.text !== '')
  for (const place of named.filter(each => !looksLikeIban(each)))
    findings.note(place, `${shown(place.element.text)} is an account without an IBAN`)
  const accounts = named.filter(looksLikeIban).map(readAccount)
  const chosen = accounts.find(({ iban }) => iban !== null)
  for (const { place, iban, reason } of accounts) {
    if (iban === null)
      findings[chosen ? 'note' : 'error'](
        place,
        `${shown(place.element.text)} is not a valid IBAN: ${reason}`,
      )
    else if (iban !== chosen?.iban) findings.note(place, `it also names another account, ${iban}`)
  }
  const [wrong] = accounts
  if (wrong === undefined) return { iban: null, check: null }
  if (chosen?.iban) {
    const check = {
      name: 'iban',
      ok: true,
      detail: `The check digits of ${chosen.iban} are correct`,
    } as const
    return { iban: { value: chosen.iban, path: chosen.place.path }, check }
  }
  const detail = `${shown(wrong.place.element.text)} is not a valid IBAN: ${wrong.reason}`
  return { iban: null, check: { name: 'iban', ok: false, detail } }
}

const looksLikeIban = ({ element }: Place): boolean => /^\s*[A-Za-z]{2}\s?\d{2}/.test(element.text)

function readAccount(place: Place) {
  const result = parseIban(place.element.text)
  return result.ok
    ? { place, iban: result.iban, reason: '' }
    : { place, iban: null, reason: result.reason.replace(/\.$/, '') }
}

/** UNTDID 4461: the supplier collects the money, so anyone who also sends a payment pays twice. */
const directDebitCodes = new Set(['49', '59'])

export function noteDirectDebit(findings: Findings, codes: Place[]): void {
  const collected = codes.find(({ element }) => directDebitCodes.has(element.text))
  if (collected) findings.note(collected, 'the supplier collects it by direct debit')
}
