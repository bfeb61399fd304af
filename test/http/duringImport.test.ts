/** A large import takes long. Meanwhile every read of the API is answered, as if the import had not begun. */
import { expect, it } from 'vitest'
import { operations } from '../../src/contract/operations.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { entriesPerWrite } from '../../src/import/entries/statementWriter.ts'
import { importFiles } from '../../src/import/importFile.ts'
import { camtText } from '../import/statementTexts.ts'
import { smallWorkspace } from '../support/builders.ts'
import { actor, TestService, useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'

/** Enough that some entries have been written before the file has been read. */
const entryCount = 4 * entriesPerWrite

const statement = Buffer.from(
  camtText([
    {
      id: 'LONG',
      iban: 'DE02120300000000202051',
      opening: '0.00',
      from: '2026-01-01',
      to: '2026-01-31',
      entries: Array.from({ length: entryCount }, (_, index) => ({
        amount: '1.00',
        side: 'credit' as const,
        day: '2026-01-15',
        name: 'Nordlicht GmbH',
        text: `Invoice ${index}`,
      })),
    },
  ]),
)

/** Imports the statement, and stops reading it in the middle until `finish` is called. */
async function importHalf(service: TestService, { workspace, companies }: WorkspaceFile) {
  let goOn: () => void = () => undefined
  const untilFinish = new Promise<void>(resolve => {
    goOn = resolve
  })
  let arrive: () => void = () => undefined
  const inTheMiddle = new Promise<void>(resolve => {
    arrive = resolve
  })
  let isInTheMiddle = false
  const source = {
    size: statement.length,
    async read(offset: number, length: number) {
      if (isInTheMiddle) {
        arrive()
        await untilFinish
      }
      return statement.subarray(offset, offset + length)
    },
  }
  const importing = importFiles(service.store.db, 'long.xml', source, {
    workspaceId: workspace.id,
    actor,
    nowMs: service.nowMs + 1_000,
    dryRun: false,
    choices: { partial: false, companyId: companies[0]?.id },
    onProgress(done, total) {
      isInTheMiddle ||= done > (3 / 4) * total
    },
  })
  await inTheMiddle
  return {
    async finish() {
      goOn()
      const [report] = await importing
      return report
    },
  }
}

/** One request or more for each read of the contract. */
function readsOf({ transactions, bills, payees, accounts }: WorkspaceFile): Record<string, string[]> {
  return {
    getWorkspace: ['/workspace'],
    listCompanies: ['/companies'],
    listAccounts: ['/accounts'],
    getAccount: [`/accounts/${accounts[0]?.id}`],
    listTransactions: [
      '/transactions?limit=100',
      `/transactions?accountId=${accounts[0]?.id}&status=booked&side=debit&dateFrom=2020-01-01`,
      '/transactions?updatedAfter=2020-01-01T00:00:00.000Z',
      '/transactions?q=nordlicht',
    ],
    getTransaction: [`/transactions/${transactions[0]?.id}`],
    summarizeTransactions: ['/transaction-summary?by=month', '/transaction-summary?by=category'],
    listCategories: ['/categories'],
    listBills: ['/bills?limit=100', '/bills?status=paid'],
    getBill: [`/bills/${bills[0]?.id}`],
    listPayees: ['/payees'],
    getPayee: [`/payees/${payees[0]?.id}`],
    listChanges: ['/changes', '/changes?limit=2'],
    getDigest: ['/digest'],
  }
}

describeOnBothStores('while a large file is imported', storeName => {
  const service = useService(storeName)

  it('every read has the same reply as before, in its workspace and in others', async () => {
    const { store, foreign, foreignSecret } = service.current
    const file = smallWorkspace()
    await service.current.load(file)
    const secret = await service.current.key(file)
    const reads = readsOf(file)
    const ofContract = Object.entries(operations).filter(([, { method }]) => method === 'GET')
    expect(Object.keys(reads).sort()).toEqual(ofContract.map(([id]) => id).sort())

    const paths = Object.values(reads).flat()
    const foreignPaths = Object.values(readsOf(foreign)).flat()
    // Another process would have an empty cache, like this service.
    const other = await TestService.on({ ...store, remove: async () => undefined })
    const replies = async (from: TestService) => {
      const found: Record<string, { status: number; body: unknown }> = {}
      for (const [each, key] of [
        ...paths.map(path => [path, secret] as const),
        ...foreignPaths.map(path => [path, foreignSecret] as const),
      ]) {
        const reply = await from.request(`/v1${each}`, { secret: key })
        found[`${key === secret} ${each}`] = { status: reply.status, body: await reply.json() }
      }
      return found
    }
    const before = await replies(service.current)
    for (const { status } of Object.values(before)) expect(status).toBe(200)

    const half = await importHalf(service.current, file)
    const during = await replies(other)
    const isFit = await other.request('/readyz')
    const refused = await other.request('/v1/payees', { secret: `${secret}x` })
    const report = await half.finish()
    expect(during).toEqual(before)
    expect([isFit.status, refused.status]).toEqual([200, 401])
    expect(report).toMatchObject({ outcome: 'imported', counts: { added: entryCount } })

    const after = await replies(other)
    expect(after['true /transactions?limit=100']).not.toEqual(before['true /transactions?limit=100'])
    const ofForeign = (all: typeof before) => Object.entries(all).filter(([name]) => name.startsWith('false'))
    expect(ofForeign(after)).toEqual(ofForeign(before))
    await other.stop()
  })

  it('a write to the same workspace waits for its end, and is then done', async () => {
    const file = smallWorkspace()
    await service.current.load(file)
    const secret = await service.current.key(file)
    const half = await importHalf(service.current, file)
    const body = JSON.stringify({
      companyId: file.companies[0]?.id,
      name: 'Later',
      iban: 'DE02120300000000202051',
    })
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'later' }
    const writing = service.current.request('/v1/payees', { method: 'POST', secret, body, headers })
    const { data } = await service.current.client(secret).payees.list()
    expect(data).toHaveLength(file.payees.length)
    await half.finish()
    expect((await writing).status).toBe(201)
  })
})
