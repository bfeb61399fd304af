import { beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import {
  account,
  bill,
  category,
  company,
  iban,
  payee,
  transaction,
  workspaceFile,
} from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { useLoader } from './loader.ts'

describeOnBothStores('references of a workspace file', store => {
  const loader = useLoader(store)

  // Two companies with an account each, and a category: loaded before each test, in a workspace of its own.
  let stored: WorkspaceFile
  const [first, second] = [company(), company()]
  const [firstAccount, secondAccount] = [account(first), account(second)]
  const rent = category({ slug: 'miete', isSystem: true })
  const ref = ({ id, name, slug }: { id: string; name: string; slug: string }) => ({ id, name, slug })

  beforeEach(async () => {
    stored = workspaceFile({
      companies: [first, second],
      accounts: [firstAccount, secondAccount],
      categories: [rent],
    })
    await loader.current.load(stored)
  })

  /** A file for the stored workspace that brings these lists and no others. */
  const bringing = (lists: Partial<WorkspaceFile>) => workspaceFile({ workspace: stored.workspace, ...lists })

  async function refused(lists: Partial<WorkspaceFile>): Promise<readonly string[]> {
    const before = await loader.current.everything(stored)
    const problems = await loader.current.problems(bringing(lists), 1000)
    expect(await loader.current.everything(stored)).toEqual(before)
    return problems
  }

  describe('that lead somewhere', () => {
    it('may lead to what is stored, without the file bringing it again', async () => {
      const paid = transaction(firstAccount, { category: ref(rent) })
      await loader.current.load(bringing({ transactions: [paid] }))
      const settled = bill(first, { matchedTransactionId: paid.id })
      expect(
        await loader.current.load(bringing({ bills: [settled], payees: [payee(second)] })),
      ).toMatchObject({
        added: 2,
        changed: 0,
      })
    })

    it('may lead to what the same file brings, wherever in the file it is', async () => {
      const owner = company()
      const on = account(owner)
      const label = category()
      const paid = transaction(on, { category: ref(label) })
      const lists = {
        payees: [payee(owner)],
        bills: [bill(owner, { matchedTransactionId: paid.id })],
        transactions: [paid],
        categories: [label],
        accounts: [on],
        companies: [owner],
      }
      expect(await loader.current.load(bringing(lists))).toMatchObject({ added: 6, changed: 0, unchanged: 0 })
    })
  })

  describe('that lead nowhere', () => {
    it('are named by list, index and field', async () => {
      const nowhere = { id: 'com_nowhere' }
      expect(
        await refused({
          accounts: [account(first), account(nowhere)],
          transactions: [
            transaction({ id: 'acc_nowhere', companyId: first.id }),
            transaction(firstAccount, { category: { id: 'cat_nowhere', name: 'N', slug: 'n' } }),
          ],
          bills: [bill(nowhere), bill(first, { matchedTransactionId: 'txn_nowhere' })],
          payees: [payee(first), payee(first), payee(nowhere)],
        }),
      ).toEqual([
        'accounts[1].companyId names no company: com_nowhere',
        'bills[0].companyId names no company: com_nowhere',
        'payees[2].companyId names no company: com_nowhere',
        'transactions[1].category.id names no category: cat_nowhere',
        'bills[1].matchedTransactionId names no transaction: txn_nowhere',
        'transactions[0].accountId names no account: acc_nowhere',
      ])
    })

    it("are those to a foreign workspace's rows, which are as unknown as any", async () => {
      const { foreign } = loader.current
      const [theirs, theirAccount, theirCategory, theirTransaction] = [
        foreign.companies[0],
        foreign.accounts[0],
        foreign.categories[0],
        foreign.transactions[0],
      ]
      if (!theirs || !theirAccount || !theirCategory || !theirTransaction) throw new Error('nothing foreign')
      expect(
        await refused({
          transactions: [
            transaction({ id: theirAccount.id, companyId: first.id }),
            transaction(firstAccount, { category: ref(theirCategory) }),
          ],
          bills: [bill(first, { matchedTransactionId: theirTransaction.id })],
          payees: [payee(theirs)],
        }),
      ).toEqual([
        `payees[0].companyId names no company: ${theirs.id}`,
        `transactions[1].category.id names no category: ${theirCategory.id}`,
        `bills[0].matchedTransactionId names no transaction: ${theirTransaction.id}`,
        `transactions[0].accountId names no account: ${theirAccount.id}`,
      ])
    })

    it('are capped like all other problems, as a file may be wrong throughout', async () => {
      const payees = Array.from({ length: 150 }, () => payee({ id: 'com_nowhere' }))
      const problems = await refused({ payees })
      expect(problems).toHaveLength(100)
      expect(problems[99]).toBe('payees[99].companyId names no company: com_nowhere')
    })
  })

  describe('to an account', () => {
    it('must be of the company of the account', async () => {
      const misplaced = transaction({ id: firstAccount.id, companyId: second.id })
      const inNewOne = account(second)
      expect(
        await refused({
          accounts: [inNewOne],
          transactions: [misplaced, transaction({ id: inNewOne.id, companyId: first.id })],
        }),
      ).toEqual([
        `transactions[0].companyId is not the company of its account, which is ${first.id}`,
        `transactions[1].companyId is not the company of its account, which is ${second.id}`,
      ])
    })

    it('are safe, as an account belongs to one company for good', async () => {
      expect(await refused({ accounts: [{ ...firstAccount, companyId: second.id }] })).toEqual([
        `accounts[0].companyId differs from the company that has the account: ${first.id}`,
      ])
    })
  })

  describe('keys that are unique', () => {
    const [one, other] = [iban(), iban()]

    it('name the category that has the slug already', async () => {
      const late = category({ slug: 'miete' })
      expect(await refused({ categories: [category(), late] })).toEqual([
        `categories[1].slug is the slug of ${rent.id} already`,
      ])
    })

    it('name the payee that has the IBAN in the company already; another company may have it', async () => {
      const holder = payee(first, { iban: one })
      await loader.current.load(bringing({ payees: [holder] }))
      expect(await refused({ payees: [payee(first), payee(first, { iban: one })] })).toEqual([
        `payees[1].iban is the IBAN of ${holder.id} already`,
      ])
      expect(await loader.current.load(bringing({ payees: [payee(second, { iban: one })] }))).toMatchObject({
        added: 1,
      })
    })

    it('let a payee go to another company, unless that one has its IBAN', async () => {
      const mover = payee(first, { iban: one })
      const sitter = payee(second, { iban: one })
      await loader.current.load(bringing({ payees: [mover, sitter] }))
      expect(await refused({ payees: [{ ...mover, companyId: second.id }] })).toEqual([
        `payees[0].iban is the IBAN of ${sitter.id} already`,
      ])
      const free = { ...mover, companyId: second.id, iban: other }
      expect(await loader.current.load(bringing({ payees: [free] }))).toMatchObject({ changed: 1 })
    })

    it('do not change hands in one file: two IBANs that swap are named, and nothing is stored', async () => {
      const [a, b] = [payee(first, { iban: one }), payee(first, { iban: other })]
      await loader.current.load(bringing({ payees: [a, b] }))
      const swapped = [
        { ...a, iban: other },
        { ...b, iban: one },
      ]
      expect(await refused({ payees: swapped })).toEqual([
        `payees[0].iban is the IBAN of ${b.id} already`,
        `payees[1].iban is the IBAN of ${a.id} already`,
      ])
    })

    it('do not change hands in one file: two slugs that swap are named, and nothing is stored', async () => {
      const [a, b] = [category({ slug: 'a' }), category({ slug: 'b' })]
      await loader.current.load(bringing({ categories: [a, b] }))
      const swapped = [
        { ...a, slug: 'b' },
        { ...b, slug: 'a' },
      ]
      expect(await refused({ categories: swapped })).toEqual([
        `categories[0].slug is the slug of ${b.id} already`,
        `categories[1].slug is the slug of ${a.id} already`,
      ])
    })
  })
})
