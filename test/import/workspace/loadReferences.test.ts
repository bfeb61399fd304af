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

  // Two companies with an account each, and a category: loaded before each test, into a new workspace.
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

  /** A file for the stored workspace with only these lists. */
  const fileWith = (lists: Partial<WorkspaceFile>) => workspaceFile({ workspace: stored.workspace, ...lists })

  async function refused(lists: Partial<WorkspaceFile>): Promise<readonly string[]> {
    const before = await loader.current.everything(stored)
    const problems = await loader.current.problems(fileWith(lists), 1000)
    expect(await loader.current.everything(stored)).toEqual(before)
    return problems
  }

  describe('that are valid', () => {
    it('may refer to stored rows that the file does not contain', async () => {
      const paid = transaction(firstAccount, { category: ref(rent) })
      await loader.current.load(fileWith({ transactions: [paid] }))
      const settled = bill(first, { matchedTransactionId: paid.id })
      expect(
        await loader.current.load(fileWith({ bills: [settled], payees: [payee(second)] })),
      ).toMatchObject({
        added: 2,
        changed: 0,
      })
    })

    it('may refer to elements of the same file, wherever they are', async () => {
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
      expect(await loader.current.load(fileWith(lists))).toMatchObject({ added: 6, changed: 0, unchanged: 0 })
    })
  })

  describe('that are invalid', () => {
    it('are reported by list, index and field', async () => {
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
        'accounts[1].companyId refers to a company that does not exist: com_nowhere',
        'bills[0].companyId refers to a company that does not exist: com_nowhere',
        'payees[2].companyId refers to a company that does not exist: com_nowhere',
        'transactions[1].category.id refers to a category that does not exist: cat_nowhere',
        'bills[1].matchedTransactionId refers to a transaction that does not exist: txn_nowhere',
        'transactions[0].accountId refers to an account that does not exist: acc_nowhere',
      ])
    })

    it('include those to rows of another workspace, which count as unknown', async () => {
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
        `payees[0].companyId refers to a company that does not exist: ${theirs.id}`,
        `transactions[1].category.id refers to a category that does not exist: ${theirCategory.id}`,
        `bills[0].matchedTransactionId refers to a transaction that does not exist: ${theirTransaction.id}`,
        `transactions[0].accountId refers to an account that does not exist: ${theirAccount.id}`,
      ])
    })

    it('are limited in number, since a file may be wrong throughout', async () => {
      const payees = Array.from({ length: 150 }, () => payee({ id: 'com_nowhere' }))
      const problems = await refused({ payees })
      expect(problems).toHaveLength(100)
      expect(problems[99]).toBe('payees[99].companyId refers to a company that does not exist: com_nowhere')
    })
  })

  describe('to an account', () => {
    it('must have the company of the account', async () => {
      const misplaced = transaction({ id: firstAccount.id, companyId: second.id })
      const inNewOne = account(second)
      expect(
        await refused({
          accounts: [inNewOne],
          transactions: [misplaced, transaction({ id: inNewOne.id, companyId: first.id })],
        }),
      ).toEqual([
        `transactions[0].companyId must be the company of its account, ${first.id}`,
        `transactions[1].companyId must be the company of its account, ${second.id}`,
      ])
    })

    it('stay valid, because an account never moves to another company', async () => {
      expect(await refused({ accounts: [{ ...firstAccount, companyId: second.id }] })).toEqual([
        `accounts[0].companyId differs from the company the account belongs to: ${first.id}`,
      ])
    })
  })

  describe('unique keys', () => {
    const [one, other] = [iban(), iban()]

    it('report the category that already has the slug', async () => {
      const late = category({ slug: 'miete' })
      expect(await refused({ categories: [category(), late] })).toEqual([
        `categories[1].slug is already the slug of ${rent.id}`,
      ])
    })

    it('report the payee that already has the IBAN in the company, but allow it in another company', async () => {
      const holder = payee(first, { iban: one })
      await loader.current.load(fileWith({ payees: [holder] }))
      expect(await refused({ payees: [payee(first), payee(first, { iban: one })] })).toEqual([
        `payees[1].iban is already the IBAN of ${holder.id}`,
      ])
      expect(await loader.current.load(fileWith({ payees: [payee(second, { iban: one })] }))).toMatchObject({
        added: 1,
      })
    })

    it('let a payee move to another company unless that already has its IBAN', async () => {
      const mover = payee(first, { iban: one })
      const sitter = payee(second, { iban: one })
      await loader.current.load(fileWith({ payees: [mover, sitter] }))
      expect(await refused({ payees: [{ ...mover, companyId: second.id }] })).toEqual([
        `payees[0].iban is already the IBAN of ${sitter.id}`,
      ])
      const free = { ...mover, companyId: second.id, iban: other }
      expect(await loader.current.load(fileWith({ payees: [free] }))).toMatchObject({ changed: 1 })
    })

    it('cannot be swapped in one file: two swapped IBANs are reported, and nothing is stored', async () => {
      const [a, b] = [payee(first, { iban: one }), payee(first, { iban: other })]
      await loader.current.load(fileWith({ payees: [a, b] }))
      const swapped = [
        { ...a, iban: other },
        { ...b, iban: one },
      ]
      expect(await refused({ payees: swapped })).toEqual([
        `payees[0].iban is already the IBAN of ${b.id}`,
        `payees[1].iban is already the IBAN of ${a.id}`,
      ])
    })

    it('cannot be swapped in one file: two swapped slugs are reported, and nothing is stored', async () => {
      const [a, b] = [category({ slug: 'a' }), category({ slug: 'b' })]
      await loader.current.load(fileWith({ categories: [a, b] }))
      const swapped = [
        { ...a, slug: 'b' },
        { ...b, slug: 'a' },
      ]
      expect(await refused({ categories: swapped })).toEqual([
        `categories[0].slug is already the slug of ${b.id}`,
        `categories[1].slug is already the slug of ${a.id}`,
      ])
    })
  })
})
