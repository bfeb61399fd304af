/** A webhook as it is entered. */
import type { ChangeResource } from '../../../../../src/contract/changes.ts'
import type { Webhook, WebhookInclude } from '../../../../../src/contract/console/webhooks.ts'
import { allResources } from '../webhookFacts.ts'

export interface WebhookDraft {
  name: string
  url: string
  resources: readonly ChangeResource[]
  /** Empty for all companies. */
  companyId: string
  include: WebhookInclude
  /** Only for a new one. */
  start: 'now' | 'beginning'
}

/** The body paths that the form has fields for. */
export const webhookFields = ['name', 'url', 'resources', 'companyId', 'include', 'start']

export const draftOf = (webhook: Webhook | undefined): WebhookDraft => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  resources: webhook?.resources ?? allResources,
  companyId: webhook?.companyId ?? '',
  include: webhook?.include ?? 'nothing',
  start: 'now',
})

/** As the service expects it, without `start`. */
export const bodyOf = ({ name, url, resources, companyId, include }: WebhookDraft) => ({
  name,
  url,
  resources: [...resources],
  companyId: companyId || null,
  include,
})
