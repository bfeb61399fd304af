/** Workspace files for `florin load`: a whole new workspace, or more transactions for an existing one. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { blank } from '../../src/contract/blank.ts'
import { type Category, category as categorySchema } from '../../src/contract/categories.ts'
import { type Transaction, transaction as transactionSchema } from '../../src/contract/transactions.ts'
import { newId } from '../../src/domain/ids.ts'
import { accountId, categoryId, companyId, dayOf, daysTotal, workspaceId } from './shape.ts'
import { categories, counterparties, labels, merchants, slugOf } from './texts.ts'

const instant = '2025-06-30T08:00:00.000Z'

/** A new workspace with one company, one account and all categories. */
export async function writeNewWorkspace(path: string, id: string, transactions: number): Promise<void> {
  const company = {
    ...{ id: companyId(0, 0), name: 'Nordlicht Energie GmbH', tradingName: null, registrationNumber: null },
    ...{
      vatNumber: null,
      country: 'DE',
      verificationStatus: 'Verified',
      createdAt: instant,
      updatedAt: instant,
    },
  }
  const account = {
    ...{ id: accountId(0, 0), companyId: company.id, name: 'Geschäftskonto', nickname: null, iban: null },
    ...{ bic: null, currency: 'EUR', balance: null, availableBalance: null, balanceUpdatedAt: null },
    ...{
      type: 'depository',
      provider: 'connected',
      institutionName: null,
      enabled: true,
      createdAt: instant,
    },
  }
  const head = {
    workspace: { id, name: 'Loaded' },
    companies: [company],
    accounts: [account],
    categories: allCategories(),
  }
  await writeFile(path, head, transactions)
}

/** More transactions for the largest workspace. */
export async function writeFurtherRows(path: string, transactions: number): Promise<void> {
  await writeFile(path, { workspace: { id: workspaceId(0), name: 'Workspace 0' } }, transactions)
}

const allCategories = (): Category[] =>
  categories.map((name, number) => ({
    ...blank(categorySchema),
    id: categoryId(0, number),
    name,
    slug: slugOf(name),
    isSystem: false,
    createdAt: instant,
  }))

/** Line by line: a million rows would not fit into a string. */
async function writeFile(path: string, head: object, transactions: number): Promise<void> {
  const file = createWriteStream(path)
  file.write(`${JSON.stringify(head).slice(0, -1)},"transactions":[\n`)
  for (let number = 0; number < transactions; number += 1) {
    const text = `${JSON.stringify(transaction(number))}${number + 1 < transactions ? ',' : ''}\n`
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end(']}\n')
  await finished(file)
}

const pick = (list: readonly string[], number: number): string => list[number % list.length] ?? ''

const blankTransaction = blank(transactionSchema)

function transaction(number: number): Transaction {
  const isCard = number % 3 === 0
  const category = number % categories.length
  const name = categories[category] ?? ''
  const day = dayOf((number * 719) % daysTotal)
  const created = new Date(Date.parse(instant) - number * 1000).toISOString()
  return {
    ...blankTransaction,
    id: newId('txn', Date.parse(created)),
    companyId: companyId(0, 0),
    accountId: accountId(0, 0),
    amount: `${(number * 7) % 5000}.${String(number % 100).padStart(2, '0')}`,
    currency: 'EUR',
    side: number % 4 === 0 ? 'credit' : 'debit',
    status: 'booked',
    type: isCard ? 'Card' : 'SepaCredit',
    description: `${pick(labels, number)} ${day}`,
    reference: `RE-${day.slice(0, 4)}-${String(number).padStart(6, '0')}`,
    counterpartyName: isCard ? null : pick(counterparties, number),
    counterpartyIban: isCard ? null : `DE${String(number).padStart(20, '3')}`,
    merchantName: isCard ? pick(merchants, number) : null,
    bookingDate: day,
    valueDate: day,
    category: number % 7 === 0 ? null : { id: categoryId(0, category), name, slug: slugOf(name) },
    createdAt: created,
    updatedAt: created,
  }
}
