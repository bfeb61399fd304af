/** The twelve faults of the drill, which requests they can hit, and plans, which choose among them. */

export const faultKinds = [
  '429',
  '503',
  'reset-answer',
  'reset-body',
  'cut-json',
  'silence',
  'outcome-unknown',
  'answer-lost',
  'change',
  'resync',
  'webhook-doubled',
  'webhook-late',
] as const

export type FaultKind = (typeof faultKinds)[number]

export const faultDescriptions: Readonly<Record<FaultKind, string>> = {
  '429': 'the rate limit, with Retry-After; nothing was done',
  '503': 'unavailable, from the service with Retry-After or from a load balancer without; nothing was done',
  'reset-answer': 'the connection is reset before the answer; nothing was done',
  'reset-body': 'the connection is reset in the middle of the body',
  'cut-json': 'a complete HTTP answer with status 200 whose JSON is cut off',
  silence: 'the answer comes only after a long silence; a write was done at once',
  'outcome-unknown': 'a write that was done is answered with 500 OUTCOME_UNKNOWN',
  'answer-lost': 'a write was done, then the connection is reset instead of an answer',
  change: 'something changes between two pages',
  resync:
    '409 RESYNC_REQUIRED, as after a restore: the cursor is void, and older deletions are not told again',
  'webhook-doubled': 'a webhook is delivered twice',
  'webhook-late': 'a webhook is delivered after the next one',
}

/** Requests by what can go wrong with them. Requests of each kind are counted separately. */
export const requestKinds = ['read', 'page', 'feed', 'write', 'webhook'] as const

export type RequestKind = (typeof requestKinds)[number]

const ofReads = ['429', '503', 'reset-answer', 'reset-body', 'cut-json', 'silence'] as const

export const faultsOf: Readonly<Record<RequestKind, readonly FaultKind[]>> = {
  read: ofReads,
  page: [...ofReads, 'change'],
  feed: [...ofReads, 'change', 'resync'],
  write: ['429', '503', 'reset-answer', 'silence', 'outcome-unknown', 'answer-lost'],
  webhook: ['webhook-doubled', 'webhook-late'],
}

/** A page is a read with a cursor; the feed is GET /changes with one. */
export function requestKindOf(method: string, path: string, query: URLSearchParams): RequestKind {
  if (method !== 'GET' && method !== 'HEAD') return 'write'
  if (!query.get('cursor')) return 'read'
  return path === '/changes' ? 'feed' : 'page'
}

export interface Means {
  /** Whether there is a key to make changes with. */
  writer: boolean
  /** Whether webhooks pass through the drill. */
  receiver: boolean
}

export type Plan = readonly FaultKind[]

export type PlanResult = { ok: true; plan: Plan } | { ok: false; mistake: string }

const planLettersMax = 500

/** `all`, or names separated by commas. `all` leaves out what lacks its means. */
export function parsePlan(text: string, means: Means): PlanResult {
  if (text.length > planLettersMax) return { ok: false, mistake: 'The plan is too long.' }
  if (text.trim() === 'all')
    return { ok: true, plan: faultKinds.filter(kind => lacking(kind, means) === null) }
  const plan: FaultKind[] = []
  for (const name of text.split(',').map(each => each.trim())) {
    const kind = faultKinds.find(each => each === name)
    if (kind === undefined) {
      return {
        ok: false,
        mistake: `There is no fault "${name}". Name some of ${faultKinds.join(', ')}, or all.`,
      }
    }
    const mistake = lacking(kind, means)
    if (mistake !== null) return { ok: false, mistake }
    if (!plan.includes(kind)) plan.push(kind)
  }
  return { ok: true, plan }
}

function lacking(kind: FaultKind, { writer, receiver }: Means): string | null {
  if (kind === 'change' && !writer) {
    return 'The fault change needs --writer-key: a key with payees:read, payees:write and companies:read.'
  }
  if (faultsOf.webhook.includes(kind) && !receiver) return `The fault ${kind} needs --receiver URL.`
  return null
}
