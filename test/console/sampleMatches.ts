/** A bill with a payment, suggested or matched, for the samples of the console's operations. */
import { applyMatches } from '../../src/store/matching/billMatches.ts'
import { inFull } from '../../src/store/matching/billPayments.ts'
import { keepSuggestions, listSuggestionPage } from '../../src/store/matching/suggestions.ts'
import { writeWorkspace } from '../../src/store/workspaceClock.ts'
import { bill, transaction, workspaceFile } from '../support/builders.ts'
import { actor, type TestService } from '../support/service.ts'
import type { Home } from './access/people.ts'

interface MatchWorld {
  service: TestService
  home: Home
}

/** A bill and its payment. */
export async function newPair({ service, home }: MatchWorld) {
  const [on = { id: '', companyId: '' }] = home.file.accounts
  const paid = transaction(on)
  const owed = bill({ id: on.companyId }, { status: 'approved', totalAmount: '10.00', currency: 'EUR' })
  const { workspace } = home.file
  await service.load(workspaceFile({ workspace, transactions: [paid], bills: [owed] }))
  return { billId: owed.id, transactionId: paid.id }
}

export async function newSuggestion(world: MatchWorld): Promise<string> {
  const { service, home } = world
  const { billId, transactionId } = await newPair(world)
  const [{ id: companyId } = { id: '' }] = home.file.companies
  const suggested = { companyId, transactionId, billIds: [billId], score: 50, reasons: [] }
  const { db } = service.store
  await keepSuggestions(db, home.workspaceId, [suggested], new Date(service.nowMs).toISOString())
  const page = { filters: { billId }, after: null, limit: 1 }
  return (await listSuggestionPage(db, home.workspaceId, page))[0]?.id ?? ''
}

export async function newMatch(world: MatchWorld) {
  const { service, home } = world
  const { billId, transactionId } = await newPair(world)
  const match = {
    billId,
    transactionId,
    parts: inFull('0'),
    statusBefore: 'approved' as const,
    score: 50,
    reasons: [],
  }
  await writeWorkspace(service.store.db, home.workspaceId, service.nowMs, async (connection, stamp) => {
    await applyMatches(connection, home.workspaceId, [match], { ...actor, importId: null }, stamp)
    return { result: null, changed: true }
  })
  return { billId, transactionId }
}
