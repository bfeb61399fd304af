/** The audit log: who did what, and when. */
import * as z from 'zod'
import {
  choice,
  cursorParameter,
  date,
  id,
  instant,
  limitParameter,
  pageOf,
  requestedId,
} from '../primitives.ts'
import { consoleOperation } from './operation.ts'
import { managers } from './roles.ts'

export const actorKinds = ['person', 'key', 'command', 'visitor'] as const

export const auditActions = [
  'key.created',
  'key.revoked',
  'key.networks_changed',
  'key.new_network',
  'webhook.created',
  'webhook.changed',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.secret_rotated',
  'webhook.replayed',
  'webhook.tested',
  'webhook.deleted',
  'payee.created',
  'payee.changed',
  'payee.deleted',
  'person.invited',
  'person.joined',
  'person.role_changed',
  'person.removed',
  'invite.withdrawn',
  'workspace.created',
  'workspace.renamed',
  'workspace.loaded',
  'company.created',
  'company.changed',
  'account.created',
  'account.changed',
  'import.done',
  'import.undone',
  'bill.matched',
  'bill.unmatched',
  'bill.moved',
  'bill.fixed',
  'bill.commented',
  'settings.changed',
  'bill.paid_in_part',
  'settlement.changed',
  'suggestion.declined',
  'rule.created',
  'rule.changed',
  'rule.deleted',
  'rules.applied',
  'category.chosen',
  'categories.chosen',
  'categories.restored',
  'person.signed_in',
  'person.sign_in_failed',
  'person.signed_out_everywhere',
  'session.revoked',
  'password.changed',
  'password.reset_link_created',
  'password.reset',
  'second_factor.enabled',
  'second_factor.disabled',
  'recovery_codes.renewed',
] as const

export type AuditAction = (typeof auditActions)[number]

export const auditRecord = z.object({
  id: id('Opaque id of the record.', 'aud_01JZ7Q4W0G3V8N5K2M9R6T1XYN'),
  at: instant('When it was done.'),
  actor: z.object({
    kind: choice(actorKinds, 'Kind of actor.'),
    id: z.string(),
    name: z.string().nullable().meta({ description: 'The current name; null if it is not known.' }),
  }),
  action: z.string().meta({ description: 'What was done.', examples: ['key.created'] }),
  subjectId: z.string().meta({ description: 'Id of what it was done to.' }),
  details: z.record(z.string(), z.unknown()),
})

export type AuditRecord = z.infer<typeof auditRecord>

export const listAudit = consoleOperation({
  id: 'listAudit',
  method: 'GET',
  path: '/audit',
  summary: 'The audit log, newest first',
  access: managers,
  query: z.object({
    actorKind: choice(actorKinds, 'Only this kind of actor.').optional(),
    actorId: requestedId('Only this person, key or command.').optional(),
    action: choice(auditActions, 'Only this action.').optional(),
    dateFrom: date('On this day or later, UTC.').optional(),
    dateTo: date('On this day or earlier, UTC.').optional(),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  success: { status: 200, description: 'A page of records.', schema: pageOf(auditRecord) },
})
