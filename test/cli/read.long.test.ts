/** Reading and writing with a key, as a user runs it: against the real service, beside a foreign workspace. */
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payee, Transaction } from '../../src/client/index.ts'
import type { ErrorBody } from '../../src/contract/errors.ts'
import { account, company, iban, smallWorkspace, transaction } from '../support/builders.ts'
import { type Outcome, useSandbox } from '../support/program.ts'
import { useService } from '../support/service.ts'

const sandbox = useSandbox()

const rowsIn = (text: string): Transaction[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))

const fine = ({ code, stderr, stdout }: Outcome): string => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

// These commands only speak HTTP, and test/http has the replies of both stores.
describe('with a key', () => {
  const service = useService('embedded')
  const file = smallWorkspace()
  const owner = company({ name: 'Second' })
  const giro = account(owner, { name: 'Giro' })
  const rows = Array.from({ length: 230 }, (_, at) =>
    transaction(giro, {
      amount: `${at}.50`,
      bookingDate: `2026-0${1 + (at % 3)}-11`,
      side: at % 2 === 0 ? 'debit' : 'credit',
      description: at === 0 ? '=HYPERLINK("http://evil.example")' : `Entry ${at}\u001b[2J`,
    }),
  )
  let env: Record<string, string>

  beforeAll(async () => {
    file.companies?.push(owner)
    file.accounts?.push(giro)
    file.transactions?.push(...rows)
    await service.current.load(file)
    env = { FLORIN_API_KEY: await service.current.key(file), FLORIN_URL: `${service.current.url}/v1` }
  })

  const florin = (line: string, given = env) => sandbox.run(line.split(' '), given)
  const client = () => service.current.client(env.FLORIN_API_KEY ?? '')

  it('transactions list walks every page, in the order of the API, and shows no other workspace', async () => {
    const expected: Transaction[] = []
    for await (const row of client().transactions.all()) expected.push(row)
    expect(expected.length).toBeGreaterThan(230)
    const ndjson = fine(await florin('transactions list --format ndjson'))
    expect(rowsIn(ndjson)).toEqual(expected)
    expect(JSON.parse(fine(await florin('transactions list --json')))).toEqual({ data: expected })
    const foreign = service.current.foreign.transactions?.[0]?.id
    expect(foreign).toBeTruthy()
    expect(ndjson).not.toContain(foreign)
  })

  it('transactions list takes the filters of the API under the names that people know', async () => {
    const line = `transactions list --since 2026-02-01 --until 2026-02-28 --status booked --side debit --account ${giro.id} --format ndjson`
    const found = rowsIn(fine(await florin(line)))
    const expected = rows.filter(row => row.bookingDate?.startsWith('2026-02') && row.side === 'debit')
    expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    expect(rowsIn(fine(await florin(`${line} --limit 3`)))).toEqual(found.slice(0, 3))
    expect(rowsIn(fine(await florin(`${line} --limit 3 --company ${file.companies?.[0]?.id}`)))).toEqual([])
  })

  it('transactions list as CSV has every field, exact decimals, and no formula', async () => {
    const text = fine(await florin(`transactions list --account ${giro.id} --format csv`))
    const found = parse(text, { columns: true }) as Record<string, string>[]
    expect(found).toHaveLength(230)
    const first = found.find(({ id }) => id === rows[0]?.id)
    expect(first).toMatchObject({ amount: '0.50', currency: 'EUR', companyId: owner.id, 'category.name': '' })
    expect(first?.description).toBe('\'=HYPERLINK("http://evil.example")')
  })

  it('transactions list as a table has signed amounts, aligned columns and no control characters', async () => {
    const text = fine(await florin(`transactions list --account ${giro.id} --since 2026-03-01`))
    const [head = '', ...lines] = text.split('\n').slice(0, -1)
    expect(head).toMatch(/^ID +BOOKED +AMOUNT +CURRENCY +STATUS +COUNTERPARTY +REFERENCE +CATEGORY$/)
    expect(lines).toHaveLength(rows.filter(({ bookingDate }) => bookingDate === '2026-03-11').length)
    const line = lines.find(each => each.startsWith(rows[2]?.id ?? '?')) ?? ''
    expect(line.slice(head.indexOf('AMOUNT'))).toMatch(/^-2\.50 +EUR +booked /)
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })

  it.each(['accounts', 'companies', 'categories', 'payees', 'bills'] as const)('%s list', async name => {
    const { data } = await client()[name].list()
    expect(data.length).toBeGreaterThan(0)
    expect(JSON.parse(fine(await florin(`${name} list --json`)))).toEqual({ data })
    expect(fine(await florin(`${name} list`)).split('\n')).toHaveLength(data.length + 2)
  })

  it('payees create, update and delete', async () => {
    const number = iban()
    const made = `payees create --company ${owner.id} --name Papierwerk --iban ${number} --default-reference RE-1`
    const payee = JSON.parse(fine(await florin(`${made} --json`))) as Payee
    expect(payee).toMatchObject({ name: 'Papierwerk', iban: number, defaultReference: 'RE-1' })
    expect(fine(await florin(`payees update ${payee.id} --name Kontor --clear-default-reference`))).toBe(
      `Changed payee ${payee.id} (Kontor, ${number}).\n`,
    )
    expect(await client().payees.get(payee.id)).toMatchObject({ name: 'Kontor', defaultReference: null })
    expect(await florin(made)).toMatchObject({ code: 3, stdout: '' })
    expect(fine(await florin(`payees delete ${payee.id}`))).toBe(`Deleted payee ${payee.id}.\n`)
    const gone = await florin(`payees delete ${payee.id}`)
    expect(gone).toMatchObject({ code: 4, stdout: '' })
  })

  it('a payee of another workspace is not found, as one that does not exist', async () => {
    const foreign = service.current.foreign.payees?.[0]?.id
    const outcome = await florin(`payees update ${foreign} --name Mine --json`)
    expect(outcome).toMatchObject({ code: 4, stdout: '' })
    const unknown = await florin('payees update pye_unknown --name Mine --json')
    expect(outcome.stderr.replace(foreign ?? '', 'pye_unknown')).toBe(unknown.stderr)
  })
})

describe('an error', () => {
  const service = useService('embedded')
  const file = smallWorkspace()
  let env: Record<string, string>

  beforeAll(async () => {
    await service.current.load(file)
    const secret = await service.current.key(file, { scopes: ['accounts:read'] })
    env = { FLORIN_API_KEY: secret, FLORIN_URL: `${service.current.url}/v1` }
  })

  const wrongPort = 'http://127.0.0.1:9/v1'
  const failing = (): [
    line: string,
    given: Record<string, string>,
    code: number,
    body: Partial<ErrorBody>,
  ][] => [
    ['transactions lisst', env, 2, { defined: false, code: 'BAD_REQUEST', status: 400 }],
    ['accounts list --format xml', env, 2, { code: 'BAD_REQUEST' }],
    ['accounts list', {}, 2, { code: 'BAD_REQUEST' }],
    ['transactions list', env, 3, { defined: true, code: 'FORBIDDEN', status: 403 }],
    ['accounts list', { ...env, FLORIN_API_KEY: 'florin_wrong' }, 3, { defined: true, code: 'UNAUTHORIZED' }],
    ['accounts list --company com_unknown', env, 4, { defined: true, code: 'NOT_FOUND', status: 404 }],
    ['workspaces use x', env, 2, {}],
    ['accounts list --profile nobody', env, 4, { code: 'NOT_FOUND' }],
  ]

  it('has an exit code by its kind, and with --json the shape of the API on standard error', async () => {
    for (const [line, given, code, body] of failing()) {
      const [words, json] = await Promise.all([
        sandbox.run(line.split(' '), given),
        sandbox.run([...line.split(' '), '--json'], given),
      ])
      expect({ line, code: words.code, stdout: words.stdout }).toEqual({ line, code, stdout: '' })
      expect(words.stderr).toMatch(/^florin: .+\n$/)
      expect({ line, code: json.code, stdout: json.stdout }).toEqual({ line, code, stdout: '' })
      const told = JSON.parse(json.stderr) as ErrorBody
      expect(told).toMatchObject(body)
      expect(`florin: ${told.message}\n`).toBe(words.stderr)
    }
  })

  it('of a service that is not there is 5, at once', async () => {
    const given = { ...env, FLORIN_URL: wrongPort }
    const outcome = await sandbox.run(['follow', '--once', '--json', '--resources', 'nothing'], env)
    expect(outcome.code).toBe(2)
    const away = await sandbox.run(['accounts', 'list', '--json'], given)
    expect(away).toMatchObject({ code: 5, stdout: '' })
    expect(JSON.parse(away.stderr)).toMatchObject({ defined: false, code: 'UNAVAILABLE', status: 503 })
  })

  it('about a value names the option, not the parameter of the API', async () => {
    const secret = await service.current.key(file)
    const outcome = await sandbox.run(['transactions', 'list', '--since', '2026-02-30'], {
      ...env,
      FLORIN_API_KEY: secret,
    })
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
    expect(outcome.stderr).toMatch(/^florin: --since must be a date that exists/)
  })
})
