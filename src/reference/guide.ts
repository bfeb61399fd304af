/** The guide: how to use the operations together. Only content; the page renders it. */
import { authorization, keyVariable } from '../contract/openapi/codeSamples.ts'

export interface GuideSection {
  id: string
  title: string
  blocks: readonly GuideBlock[]
}

/** A paragraph with code in backticks, a shell or JSON example, numbered steps, or a table from the document. */
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
      'Every request needs an API key in the header `Authorization: Bearer`. The examples read it from the ' +
        `environment variable \`${keyVariable}\`, so that it stays out of scripts.`,
      { code: `export ${keyVariable}='florin_…'\ncurl ${authorization} \\\n  '${baseUrl}/workspace'` },
      '`GET /workspace` needs no scope. It shows whether a key works, which workspace it belongs to and what it may do.',
    ],
  },
  {
    id: 'paging',
    title: 'Paging',
    blocks: [
      'Transactions and bills come in pages of `limit` rows, 50 by default and 100 at most. Every other list is ' +
        'complete. Pass `nextCursor` back as `cursor`, with the same filters, until it is null.',
      {
        code: `curl ${authorization} \\\n  "${baseUrl}/transactions?status=booked&limit=100&cursor=$CURSOR"`,
      },
      'A cursor belongs to its workspace, list and filters; with any other it is rejected with 400. `limit` and the ' +
        'key may change between pages.',
    ],
  },
  {
    id: 'incremental-sync',
    title: 'Incremental sync',
    blocks: [
      'These four steps keep a copy of transactions or bills. No new or changed row is missed, even if data is written ' +
        'meanwhile. They cannot tell which rows were deleted; the change feed below can.',
      {
        steps: [
          'Start with `updatedAfter=1970-01-01T00:00:00Z`.',
          'Read every page with the same `updatedAfter`. Insert or replace each row in your copy by its `id`.',
          'When `nextCursor` is null, store the newest `updatedAt` of all rows exactly as it was sent. ' +
            'If there were no rows, keep the previous value.',
          'Next time, pass that value as `updatedAfter` and continue with step 2.',
        ],
      },
      { code: `curl ${authorization} \\\n  "${baseUrl}/transactions?limit=100&updatedAfter=$MARK"` },
      'Within a workspace, every write has a later `updatedAt` than all writes before it. A sync is fixed at its first ' +
        'page: whatever changes while you read the pages comes with the next sync. Rows come in the order of the list, ' +
        'not of their changes, so start an interrupted sync again from the previous value. A row that no longer matches ' +
        'a filter is not reported, so do not filter a sync by anything other than `companyId` or `accountId`.',
    ],
  },
  {
    id: 'exact-copy',
    title: 'An exact copy',
    blocks: [
      '`GET /changes` shows every row of the workspace once, at the instant of its last change, and deleted rows too. ' +
        'It covers companies, accounts and categories as well.',
      {
        steps: [
          'Start without a cursor. The first walk brings everything.',
          'Apply each element by `resource` and `id`: put its `object` into your copy, or delete the row if `object` is null.',
          'Store `nextCursor` in the same transaction, and go on with it. Reading a page twice does no harm.',
          'When `upToDate` is true, your copy equals the workspace at `clock`. Ask again with `wait=25`: the reply comes ' +
            'as soon as something changes.',
        ],
      },
      { code: `curl ${authorization} \\\n  "${baseUrl}/changes?limit=100&wait=25&cursor=$CURSOR"` },
      'A cursor never expires. Only if the service is restored from a backup, it is refused with 409 `RESYNC_REQUIRED`: ' +
        'start again without a cursor, and delete what the new walk does not bring.',
      '`GET /digest` proves that the copy is right. For each month or day it has the number of rows and the sum, modulo ' +
        '2^128, of the first 16 bytes of SHA-256 over `id`, a line feed and `at`. If a month differs, compare its days, ' +
        'then the rows of that day.',
    ],
  },
]

const failureSections: GuideSection[] = [
  {
    id: 'errors',
    title: 'Errors',
    blocks: [
      'Every error has the same shape, whatever its status. Programs should use `code`; `message` is for people, and ' +
        'its wording may change. Five errors are defined for every operation.',
      {
        code: `{
  "defined": true,
  "code": "FORBIDDEN",
  "status": 403,
  "message": "This key lacks the scope payees:write. Create a key that has it and use that one.",
  "data": { "requiredScopes": ["payees:write"] }
}`,
      },
      { table: 'errors' },
      'They are checked in the order 401, 429, 403, 400, 404. Any other error has `defined: false`, such as 409 for a ' +
        'payee that already exists, or 503 while the database is unavailable. Every response has a `Request-Id` header; ' +
        "the service's log has the same id.",
    ],
  },
  {
    id: 'rate-limits',
    title: 'Rate limit',
    blocks: [
      'Each key has a bucket of 100 requests that refills at 25 requests per second, unless this service is configured ' +
        'differently. Every response shows how many are left.',
      { table: 'rateLimitHeaders' },
      'If the bucket is empty, the response is 429 with `Retry-After`: wait that many seconds, then send the request ' +
        'again. It was not carried out, so this is safe for writes too. A 503 also has `Retry-After`.',
    ],
  },
]

const keySections: GuideSection[] = [
  {
    id: 'keys-and-scopes',
    title: 'Keys and scopes',
    blocks: [
      'A key belongs to one workspace and has any of these scopes, or none. Give each program its own key with as few ' +
        'scopes as possible. The secret is shown once, at creation; the service stores only its hash.',
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
      'A workspace can have many keys at once, so a key can be replaced without downtime. Cursors, `updatedAfter` values ' +
        'and idempotency keys belong to the workspace, so they keep working with the new key.',
      {
        steps: [
          'Create a second key with the same scopes, in the console or on the command line.',
          'Configure your program with it, and check with `GET /workspace` that it works.',
          'Wait until the old key is no longer used. Its last use is recorded within ten seconds.',
          'Revoke the old key. Its next request gets 401.',
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
      'Every response to a `GET` has an `ETag`. Send it back as `If-None-Match`: as long as nothing in the workspace has ' +
        'changed, the response is `304 Not Modified` without a body. It still counts towards the rate limit.',
      { code: `curl -i ${authorization} \\\n  -H "If-None-Match: $ETAG" \\\n  '${baseUrl}/accounts'` },
    ],
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    blocks: [
      '`POST /payees` accepts an `Idempotency-Key` of your choice, ideally a UUID. For 24 hours, the same key with the ' +
        'same body returns the first response again, marked `Idempotency-Replayed: true`, and nothing is saved twice. ' +
        'The same key with another body is rejected with 409 `IDEMPOTENCY_KEY_REUSED`.',
      {
        code:
          `curl -X POST ${authorization} \\\n  -H 'Content-Type: application/json' \\\n` +
          `  -H "Idempotency-Key: $(uuidgen)" \\\n  -d @payee.json \\\n  '${baseUrl}/payees'`,
      },
    ],
  },
]
