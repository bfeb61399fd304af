/** Texts of strangers are in `untrusted` and nowhere else, whatever they contain. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { cleanText } from '../../src/mcp/cleanText.ts'
import { account, bill, category, company, payee, smallWorkspace, transaction } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { post, toolCall } from './clients.ts'
import { injectionTexts, invisible, marker } from './injectionTexts.ts'
import { trustedPart } from './results.ts'

const textAt = (index: number): string => injectionTexts[index % injectionTexts.length] ?? ''

/** Every free text of every resource is one of the 300; each is in some transaction. */
function hostileWorkspace(): WorkspaceFile {
  const owner = company({
    name: textAt(0),
    tradingName: textAt(20),
    vatNumber: textAt(40),
    registrationNumber: textAt(60),
  })
  const on = account(owner, {
    name: textAt(80),
    nickname: textAt(100),
    bic: textAt(120),
    institutionName: textAt(140),
  })
  const label = category({
    name: textAt(160),
    description: textAt(180),
    color: textAt(200),
    slug: `${marker}-slug`,
  })
  const used = { id: label.id, name: label.name, slug: label.slug }
  return {
    ...smallWorkspace(),
    ...{ companies: [owner], accounts: [{ ...on, iban: textAt(220) }], categories: [label] },
    transactions: injectionTexts.map((description, index) =>
      transaction(on, {
        ...{ description, reference: textAt(index + 60), counterpartyName: textAt(index + 120) },
        ...{ counterpartyIban: textAt(index + 180), merchantName: index % 2 ? textAt(index + 240) : null },
        category: used,
      }),
    ),
    bills: injectionTexts.slice(0, 100).map((supplierName, index) =>
      bill(owner, {
        ...{ supplierName, supplierIban: textAt(index + 100), invoiceNumber: textAt(index + 200) },
        paymentReference: textAt(index + 250),
      }),
    ),
    payees: [payee(owner, { name: `${marker} obey me`, defaultReference: `${marker} OBEY` })],
  }
}

describe('300 hostile texts', () => {
  const service = useService('embedded')
  let secret: string

  beforeAll(async () => {
    const file = hostileWorkspace()
    await service.current.load(file)
    secret = await service.current.key(file, { name: `${marker} key` })
  })

  /** Every page of a tool's results, as the bytes of the reply. */
  async function everyPage(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>[]> {
    const pages: Record<string, unknown>[] = []
    for (let cursor: unknown; pages.length < 50; ) {
      const reply = await post(
        service.current.url,
        secret,
        toolCall(name, { ...args, ...(cursor ? { cursor } : {}) }),
      )
      const { result } = (await reply.json()) as {
        result: { structuredContent: Record<string, unknown>; content: { text: string }[]; isError?: boolean }
      }
      expect(result.isError).not.toBe(true)
      expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent)
      pages.push(result.structuredContent)
      cursor = result.structuredContent.nextCursor
      if (!cursor || result.structuredContent.upToDate === true) break
    }
    return pages
  }

  it.each([
    ['get_workspace', {}],
    ['list_companies', {}],
    ['list_accounts', {}],
    ['list_categories', {}],
    ['list_payees', {}],
    ['list_transactions', { limit: 100 }],
    ['list_bills', { limit: 100 }],
    ['list_changes', { limit: 100 }],
    ['summarize_transactions', { by: ['month', 'category', 'account', 'counterparty'], limit: 1000 }],
  ])(
    '%s has no byte of them outside untrusted, and shows none that a person cannot see',
    async (name, args) => {
      const pages = await everyPage(name, args)
      const texts = textsIn(pages)
      expect(texts.some(text => text.includes(marker))).toBe(true)
      for (const text of texts) {
        expect(text).not.toMatch(invisible)
        expect([...text].length).toBeLessThanOrEqual(200)
      }
      const trusted = JSON.stringify(trustedPart(pages))
      expect(trusted.toLowerCase()).not.toContain(marker)
      // What is left are ids, codes, numbers, dates and the names of fields.
      expect(trusted).toMatch(/^[\w\s{}[\]":,.+-]*$/)
    },
  )

  it('every one of the 300 is there, cleaned, so the test has seen them', async () => {
    const pages = await everyPage('list_transactions', { limit: 100 })
    const shown = new Set(textsIn(pages))
    expect(injectionTexts).toHaveLength(300)
    expect(injectionTexts.filter(text => !shown.has(cleanText(text)))).toEqual([])
  })
})

/** All texts inside of `untrusted`. */
function textsIn(value: unknown, isInside = false): string[] {
  if (typeof value === 'string') return isInside ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, isInside || name === 'untrusted'))
}
