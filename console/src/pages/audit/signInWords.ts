/** Records about a person's own sign-in, as one line for the table and the CSV. */
import type { AuditRecord } from '../../../../src/contract/console/audit.ts'

const prefixes = ['person.sign', 'session.', 'password.', 'second_factor.', 'recovery_codes.']

export const isAboutSignIn = (action: string): boolean => prefixes.some(prefix => action.startsWith(prefix))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** "Firefox on Linux at 192.0.2.1", as far as it is known. */
function placeText(client: unknown, address: unknown): string {
  const at = textOf(address)
  return [textOf(client), at && `at ${at}`].filter(Boolean).join(' ')
}

const reasons: Record<string, string> = {
  password: 'wrong password',
  secondFactor: 'right password, wrong code',
  codeMissing: 'right password, no code',
}

export function signInText({ action, details, subjectId }: AuditRecord): string {
  const place = placeText(details.client, details.address)
  if (action === 'person.sign_in_failed') {
    const tries = Number(details.tries)
    const count = tries === 1 ? '1 attempt' : `${tries} attempts`
    return [textOf(details.name), reasons[textOf(details.reason)], count, place].filter(Boolean).join(' · ')
  }
  if (action === 'session.revoked') {
    return `${placeText(details.sessionClient, details.sessionAddress) || 'Unknown browser'} · from ${place}`
  }
  return place || subjectId
}
