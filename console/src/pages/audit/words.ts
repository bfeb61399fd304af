/** Audit records in words. An unknown action is shown by its name. */
import type { AuditAction, AuditRecord } from '../../../../src/contract/console/audit.ts'
import { isScope } from '../../../../src/contract/scopes.ts'
import { formatInstant } from '../../format/date.ts'
import { formatCount } from '../../format/money.ts'
import { wordsOf } from '../../ui/text/Badge.tsx'
import { scopeWords } from '../developer/keyFacts.ts'
import { isAboutSignIn, signInText } from './signInWords.ts'

export type ActorKind = AuditRecord['actor']['kind']

export const actionWords: Record<AuditAction, string> = {
  'key.created': 'Key created',
  'key.revoked': 'Key revoked',
  'key.networks_changed': 'Key networks changed',
  'key.new_network': 'Key used from a new network',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.enabled': 'Webhook enabled',
  'webhook.disabled': 'Webhook disabled',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.replayed': 'Webhook replayed',
  'webhook.tested': 'Webhook tested',
  'webhook.deleted': 'Webhook deleted',
  'payee.created': 'Payee created',
  'payee.changed': 'Payee changed',
  'payee.deleted': 'Payee deleted',
  'person.invited': 'Person invited',
  'person.joined': 'Person joined',
  'person.role_changed': 'Role changed',
  'person.removed': 'Person removed',
  'invite.withdrawn': 'Invitation withdrawn',
  'workspace.created': 'Workspace created',
  'workspace.renamed': 'Workspace renamed',
  'workspace.loaded': 'Data loaded',
  'company.created': 'Company created',
  'company.changed': 'Company changed',
  'account.created': 'Account created',
  'account.changed': 'Account changed',
  'import.done': 'File imported',
  'import.undone': 'Import undone',
  'bill.matched': 'Bill matched',
  'bill.unmatched': 'Match undone',
  'bill.moved': 'Bill status changed',
  'bill.fixed': 'Bill corrected',
  'bill.commented': 'Bill commented on',
  'settings.changed': 'Settings changed',
  'bill.paid_in_part': 'Part payment recorded',
  'settlement.changed': 'Tolerances changed',
  'suggestion.declined': 'Suggestion declined',
  'rule.created': 'Rule created',
  'rule.changed': 'Rule changed',
  'rule.deleted': 'Rule deleted',
  'rules.applied': 'Rules applied',
  'category.chosen': 'Category chosen',
  'categories.chosen': 'Category chosen for several',
  'categories.restored': 'Categories restored',
  'person.signed_in': 'Signed in',
  'person.sign_in_failed': 'Sign-in failed',
  'person.signed_out_everywhere': 'Signed out everywhere',
  'session.revoked': 'Session revoked',
  'password.changed': 'Password changed',
  'password.reset_link_created': 'Password reset link created',
  'password.reset': 'Password reset',
  'second_factor.enabled': 'Second factor switched on',
  'second_factor.disabled': 'Second factor switched off',
  'recovery_codes.renewed': 'Recovery codes renewed',
}

export const kindWords: Record<ActorKind, string> = {
  person: 'Person',
  key: 'API key',
  command: 'Command line',
  visitor: 'Not signed in',
}

export const actionText = (action: string): string =>
  Object.hasOwn(actionWords, action)
    ? actionWords[action as AuditAction]
    : wordsOf(action.replaceAll('.', ' '))

const fieldWords: Record<string, string> = {
  iban: 'IBAN',
  email: 'E-mail',
  companyId: 'Company',
  include: 'Messages include',
  workspaceId: 'Workspace',
  expiresAt: 'Expires',
  successorOf: 'Replaces',
  added: 'Rows added',
  changed: 'Rows changed',
  unchanged: 'Rows unchanged',
  created: 'Workspace created',
  client: 'Browser',
  lastAt: 'Last attempt',
  sessionAddress: 'Session address',
  sessionClient: 'Session browser',
}

export const fieldText = (name: string): string => fieldWords[name] ?? wordsOf(name)

const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A value of the details as text; null if it is empty. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return formatCount(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return instantPattern.test(value) ? formatInstant(value) : value
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'None'
  return JSON.stringify(value)
}

export interface Change {
  field: string
  before: string | null
  after: string | null
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The changed fields, or the changed role. */
export function changesOf({ action, details }: Pick<AuditRecord, 'action' | 'details'>): Change[] {
  const { before, after } = details
  if (before === undefined || after === undefined) return []
  if (!isFields(before) || !isFields(after)) {
    const field = action === 'person.role_changed' ? 'Role' : 'Value'
    return [{ field, before: valueText(before), after: valueText(after) }]
  }
  return Object.keys({ ...before, ...after })
    .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(name => ({
      field: fieldText(name),
      before: valueText(before[name]),
      after: valueText(after[name]),
    }))
}

/** The details other than changes. */
export function factsOf({
  details,
}: Pick<AuditRecord, 'details'>): { label: string; value: string | null }[] {
  const isChange = details.before !== undefined && details.after !== undefined
  return Object.entries(details)
    .filter(([name]) => !(isChange && (name === 'before' || name === 'after')))
    .map(([name, value]) => ({ label: labelOf(name, value), value: valueText(value) }))
}

/** Imports count their changed rows, webhooks name their changed fields. */
const labelOf = (name: string, value: unknown): string =>
  name === 'changed' && Array.isArray(value) ? 'Changed fields' : fieldText(name)

const changeText = ({ field, before, after }: Change): string =>
  `${field === 'Role' ? '' : `${field}: `}${before ?? '–'} → ${after ?? '–'}`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The name of the subject. A changed name is listed with the changes instead. */
function nameIn({ name, email, before, after }: AuditRecord['details']): string {
  if (isFields(before) && isFields(after)) return before.name === after.name ? textOf(after.name) : ''
  return textOf(name) || textOf(email)
}

/** The summary in the table and the CSV. */
export function summaryOf(record: AuditRecord): string {
  const { action, details } = record
  const name = nameIn(details)
  const as = typeof details.role === 'string' ? `as ${details.role}` : ''
  const changes = changesOf(record).map(changeText)
  if (changes.length > 0) return [name, changes.join('; ')].filter(Boolean).join(' · ')
  if (action === 'workspace.loaded') {
    return ['added', 'changed', 'unchanged']
      .map(word => `${valueText(details[word]) ?? '0'} ${word}`)
      .join(', ')
  }
  if (action === 'rules.applied') {
    return `${valueText(details.changed) ?? '0'} of ${valueText(details.looked) ?? '0'} transactions changed`
  }
  if (isAboutSignIn(action)) return signInText(record)
  if (action === 'key.created' && Array.isArray(details.scopes)) {
    return `${name} · ${scopeWords(details.scopes.filter(isScope))}`
  }
  if (action === 'key.new_network') {
    return `${name} · ${textOf(details.network)}${details.allowed === false ? ' (refused)' : ''}`
  }
  return [name, as].filter(Boolean).join(' ') || record.subjectId
}
