/** What a reference of operations can't say by itself: how to use them together. Content alone; the page renders it. */
import { authorization, keyVariable } from './sample.ts'

export interface GuideSection {
  id: string
  title: string
  blocks: readonly GuideBlock[]
}

/** A paragraph, in which backticks mark code; a shell or JSON example; steps in order; or a table from the document. */
export type GuideBlock =
  | string
  | { code: string }
  | { steps: readonly string[] }
  | { table: 'scopes' | 'errors' | 'rateLimitHeaders' }

export function guideSections(baseUrl: string): GuideSection[] {
  return [...readingSections(baseUrl), ...failureSections, ...keySections, ...savingSections(baseUrl)]
}

const readingSections = (baseUrl: string): GuideSection[] => [
  {
    id: 'first-call',
    title: 'First call',
    blocks: [
      'Every request carries an API key in the header `Authorization: Bearer`. The examples read it from the ' +
        `environment variable \`${keyVariable}\`, so that it stays out of scripts.`,
      { code: `export ${keyVariable}='florin_…'\ncurl ${authorization} \\\n  '${baseUrl}/workspace'` },
      '`GET /workspace` needs no scope: it tells whether a key works, which workspace it belongs to and what it may do.',
    ],
  },
  {
    id: 'paging',
    title: 'Paging',
    blocks: [
      'Transactions and bills come in pages of `limit` rows, 50 unless you say otherwise and 100 at most; every other ' +
        'list is complete. Pass `nextCursor` back as `cursor`, with the same filters, until it is null.',
      {
        code: `curl ${authorization} \\\n  "${baseUrl}/transactions?status=booked&limit=100&cursor=$CURSOR"`,
      },
      'A cursor belongs to its workspace, list and filters, and is refused with 400 where they differ. `limit` may ' +
        'change between pages, and so may the key.',
    ],
  },
  {
    id: 'incremental-sync',
    title: 'Incremental sync',
    blocks: [
      'Four steps keep an exact copy of transactions or bills. No change is missed, whatever is written meanwhile.',
      {
        steps: [
          'Start with `updatedAfter=1970-01-01T00:00:00Z`.',
          'Walk every page with that same `updatedAfter`. Insert or replace each row in the copy by its `id`.',
          'When `nextCursor` is null, store the newest `updatedAt` among the rows, character for character. ' +
            'If there were no rows, keep the mark you had.',
          'The next time, pass that mark as `updatedAfter`, and go on with step 2.',
        ],
      },
      { code: `curl ${authorization} \\\n  "${baseUrl}/transactions?limit=100&updatedAfter=$MARK"` },
      'Within a workspace every write has a later `updatedAt` than all writes before it, and a walk is fixed at its ' +
        'first page: what changes during the walk comes with the next one. Rows come in the order of the list, not of ' +
        'their changes, so a walk that was cut off starts again from the old mark. A row that no longer passes a ' +
        'filter is not reported, so filter a sync by `companyId` or `accountId` at most.',
    ],
  },
]

const failureSections: GuideSection[] = [
  {
    id: 'errors',
    title: 'Errors',
    blocks: [
      'Every error has one shape, whatever its status. Programs read `code`; `message` is for people, and its words ' +
        'may change. Five errors are defined for every operation.',
      {
        code: `{
  "defined": true,
  "code": "FORBIDDEN",
  "status": 403,
  "message": "This key lacks the scope payees:write. Create a key that has it, and use that one.",
  "data": { "requiredScopes": ["payees:write"] }
}`,
      },
      { table: 'errors' },
      'They are looked for in the order 401, 429, 403, 400, 404. Any other error has `defined: false`, such as 409 for a ' +
        'payee that is there already or 503 while the store is out of reach. Every answer names itself in the header ' +
        '`Request-Id`; the logs have the same id.',
    ],
  },
  {
    id: 'rate-limits',
    title: 'Rate limit',
    blocks: [
      'Each key has a bucket of requests that refills steadily: 25 a second and 100 at once, unless this service was ' +
        'set up with other numbers. Every answer tells how full it is.',
      { table: 'rateLimitHeaders' },
      'An empty bucket is answered 429 with `Retry-After`: wait that many seconds, then send the request again. ' +
        'It was not carried out, so that is safe for writes too. A 503 has `Retry-After` as well.',
    ],
  },
]

const keySections: GuideSection[] = [
  {
    id: 'keys-and-scopes',
    title: 'Keys and scopes',
    blocks: [
      'A key sees one workspace and has any set of these scopes, none included. Give each program a key of its own ' +
        'with the fewest scopes that do. The secret is shown once, at creation; the service keeps only its hash.',
      { table: 'scopes' },
      {
        code:
          "npx florin keys create --workspace ID --name 'Ledger sync' \\\n" +
          '  --scopes transactions:read,bills:read --expires 90',
      },
    ],
  },
  {
    id: 'key-rotation',
    title: 'Key rotation',
    blocks: [
      'A workspace has any number of keys at once, so a key can be replaced without a pause. Cursors, sync marks and ' +
        'idempotency keys belong to the workspace: they go on working with the new key.',
      {
        steps: [
          'Create a second key with the same scopes, in the console or on the command line.',
          'Give it to the program, and let `GET /workspace` confirm that it works.',
          'Wait until the old key is no longer used. Its last use is noted within ten seconds.',
          'Revoke the old one. The next request with it is answered 401.',
        ],
      },
      { code: 'npx florin keys list\nnpx florin keys revoke ID' },
    ],
  },
]

const savingSections = (baseUrl: string): GuideSection[] => [
  {
    id: 'caching',
    title: 'Caching with ETag',
    blocks: [
      'Every `GET` is answered with an `ETag`. Send it back as `If-None-Match`: while nothing in the workspace has ' +
        'changed, the answer is `304 Not Modified` without a body. It counts as a request for the rate limit.',
      { code: `curl -i ${authorization} \\\n  -H "If-None-Match: $ETAG" \\\n  '${baseUrl}/accounts'` },
    ],
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    blocks: [
      '`POST /payees` takes an `Idempotency-Key` of your choice, best a UUID. For 24 hours the same key with the same ' +
        'body gives the first answer again, marked `Idempotency-Replayed: true`, and saves nothing twice. The same ' +
        'key with another body is refused with 409 `IDEMPOTENCY_KEY_REUSED`.',
      {
        code:
          `curl -X POST ${authorization} \\\n  -H 'Content-Type: application/json' \\\n` +
          `  -H "Idempotency-Key: $(uuidgen)" \\\n  -d @payee.json \\\n  '${baseUrl}/payees'`,
      },
    ],
  },
]
