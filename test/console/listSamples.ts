/** A valid request for each operation of the lists that people work in. */
import type { Prepare, World } from './samples.ts'

const nothing: Prepare = () => ({})
const aView = { list: 'bills', name: 'Due soon', query: 'status=approved', columns: ['supplier'] }
const one = ({ home }: World) => home.file.transactions?.[0]?.id ?? ''

export const listSamples = {
  listTransactionRows: nothing,
  listBillRows: nothing,
  getTransactionTotals: nothing,
  getBillTotals: nothing,
  exportTransactions: nothing,
  exportBills: nothing,
  listViews: nothing,
  saveView: () => ({ json: aView }),
  deleteView: async ({ home, who }) => ({ id: (await who.post(home.at('/views'), aView)).body.id }),
  categorise: world => ({ json: { ids: [one(world)], categoryId: null } }),
  undoCategorise: async world => {
    const { home, who } = world
    const json = { ids: [one(world)], categoryId: null }
    return { id: (await who.post(home.at('/category-runs'), json)).body.id ?? 'none' }
  },
} satisfies Record<string, Prepare>
