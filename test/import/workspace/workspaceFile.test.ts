import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listNames } from '../../../src/contract/workspaceFile.ts'
import { BadWorkspaceFile, parseWorkspaceFile } from '../../../src/import/workspace/workspaceFile.ts'
import { account, bill, category, company, iban, payee, transaction } from '../../support/builders.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'

type Content = Record<string, unknown>

const owner = company()
const on = account(owner)
const label = category()
const elements = {
  companies: () => company(),
  accounts: () => account(owner),
  categories: () => category(),
  transactions: () => transaction(on, { category: { id: label.id, name: label.name, slug: label.slug } }),
  bills: () => bill(owner),
  payees: () => payee(owner),
}

const workspace = { id: 'wsp_1', name: 'Workspace' }
const parse = (content: Content) => parseWorkspaceFile(JSON.stringify({ workspace, ...content }))

function refusal(text: string): BadWorkspaceFile {
  try {
    parseWorkspaceFile(text)
  } catch (error) {
    if (error instanceof BadWorkspaceFile) return error
    throw error
  }
  throw new Error('the file was accepted')
}

const problems = (content: Content) => refusal(JSON.stringify({ workspace, ...content })).problems

/** The problems of a transaction with these values, placed between two valid ones. */
const problemsOfTransaction = (given: Content) =>
  problems({
    transactions: [
      elements.transactions(),
      { ...elements.transactions(), ...given },
      elements.transactions(),
    ],
  })

describe('a file as a whole', () => {
  it('is a JSON object with a workspace, and every list is optional', () => {
    expect(parse({})).toEqual({
      workspace,
      companies: [],
      accounts: [],
      categories: [],
      transactions: [],
      bills: [],
      payees: [],
    })
  })

  it('contains elements in the shape of the API, which are kept as they are', () => {
    const content = Object.fromEntries(listNames.map(name => [name, [elements[name](), elements[name]()]]))
    expect(parse(content)).toEqual({ workspace, ...content })
  })

  it.each(['', '{', 'workspace', '{"workspace": {}} {}', "{'workspace': 1}"])(
    'is rejected if it is not JSON: %s',
    text => {
      const { message, problems } = refusal(text)
      expect(problems).toEqual([expect.stringMatching(/^it is not valid JSON \(.+\)$/)])
      expect(message).toBe(`The workspace file was not loaded: ${problems[0]}`)
    },
  )

  it.each(['null', '[]', '"text"', '7', 'true'])('is rejected if it is not a JSON object: %s', text => {
    expect(refusal(text).problems).toEqual(['it must contain a JSON object with "workspace" and lists'])
  })

  it.each<[string, unknown, string[]]>([
    ['no workspace', undefined, ['workspace is required']],
    ['a workspace that is a text', 'Workspace', ['workspace must be a JSON object']],
    ['a workspace that is null', null, ['workspace must be a JSON object']],
    ['no id', { name: 'Workspace' }, ['workspace.id is required']],
    ['an empty id', { ...workspace, id: '' }, ['workspace.id must be 1 to 255 characters long']],
    ['no name', { id: 'wsp_1' }, ['workspace.name is required']],
    ['an empty name', { ...workspace, name: '' }, ['workspace.name must be 1 to 4000 characters long']],
    ['an unknown field', { ...workspace, plan: 'free' }, ['workspace.plan is not a known field']],
  ])('is rejected with %s', (_, given, expected) => {
    expect(refusal(JSON.stringify({ workspace: given })).problems).toEqual(expected)
  })

  it('is rejected with an unknown list', () => {
    expect(problems({ invoices: [] })).toEqual(['invoices is not a list that a workspace file can have'])
    expect(refusal('{"workspace": {"id": "w", "name": "W"}, "__proto__": []}').problems).toEqual([
      '__proto__ is not a list that a workspace file can have',
    ])
  })

  it.each([null, {}, 'text', 0])('is rejected if a list is not an array but %j', content => {
    for (const name of listNames) expect(problems({ [name]: content })).toEqual([`${name} must be a list`])
  })

  it('is rejected with all its problems at once, in the order of the lists', () => {
    const content = {
      more: [],
      bills: [{ ...elements.bills(), status: 'lost' }],
      companies: [elements.companies(), { ...elements.companies(), country: 'Germany', name: '' }],
    }
    const { message, problems } = refusal(JSON.stringify({ workspace, ...content }))
    expect(problems).toEqual([
      'more is not a list that a workspace file can have',
      'companies[1].name must be 1 to 4000 characters long',
      'companies[1].country must be a two-letter ISO 3166-1 code such as DE',
      expect.stringMatching(/^bills\[0\]\.status must be one of new, processing, .*, archived$/),
    ])
    expect(message).toBe(
      'The workspace file was not loaded: more is not a list that a workspace file can have (and 3 more)',
    )
  })

  it('is rejected with the first hundred problems if it is wrong throughout', () => {
    const wrong = Array.from({ length: 150 }, () => ({ ...elements.transactions(), amount: 1 }))
    const { message, problems } = refusal(JSON.stringify({ workspace, transactions: wrong }))
    expect(problems).toHaveLength(100)
    expect(problems[99]).toMatch(/^transactions\[99\]\.amount must be /)
    expect(message).toMatch(/^The workspace file was not loaded: transactions\[0\]\.amount must be .*more\)$/)
  })
})

describe('an element', () => {
  it.each(listNames)('of %s is rejected without any one of its fields', name => {
    for (const field of Object.keys(elements[name]())) {
      const { [field]: _, ...rest } = elements[name]() as Content
      expect(problems({ [name]: [elements[name](), rest] })).toEqual([`${name}[1].${field} is required`])
    }
  })

  it.each(listNames)('of %s is rejected with an unknown field', name => {
    const element = { ...elements[name](), colour: 'red' }
    expect(problems({ [name]: [element] })).toEqual([`${name}[0].colour is not a known field`])
  })

  it.each([null, [], 'text', 1])('is rejected if it is not a JSON object but %j', element => {
    for (const name of listNames) {
      expect(problems({ [name]: [elements[name](), element] })).toEqual([`${name}[1] must be a JSON object`])
    }
  })

  it("is rejected with a missing, unknown or invalid field in a transaction's category", () => {
    const { id, name, slug } = label
    const where = 'transactions[1].category'
    expect(problemsOfTransaction({ category: { id, name } })).toEqual([`${where}.slug is required`])
    expect(problemsOfTransaction({ category: { id, name, slug: 'a b' } })).toEqual([
      `${where}.slug must be URL-safe: letters, digits, hyphen, dot, _ or ~`,
    ])
    expect(problemsOfTransaction({ category: { id, name, slug, colour: 'red' } })).toEqual([
      `${where}.colour is not a known field`,
    ])
  })

  const statuses = 'must be one of pending, booked, rejected, released, canceled'
  const noDate = 'must be a date that exists, written YYYY-MM-DD'
  const noInstant = 'must be an RFC 3339 instant with an offset, such as 2026-03-31T09:30:00Z'
  const noLater = 'must be before 9000-01-01T00:00:00.000Z'
  const noEarlier = 'must be after 1970-01-01T00:00:00.000Z'
  const noText = 'must not contain a NUL or half of a surrogate pair'
  const noMoney = 'must be an unsigned decimal string such as "10.00"'
  const noString = 'must be a decimal string such as "10.00", never a number'

  it.each<[string, Content, string]>([
    ['an unknown status', { status: 'open' }, statuses],
    ['a null status', { status: null }, statuses],
    ['a side in capitals', { side: 'DEBIT' }, 'must be one of credit, debit'],
    ['a day that does not exist', { bookingDate: '2026-02-30' }, noDate],
    ['the year zero', { valueDate: '0000-01-01' }, noDate],
    ['a date that is an instant', { bookingDate: '2026-02-01T00:00:00Z' }, noDate],
    ['a date that is a number', { bookingDate: 20260201 }, 'must be a date written YYYY-MM-DD'],
    ['an instant without an offset', { updatedAt: '2026-02-01T00:00:00' }, noInstant],
    ['an instant on a day that does not exist', { createdAt: '2026-02-30T00:00:00Z' }, noInstant],
    ['an instant at an hour that does not exist', { createdAt: '2026-02-01T24:00:00Z' }, noInstant],
    ['a timestamp that nothing could follow', { updatedAt: '9000-01-01T00:00:00Z' }, noLater],
    ['a timestamp that no full sync would include', { updatedAt: '1970-01-01T00:00:00Z' }, noEarlier],
    ['a number for money', { amount: 10.5 }, noString],
    ['null for money', { amount: null }, noString],
    ['a negative amount', { amount: '-10.00' }, noMoney],
    ['an exponent', { amount: '1e3' }, noMoney],
    ['an open fraction', { amount: '10.' }, noMoney],
    ['leading zeros', { amount: '007.00' }, 'must have no leading zeros'],
    ['sixty digits', { amount: '1'.repeat(60) }, 'must have at most 40 digits'],
    ['a lower-case currency', { currency: 'eur' }, 'must be a three-letter ISO 4217 code such as EUR'],
    ['a NUL', { description: 'a\0b' }, noText],
    ['a lone surrogate', { reference: 'a\ud800b' }, noText],
    ['a NUL in an id', { id: 'a\0b' }, noText],
    ['an empty id', { id: '' }, 'must be 1 to 255 characters long'],
    ['an id of 256 characters', { id: 'x'.repeat(256) }, 'must be 1 to 255 characters long'],
    ['text of 4001 characters', { description: '🪙'.repeat(4001) }, 'must be at most 4000 characters long'],
  ])('is rejected with %s, by list, index and field', (_, given, problem) => {
    expect(problemsOfTransaction(given)).toEqual([`transactions[1].${Object.keys(given)[0]} ${problem}`])
  })

  it.each(['-0', '-0.00'])('is rejected with the negative zero %s, which no store returns', balance => {
    expect(problems({ accounts: [{ ...elements.accounts(), balance }] })).toEqual([
      'accounts[0].balance must be zero without a minus sign',
    ])
  })

  it('may be as long as the limits allow, counted in code points', () => {
    const element = { ...elements.transactions(), id: '🪙'.repeat(255), description: '🪙'.repeat(4000) }
    expect(parse({ transactions: [element] }).transactions).toEqual([element])
  })

  it('may have money of forty digits, wherever the decimal point is', () => {
    const amounts = ['1'.repeat(40), `${'1'.repeat(20)}.${'1'.repeat(20)}`, `0.${'1'.repeat(39)}`]
    const transactions = amounts.map(amount => ({ ...elements.transactions(), amount }))
    expect(parse({ transactions }).transactions).toEqual(transactions)
  })

  it('has its instants converted to canonical UTC from any offset', () => {
    const written = {
      lastUsedAt: '2026-03-31t23:30:00.1+14:00',
      createdAt: '2026-03-31T09:30:00Z',
      updatedAt: '2026-03-31T09:30:00.123999-05:30',
    }
    expect(parse({ payees: [{ ...elements.payees(), ...written }] }).payees).toMatchObject([
      {
        lastUsedAt: '2026-03-31T09:30:00.100Z',
        createdAt: '2026-03-31T09:30:00.000Z',
        updatedAt: '2026-03-31T15:00:00.123Z',
      },
    ])
  })
})

describe('two elements of a list', () => {
  it.each(listNames)('of %s with the same id are rejected, and both are named', name => {
    const [first, second, third] = [elements[name](), elements[name](), elements[name]()]
    const content = { [name]: [first, second, { ...third, id: first.id }] }
    expect(problems(content)).toEqual([`${name}[2] has the same id as ${name}[0]`])
  })

  it('of categories with the same slug are rejected, and both are named', () => {
    const categories = [category(), category({ slug: 'rent' }), category(), category({ slug: 'rent' })]
    expect(problems({ categories })).toEqual(['categories[3] has the same slug as categories[1]'])
  })

  it('of payees with the same IBAN are rejected in one company, but not in two', () => {
    const one = iban()
    const elsewhere = company()
    const twice = [payee(owner, { iban: one }), payee(elsewhere, { iban: one }), payee(owner, { iban: one })]
    expect(problems({ payees: twice })).toEqual(['payees[2] has the same companyId and iban as payees[0]'])
    expect(parse({ payees: twice.slice(0, 2) }).payees).toHaveLength(2)
  })

  it('in different lists may share an id', () => {
    const content = Object.fromEntries(listNames.map(name => [name, [{ ...elements[name](), id: 'same' }]]))
    expect(parse(content)).toEqual({ workspace, ...content })
  })
})

describe('any content', () => {
  const kept = (name: string, field: string, value: unknown) =>
    parse({ [name]: [{ ...elements[name as 'bills'](), [field]: value }] })

  it('in a field is either accepted or rejected by list, index and field', () => {
    const anyField = fc
      .constantFrom(...listNames)
      .chain(name => fc.tuple(fc.constant(name), fc.constantFrom(...Object.keys(elements[name]()))))
    const anyValue = fc.oneof(fc.jsonValue(), fc.string({ unit: anyCodePoint }))
    fc.assert(
      fc.property(anyField, anyValue, ([name, field], value) => {
        try {
          kept(name, field, value)
        } catch (error) {
          for (const problem of (error as BadWorkspaceFile).problems) {
            expect(problem).toMatch(new RegExp(`^${name}\\[0\\]\\.${field}[. ]`))
          }
        }
      }),
      { numRuns: 250 },
    )
  })

  it('in a file is rejected with problems, never with another error', () => {
    const anyContent = fc.record(
      { workspace: fc.jsonValue(), bills: fc.jsonValue(), payees: fc.array(fc.jsonValue()) },
      { requiredKeys: [] },
    )
    const anyText = fc.oneof(
      fc.json(),
      fc.string(),
      anyContent.map(x => JSON.stringify(x)),
    )
    fc.assert(
      fc.property(anyText, text => {
        expect(refusal(text).problems.length).toBeGreaterThan(0)
      }),
      { numRuns: 250 },
    )
  })
})
