/**
 * For each console operation, a request that succeeds for an owner. If the same request is refused, it is because of
 * its sender. Tests iterate over the contract, so an operation without a sample fails them.
 */
import { createKey } from '../../src/actions/keys.ts'
import { createInvite } from '../../src/actions/people.ts'
import { createWebhook } from '../../src/actions/webhooks.ts'
import { consoleOperations } from '../../src/contract/console/operations.ts'
import type { Operation, WireOperation } from '../../src/contract/operation.ts'
import { type OperationId, operations } from '../../src/contract/operations.ts'
import { listNames } from '../../src/contract/workspaceFile.ts'
import { hashToken } from '../../src/domain/access/token.ts'
import { noConditions } from '../../src/domain/categoryRules.ts'
import { newId } from '../../src/domain/ids.ts'
import { listDocuments } from '../../src/store/documents.ts'
import { insertPiece, insertUpload } from '../../src/store/imports/uploads.ts'
import { insertPayee } from '../../src/store/payees.ts'
import { listSessions } from '../../src/store/people/sessions.ts'
import { insertRule } from '../../src/store/rules/categoryRules.ts'
import { writeWorkspace } from '../../src/store/workspaceClock.ts'
import { ublOf } from '../import/invoices/written.ts'
import { takeInvoice } from '../support/bills.ts'
import { iban, payee } from '../support/builders.ts'
import { exampleBody } from '../support/exampleBody.ts'
import { actor, startOfTime, type TestService } from '../support/service.ts'
import { acceptingTools, webhookRequest } from '../support/webhooks.ts'
import { codeAt, type Home, join, type Person, person, sessionOf, withSecondFactor } from './access/people.ts'
import { billSamples } from './bills/billSamples.ts'
import { camtFile, imported } from './imports/bankFiles.ts'
import { listSamples } from './listSamples.ts'
import { newMatch, newPair, newSuggestion } from './sampleMatches.ts'
import type { Sending } from './wire.ts'

export interface World {
  service: TestService
  home: Home
  /** Who sends the request. */
  who: Person
}

export interface Sample {
  id?: string
  json?: unknown
  /** Instead of JSON, with their content type. */
  bytes?: Uint8Array
  query?: string
}

export type Prepare = (world: World) => Sample | Promise<Sample>

const nothing: Prepare = () => ({})

const consoleSamples: Record<keyof typeof consoleOperations, Prepare> = {
  getMe: nothing,
  signIn: ({ who }) => ({ json: { email: who.email, password: who.password } }),
  signOut: nothing,
  signOutEverywhere: nothing,
  listSessions: nothing,
  revokeSession: async ({ service, who }) => ({ id: await newSessionId(service, who) }),
  inspectLink: async world => ({ json: { token: (await newInvite(world)).token } }),
  acceptLink: async world => {
    const { token, guest } = await newInvite(world)
    return { json: { token, password: guest.password } }
  },
  joinWorkspace: async world => ({ json: { token: (await inviteFor(world, world.who.email)).token } }),
  changePassword: ({ who }) => ({
    json: { currentPassword: who.password, newPassword: 'a password that is new' },
  }),
  proposeSecondFactor: nothing,
  enableSecondFactor: ({ service, who }) => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    return { json: { password: who.password, secret, code: codeAt(secret, service.nowMs) } }
  },
  disableSecondFactor: secondFactorCode,
  renewRecoveryCodes: secondFactorCode,
  createWorkspace: async ({ service, home, who }) => {
    await join(service, home.workspaceId, who, 'owner')
    return { json: { name: 'Second group' } }
  },
  getOverview: nothing,
  renameWorkspace: () => ({ json: { name: 'Renamed group' } }),
  createCompany: () => ({ json: { name: 'Papierwerk Nord GmbH' } }),
  changeCompany: ({ home }) => ({ ...firstOf(home.file.companies), json: { tradingName: 'Nord' } }),
  createAccount: ({ home }) => ({
    json: { companyId: firstOf(home.file.companies).id, name: 'Giro', currency: 'EUR' },
  }),
  changeAccount: ({ home }) => ({ ...firstOf(home.file.accounts), json: { nickname: 'Main' } }),
  getBalanceHistory: ({ home }) => firstOf(home.file.accounts),
  listKeys: nothing,
  createKey: () => ({ json: { name: 'Ledger', scopes: ['bills:read'], expiresInDays: null } }),
  rotateKey: async world => ({ json: { keyId: await newKey(world), expiresInDays: 30 } }),
  changeKeyNetworks: async world => ({ id: await newKey(world), json: { networks: ['10.0.0.0/8'] } }),
  revokeKey: async world => ({ id: await newKey(world) }),
  getUsage: nothing,
  listWebhooks: nothing,
  createWebhook: () => ({ json: { name: 'Ledger', url: 'https://ledger.example/florin' } }),
  changeWebhook: async world => ({ id: await newWebhook(world), json: { state: 'disabled' } }),
  deleteWebhook: async world => ({ id: await newWebhook(world) }),
  rotateWebhookSecret: async world => ({ json: { webhookId: await newWebhook(world) } }),
  testWebhook: async world => ({ json: { webhookId: await newWebhook(world) } }),
  replayWebhook: async world => ({ json: { webhookId: await newWebhook(world), from: null } }),
  listWebhookAttempts: async world => ({ id: await newWebhook(world) }),
  listPeople: nothing,
  invitePerson: async ({ service }) => ({
    json: { email: (await person(service)).email, role: 'member' },
  }),
  withdrawInvite: async world => ({ id: (await newInvite(world)).id }),
  changeRole: async ({ home }) => ({ id: (await home.person('member')).id, json: { role: 'admin' } }),
  removePerson: async ({ home }) => ({ id: (await home.person('member')).id }),
  listAudit: nothing,
  listRules: nothing,
  createRule: ({ home }) => ({ json: { ...aRule, categoryId: firstOf(home.file.categories).id } }),
  changeRule: async world => ({ ...(await newRule(world)), json: { name: 'Rent of the office' } }),
  deleteRule: newRule,
  applyRules: () => ({ json: { dryRun: false } }),
  chooseCategory: ({ home }) => ({ ...firstOf(home.file.transactions), json: { categoryId: null } }),
  getCategoryAssignment: ({ home }) => firstOf(home.file.transactions),
  ...listSamples,
  listSuggestions: nothing,
  decideSuggestion: async world => ({ id: await newSuggestion(world), json: { state: 'confirmed' } }),
  createMatch: async world => ({ json: await newPair(world) }),
  deleteMatch: async world => ({ id: (await newMatch(world)).billId }),
  deletePayment: async world => {
    const { billId: id, transactionId } = await newMatch(world)
    return { id, query: `?transactionId=${transactionId}` }
  },
  getSettlementSettings: nothing,
  changeSettlementSettings: () => ({
    json: { tolerancePercent: null, toleranceAmount: '0.05', chargeMax: '12.50' },
  }),
  listUploads: nothing,
  startUpload: () => ({ json: { name: 'statement.xml', bytes: 3 } }),
  sendPiece: async world => ({
    ...(await newUpload(world)),
    query: '?position=0',
    bytes: Buffer.from('<a>'),
  }),
  getBillDetails: async world => ({ id: (await newInvoice(world)).billId }),
  getDocument: async world => ({ id: (await newInvoice(world)).documentId }),
  dropUpload: world => newUpload(world),
  runImport: async world => {
    const { id } = await newUpload(world, camtFile())
    return { json: { uploadId: id, dryRun: true } }
  },
  listImports: nothing,
  getImport: newImport,
  undoImport: newImport,
  ...billSamples,
}

/** For operations that need more than `dataSample` makes. */
const dataSamples: Partial<Record<OperationId, Prepare>> = {
  getPayee: newPayee,
  createPayee: ({ home }) => ({
    json: { companyId: firstOf(home.file.companies).id, name: 'Papierwerk', iban: iban() },
  }),
  updatePayee: async world => ({ ...(await newPayee(world)), json: { name: 'Papierwerk Süd' } }),
  deletePayee: newPayee,
}

/** The first element of the list that its path names, and a body from the contract's examples. */
function dataSample(id: OperationId): Prepare {
  const { path } = operations[id]
  const json = exampleBody(operations[id])
  const list = listNames.find(name => path === `/${name}/{id}`)
  return ({ home }) => ({ ...(list && firstOf(home.file[list])), ...(json && { json }) })
}

const allDataSamples = Object.fromEntries(
  (Object.keys(operations) as OperationId[]).map(id => [id, dataSamples[id] ?? dataSample(id)]),
)

const firstOf = ([first]: readonly { id: string }[]): Sample => ({ id: first?.id ?? '' })

async function newInvoice({ service, home }: World) {
  const { store, nowMs } = service
  const { billId } = await takeInvoice(store.db, home.file, { content: ublOf(), nowMs })
  const [document] = await listDocuments(store.db, home.workspaceId, billId)
  return { billId, documentId: document?.id ?? '' }
}

async function newKey({ service, home: { workspaceId } }: World): Promise<string> {
  const request = { workspaceId, name: 'Old', scopes: [], expiresInDays: null }
  return (await createKey(service.store.db, request, actor, service.nowMs)).key.id
}

async function newWebhook({ service, home: { workspaceId } }: World): Promise<string> {
  const work = { db: service.store.db, tools: acceptingTools(), actor, nowMs: service.nowMs }
  return (await createWebhook(work, workspaceId, webhookRequest())).webhook.id
}

/** For a person with an account, so that no password has to be hashed. */
async function newInvite(world: World) {
  const guest = await person(world.service)
  return { ...(await inviteFor(world, guest.email)), guest }
}

export async function inviteFor({ service, home: { workspaceId } }: Omit<World, 'who'>, email: string) {
  const { token, link } = await service.store.db.transaction(connection =>
    createInvite(connection, workspaceId, { email, role: 'member' }, actor, service.nowMs),
  )
  return { token, id: link.id }
}

/** The id of another session of the person. */
async function newSessionId(service: TestService, { id }: Person): Promise<string> {
  const made = hashToken(await sessionOf(service, id))
  const sessions = await listSessions(service.store.db, id, service.nowMs)
  return sessions.find(({ tokenHash }) => tokenHash === made)?.id ?? ''
}

async function newPayee({ service, home }: World): Promise<{ id: string }> {
  const [owner = { id: '' }] = home.file.companies
  const { db } = service.store
  const { id } = await writeWorkspace(db, home.workspaceId, service.nowMs, async (connection, stamp) => {
    const result = await insertPayee(connection, home.workspaceId, payee(owner), stamp)
    return { result, changed: true }
  })
  return { id }
}

const aRule = { ...noConditions, name: 'Rent', words: 'rent' }

async function newRule({ service, home }: World): Promise<{ id: string }> {
  const categoryId = firstOf(home.file.categories).id ?? ''
  const rule = { ...aRule, id: newId('rul', service.nowMs), categoryId, createdAt: startOfTime }
  return await service.store.db.transaction(connection => insertRule(connection, home.workspaceId, rule))
}

async function newImport({ service, home }: World): Promise<Sample> {
  return { id: await imported(service, home.workspaceId, camtFile(), firstOf(home.file.companies).id) }
}

/** An upload, with its only piece if it has content. */
async function newUpload({ service, home, who }: World, content: string | null = null) {
  const { db } = service.store
  const id = newId('upl', service.nowMs)
  const createdAt = new Date(service.nowMs).toISOString()
  const bytes = content === null ? 3 : Buffer.byteLength(content)
  const upload = { id, name: 'statement.xml', bytes, createdBy: who.id, createdAt }
  await db.transaction(connection => insertUpload(connection, home.workspaceId, upload))
  if (content !== null) {
    const piece = { uploadId: id, position: 0, content: Buffer.from(content) }
    await insertPiece(db, home.workspaceId, piece)
  }
  return { id }
}

async function secondFactorCode({ service, who }: World): Promise<Sample> {
  const factor = await withSecondFactor(service, who)
  return { json: { password: who.password, code: factor.code() } }
}

export interface Row<Op extends WireOperation = WireOperation> {
  operation: Op
  prepare: Prepare
}

function rowsOf<Op extends WireOperation>(
  known: Readonly<Record<string, Op>>,
  samples: Readonly<Record<string, Prepare>>,
): [string, Row<Op>][] {
  return Object.entries(known).map(([id, operation]) => {
    const prepare = samples[id]
    if (prepare === undefined) throw new Error(`${id} has no sample: say in samples.ts how to call it.`)
    return [id, { operation, prepare }]
  })
}

/** By their names, for `it.each`. */
export const consoleRows = rowsOf(consoleOperations, consoleSamples)
export const dataRows = rowsOf<Operation>(operations, allDataSamples)

/** The body of its request. */
export const sentIn = ({ json, bytes }: Sample): Sending => ({
  ...(json !== undefined && { json }),
  ...(bytes !== undefined && { bytes, headers: { 'content-type': 'application/octet-stream' } }),
})

/** The path of an operation in this workspace. */
export function pathFor({ operation }: Row, { id = '', query = '' }: Sample, workspaceId: string): string {
  const path = operation.path.replace('{id}', encodeURIComponent(id)) + query
  if ('scopes' in operation) return `/console/workspaces/${workspaceId}/v1${path}`
  const { access } = operation as (typeof consoleOperations)[keyof typeof consoleOperations]
  return typeof access === 'string' ? `/console${path}` : `/console/workspaces/${workspaceId}${path}`
}
