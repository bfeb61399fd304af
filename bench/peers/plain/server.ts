/**
 * The plain peer: the same lists over the same tables as most people would write them, with Fastify, Drizzle
 * and zod. It is not a straw man: its queries use the same indexes, and it does what the service does on
 * each request (key, scope, limit, checks). It just caches nothing and tunes nothing.
 */
import { createHash } from 'node:crypto'
import { and, asc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import * as z from 'zod'
import { apiKeyDirectory, apiKeys, categories, transactions } from './tables.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const db = drizzle(pool)
const app = Fastify()

declare module 'fastify' {
  interface FastifyRequest {
    workspaceId: string
  }
}
app.decorateRequest('workspaceId', '')

const rate = { perSecond: 1_000_000, burst: 1_000_000 }
const buckets = new Map<string, { tokens: number; atMs: number }>()

function takeToken(keyId: string): boolean {
  const nowMs = Date.now()
  const bucket = buckets.get(keyId) ?? { tokens: rate.burst, atMs: nowMs }
  const tokens = Math.min(rate.burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * rate.perSecond)
  buckets.set(keyId, { tokens: tokens - 1, atMs: nowMs })
  return tokens >= 1
}

app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
  const secret = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  const secretHash = createHash('sha256').update(secret).digest('base64url')
  const [key] = await db
    .select({
      id: apiKeys.id,
      workspaceId: apiKeys.workspaceId,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeyDirectory)
    .innerJoin(
      apiKeys,
      and(eq(apiKeys.workspaceId, apiKeyDirectory.workspaceId), eq(apiKeys.id, apiKeyDirectory.keyId)),
    )
    .where(eq(apiKeyDirectory.secretHash, secretHash))
  const isExpired = key?.expiresAt != null && key.expiresAt.getTime() <= Date.now()
  if (!key || key.revokedAt !== null || isExpired) return reply.code(401).send({ code: 'UNAUTHORIZED' })
  if (!takeToken(key.id)) return reply.code(429).send({ code: 'RATE_LIMITED' })
  if (!key.scopes.includes('transactions:read')) return reply.code(403).send({ code: 'FORBIDDEN' })
  request.workspaceId = key.workspaceId
})

const querySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  dateFrom: z.iso.date().optional(),
  dateTo: z.iso.date().optional(),
  companyId: z.string().min(1).optional(),
  accountId: z.string().min(1).optional(),
  cursor: z.string().optional(),
})

const cursorSchema = z.tuple([z.number(), z.number(), z.string()])

const columns = {
  transaction: transactions,
  category: { id: categories.id, name: categories.name, slug: categories.slug },
}
const ofTransaction = and(
  eq(categories.workspaceId, transactions.workspaceId),
  eq(categories.id, transactions.categoryId),
)

app.get('/v1/transactions', async (request, reply) => {
  const parsed = querySchema.safeParse(request.query)
  if (!parsed.success) return reply.code(400).send({ code: 'BAD_REQUEST', issues: parsed.error.issues })
  const { limit } = parsed.data
  const rows = await db
    .select(columns)
    .from(transactions)
    .leftJoin(categories, ofTransaction)
    .where(and(eq(transactions.workspaceId, request.workspaceId), ...conditionsOf(parsed.data)))
    .orderBy(asc(transactions.walkDay), asc(transactions.walkCreated), asc(transactions.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)?.transaction
  const position = last && rows.length > limit ? [last.walkDay, last.walkCreated, last.id] : null
  const nextCursor = position && Buffer.from(JSON.stringify(position)).toString('base64url')
  return { data: page.map(toTransaction), nextCursor }
})

app.get<{ Params: { id: string } }>('/v1/transactions/:id', async (request, reply) => {
  const [row] = await db
    .select(columns)
    .from(transactions)
    .leftJoin(categories, ofTransaction)
    .where(and(eq(transactions.workspaceId, request.workspaceId), eq(transactions.id, request.params.id)))
  return row ? toTransaction(row) : reply.code(404).send({ code: 'NOT_FOUND' })
})

const undatedDay = -2_147_483_648
const walkDay = (day: string): number => -Math.floor(Date.parse(day) / 86_400_000)

function conditionsOf({
  dateFrom,
  dateTo,
  companyId,
  accountId,
  cursor,
}: z.infer<typeof querySchema>): SQL[] {
  const conditions: SQL[] = []
  if (companyId) conditions.push(eq(transactions.companyId, companyId))
  if (accountId) conditions.push(eq(transactions.accountId, accountId))
  if (dateFrom) conditions.push(lte(transactions.walkDay, walkDay(dateFrom)))
  if (dateTo) conditions.push(gte(transactions.walkDay, walkDay(dateTo)))
  else if (dateFrom) conditions.push(gt(transactions.walkDay, undatedDay))
  if (cursor) {
    const [day, created, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    conditions.push(
      sql`(${transactions.walkDay}, ${transactions.walkCreated}, ${transactions.id}) > (${day}::integer, ${created}::bigint, ${id})`,
    )
  }
  return conditions
}

interface Row {
  transaction: typeof transactions.$inferSelect
  category: { id: string; name: string; slug: string } | null
}

function toTransaction({ transaction, category }: Row) {
  const { workspaceId, categoryId, walkDay, walkCreated, createdAt, updatedAt, ...shown } = transaction
  return { ...shown, category, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)
process.on('SIGTERM', () => process.exit(0))
