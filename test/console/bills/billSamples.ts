/** Requests for the operations of bills as work; see samples.ts. */
import { bill, workspaceFile } from '../../support/builders.ts'
import type { World } from '../samples.ts'

/** A bill that waits for its approval. */
async function newBill({ service, home }: World) {
  const [owner = { id: '' }] = home.file.companies
  const made = bill(owner, {
    status: 'pending_approval',
    supplierName: 'Papierwerk Süd AG',
    invoiceNumber: 'RE-1',
    invoiceDate: '2026-01-02',
    totalAmount: '10.00',
    currency: 'EUR',
  })
  const { workspace } = home.file
  await service.load(workspaceFile({ workspace, bills: [made] }))
  const [stored] = await service.store.db.query<{ updatedAt: string }>(
    'select updated_at as "updatedAt" from bills where workspace_id = $1 and id = $2',
    [workspace.id, made.id],
  )
  return { billId: made.id, updatedAt: stored?.updatedAt ?? '' }
}

export const billSamples = {
  getBillWork: async (world: World) => ({ id: (await newBill(world)).billId }),
  moveBill: async (world: World) => ({ json: { ...(await newBill(world)), to: 'approved' } }),
  fixBill: async (world: World) => ({ json: { ...(await newBill(world)), values: { vatAmount: '1.60' } } }),
  commentBill: async (world: World) => {
    const { billId } = await newBill(world)
    return { json: { billId, comment: 'Is this ours?' } }
  },
  listCandidates: async (world: World) => ({ query: `?billId=${(await newBill(world)).billId}` }),
  listTransactionBills: ({ home }: World) => ({ id: home.file.transactions[0]?.id ?? '' }),
  getToDecide: () => ({}),
  getSettings: () => ({}),
  changeSettings: () => ({ json: { fourEyes: false } }),
}
