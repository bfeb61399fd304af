/** GET /v1/digest: equal to an independent computation over the lists, for any workspace and filter. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Change, type ChangeResource, changeResources } from '../../../src/contract/changes.ts'
import type { Transaction } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { anyLists } from '../../import/workspace/anyWorkspaceFile.ts'
import { account, company, transaction, workspaceFile } from '../../support/builders.ts'
import { RunningDigest } from '../../support/feed/digests.ts'
import {
  type DigestedRow,
  type ExpectedRange,
  expectedDigest,
  sumOf,
} from '../../support/feed/expectedDigest.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { expectBadRequest } from '../lists.ts'
import { type Followed, followed } from './following.ts'

/** The rows of a resource as the feed shows them, and as a digest counts them. */
async function digestedRows(owner: Followed, resource: ChangeResource) {
  const follower = await owner.following({ resources: [resource] })
  return follower.seen.map(change => ({ change, row: digestedRow(change) }))
}

function digestedRow({ id, at, resource, object }: Change): DigestedRow {
  if (object === null) throw new Error('A row was deleted.')
  if (resource !== 'transaction') return { id, at, day: object.createdAt.slice(0, 10) }
  const { bookingDate, currency, side, amount } = object as Transaction
  return { id, at, day: bookingDate, money: { currency, side, amount } }
}

const total = (ranges: readonly { rows: number; digest: string }[]): string => {
  const sum = new RunningDigest()
  for (const range of ranges) sum.addRange(range)
  return String(sum)
}

const digestOf = async (owner: Followed, search: Record<string, string>): Promise<ExpectedRange[]> => {
  const { status, body } = await owner.get(`/digest?${new URLSearchParams(search)}`)
  expect(status).toBe(200)
  return body.data
}

const currencies = ['EUR', 'USD', 'JPY', 'KWD', 'CHF']

/** Rows in five currencies, with and without side and date, on few days around the ends of months and years. */
const anyTransactions = fc.array(
  fc.record({
    amount: fc.oneof(
      fc.nat(10 ** 6).map(units => sumOf([`${units}.00`])),
      fc.constantFrom('0', '0.001', '99999999999999999999.99', '1', '10.10'),
    ),
    currency: fc.constantFrom(...currencies),
    side: fc.constantFrom('credit' as const, 'debit' as const, null),
    bookingDate: fc.option(
      fc.constantFrom(
        '2025-12-31',
        '2026-01-01',
        '2026-01-16',
        '2026-02-28',
        '2026-03-01',
        '0001-01-01',
        '9999-12-31',
      ),
    ),
    place: fc.nat(3),
  }),
  { maxLength: 60 },
)

describeOnBothStores('GET /digest', store => {
  const service = useService(store)

  describe('200', () => {
    it('equals a computation over the rows, for any texts, dates and amounts', async () => {
      const property = fc.asyncProperty(anyLists, async lists => {
        const owner = await followed(service.current, { ...workspaceFile(), ...lists })
        for (const resource of changeResources) {
          const rows = (await digestedRows(owner, resource)).map(({ row }) => row)
          for (const by of ['month', 'day'] as const) {
            expect(await digestOf(owner, { resource, by })).toEqual(expectedDigest(rows, by))
          }
        }
      })
      await fc.assert(property, { numRuns: 6, endOnFailure: true })
    })

    it('of transactions has sums by currency; months are the sum of their days; filters leave rows out', async () => {
      const property = fc.asyncProperty(anyTransactions, async given => {
        const file = withTransactions(given)
        const owner = await followed(service.current, file)
        const rows = await digestedRows(owner, 'transaction')
        const of = (isIncluded: (row: Transaction) => boolean) =>
          rows.filter(({ change }) => isIncluded(change.object as Transaction)).map(({ row }) => row)
        const dated = ({ bookingDate }: Transaction, from: string, to: string) =>
          bookingDate !== null && bookingDate >= from && bookingDate <= to
        const [accountId = '', companyId = ''] = [file.accounts[0]?.id, file.companies[1]?.id]
        const filters: [Record<string, string>, (row: Transaction) => boolean][] = [
          [{}, () => true],
          [{ accountId }, row => row.accountId === accountId],
          [{ companyId }, row => row.companyId === companyId],
          [{ companyId, accountId }, () => false],
          [{ dateFrom: '2026-01-01' }, row => dated(row, '2026-01-01', '9999-12-31')],
          [
            { dateTo: '2026-01-16', companyId },
            row => dated(row, '', '2026-01-16') && row.companyId === companyId,
          ],
          [{ dateFrom: '2026-01-02', dateTo: '2026-02-28' }, row => dated(row, '2026-01-02', '2026-02-28')],
          [{ dateFrom: '2026-02-01', dateTo: '2026-01-01' }, () => false],
          [{ accountId: 'no such account' }, () => false],
        ]
        for (const [search, isIncluded] of filters) {
          const months = await digestOf(owner, search)
          const days = await digestOf(owner, { ...search, by: 'day' })
          expect(months).toEqual(expectedDigest(of(isIncluded), 'month'))
          expect(days).toEqual(expectedDigest(of(isIncluded), 'day'))
          expect(total(months)).toBe(total(days))
        }
      })
      await fc.assert(property, { numRuns: 8, endOnFailure: true })
    })

    it('of other resources is by the UTC day of creation, and can be limited to days and a company', async () => {
      const companies = [
        '2026-01-31T23:59:59.999Z',
        '2026-02-01T00:00:00.000Z',
        '2026-02-01T00:00:00.001Z',
      ].map(createdAt => company({ createdAt, updatedAt: createdAt }))
      const owner = await followed(service.current, workspaceFile({ companies }))
      const rows = companies.map(({ id, updatedAt, createdAt }) => ({
        id,
        at: updatedAt,
        day: createdAt.slice(0, 10),
      }))
      const resource = 'company'
      expect(await digestOf(owner, { resource })).toEqual(expectedDigest(rows, 'month'))
      const later = expectedDigest(rows.slice(1), 'day')
      expect(await digestOf(owner, { resource, by: 'day', dateFrom: '2026-02-01' })).toEqual(later)
      expect(await digestOf(owner, { resource, by: 'day', dateTo: '2026-01-31' })).toEqual(
        expectedDigest(rows.slice(0, 1), 'day'),
      )
      const one = { resource, companyId: companies[1]?.id ?? '' }
      expect(await digestOf(owner, one)).toEqual(expectedDigest(rows.slice(1, 2), 'month'))
      // Categories belong to no company.
      const all = await digestOf(owner, { resource: 'category' })
      expect(await digestOf(owner, { resource: 'category', companyId: one.companyId })).toEqual(all)
      expect(all[0]?.rows).toBeGreaterThan(0)
    })

    it('of a workspace without rows has no ranges, and the clock of the workspace', async () => {
      const owner = await followed(service.current, workspaceFile({ companies: [company()] }))
      const { clock } = await owner.follower().page()
      const { body } = await owner.get('/digest')
      expect(body).toEqual({ clock, data: [] })
    })

    it('is not changed by another workspace with the same ids', async () => {
      const owner = await followed(service.current)
      const before = (await owner.get('/digest')).body
      const twin = await followed(service.current, { ...owner.file, workspace: workspaceFile().workspace })
      await twin.load({ transactions: owner.file.transactions.map(row => ({ ...row, amount: '1234.00' })) })
      expect((await owner.get('/digest')).body).toEqual(before)
      expect((await twin.get('/digest')).body.data).not.toEqual(before.data)
    })
  })

  describe('400', () => {
    it.each([
      ['resource', 'transactions'],
      ['by', 'year'],
      ['dateFrom', '2026-02-30'],
      ['dateTo', 'today'],
    ])('%s=%s', async (name, value) => {
      const owner = await followed(service.current)
      expectBadRequest(await owner.get(`/digest?${name}=${value}`), name)
    })

    it('accountId is only for transactions', async () => {
      const owner = await followed(service.current)
      expectBadRequest(await owner.get('/digest?resource=payee&accountId=acc_1'), 'accountId', 'is only for')
    })
  })
})

/** The rows on four accounts of two companies. */
function withTransactions(
  given: readonly (Pick<Transaction, 'amount' | 'currency' | 'side' | 'bookingDate'> & { place: number })[],
): WorkspaceFile {
  const companies = [company(), company()]
  const accounts = companies.flatMap(owner => [account(owner), account(owner)])
  const transactions = given.map(({ place, ...row }) =>
    transaction(accounts[place] ?? { id: '', companyId: '' }, row),
  )
  return workspaceFile({ companies, accounts, transactions })
}
