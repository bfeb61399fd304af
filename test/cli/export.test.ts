/** Exports for bookkeepers with the real program, read by the programs that they are for. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zipOf } from '../../src/import/files/zip.ts'
import { importFiles } from '../../src/import/importFile.ts'
import { readXlsx } from '../../src/import/sheets/xlsx.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { readConfig } from '../../src/main/config.ts'
import { openStore } from '../../src/main/openStore.ts'
import { ownIban } from '../import/importer.ts'
import { camtText, type TextStatement } from '../import/statementTexts.ts'
import {
  account,
  category,
  company,
  smallWorkspace,
  transaction,
  workspaceFile,
} from '../support/builders.ts'
import { type Environment, useSandbox } from '../support/program.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
// Both programs refuse UTF-8 under another locale.
const run = (program: string, words: readonly string[]): string =>
  execFileSync(program, words, {
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  })

const hostile = 'Müller; "&" | \n2026-01-01 * injected\n  assets:x  999999 EUR\n\u202e; date:2026-13-45'
const owner = company({ name: 'Süd & Söhne' })
const twin = company({ name: 'Süd & Söhne' })
const label = category({ name: 'Office: supplies' })
const dollars = account(twin, { name: 'Giro', currency: 'USD', balance: '1000.125' })
const yen = account(twin, { name: 'Giro', currency: 'JPY', balance: null })
const card = account(owner, { name: 'Card', type: 'credit', balance: '-20.00' })
const rows = [
  transaction(dollars, {
    amount: '0.125',
    currency: 'USD',
    bookingDate: '2026-02-01',
    counterpartyName: hostile,
  }),
  transaction(dollars, { amount: '5.5', currency: 'USD', side: 'credit', description: '(odd) text' }),
  transaction(dollars, { amount: '7.00', currency: 'EUR', bookingDate: '2026-02-03', reference: '=1+1' }),
  transaction(yen, { amount: '1000', currency: 'JPY', type: 'InternalCredit', side: 'credit' }),
  transaction(card, {
    amount: '20.00',
    category: { id: label.id, name: label.name, slug: label.slug },
    description: 'a,b "c"',
  }),
  transaction(card, { amount: '3.00', status: 'pending', bookingDate: null }),
  transaction(card, { amount: '3.00', side: null }),
]
const file = workspaceFile({
  companies: [owner, twin],
  accounts: [dollars, yen, card],
  categories: [label],
  transactions: rows,
})
const workspace = file.workspace.id

const march: TextStatement = {
  id: 'S3',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-01',
  to: '2026-03-31',
  entries: [
    { amount: '10.00', side: 'debit', day: '2026-03-02', name: 'Papierwerk', text: 'RE 1' },
    { amount: '0.10', side: 'debit', day: '2026-03-31', name: 'Papierwerk', text: 'RE 2' },
  ],
}
const april: TextStatement = {
  ...march,
  id: 'S4',
  opening: '89.90',
  from: '2026-04-01',
  to: '2026-04-30',
  entries: [{ amount: '0.20', side: 'credit', day: '2026-04-01', name: 'Kunde', text: 'RE 9' }],
}
/** After a statement that nobody imported. */
const june: TextStatement = {
  ...april,
  id: 'S6',
  opening: '200.00',
  from: '2026-06-01',
  to: '2026-06-30',
  entries: [],
}

interface Exported {
  path: string
  /** What the command says about it. */
  result: Record<string, unknown>
}

/** What load and import do, without a process for each, which would open the store again. */
async function fillStore(env: Environment): Promise<void> {
  const store = await openStore(readConfig(env))
  if (store === null) throw new Error('The store is in use.')
  try {
    const now = { nowMs: Date.now(), actor: { kind: 'command', id: 'test' } as const }
    for (const each of [file, smallWorkspace()]) await loadWorkspace(store.db, each, now)
    const given = { ...now, workspaceId: workspace, dryRun: false }
    for (const statement of [march, april, june]) {
      const content = zipOf(Buffer.from(camtText([statement])))
      const choices = { companyId: owner.id, partial: false }
      await importFiles(store.db, `${statement.id}.xml`, content, { ...given, choices })
    }
  } finally {
    await store.close()
  }
}

describeOnBothStores('florin export', store => {
  const sandbox = useSandbox()
  let env: Environment
  let database: TestStore | null = null

  beforeAll(async () => {
    database = store === 'embedded' ? null : await freshStore(store)
    env = database
      ? { DATABASE_URL: database.databaseUrl ?? '' }
      : { FLORIN_DATA_DIR: sandbox.dataFolder('data') }
    await fillStore(env)
  })
  afterAll(() => database?.remove())

  const florin = (line: string) => sandbox.run(line.split(' '), env)

  const made = new Map<string, Promise<Exported>>()

  /** Made once for all tests, because nothing in the store changes. */
  function exported(format: string): Promise<Exported> {
    const before = made.get(format)
    if (before !== undefined) return before
    const exporting = newlyExported(format)
    made.set(format, exporting)
    return exporting
  }

  async function newlyExported(format: string): Promise<Exported> {
    const path = join(sandbox.folder, `out.${format}`)
    const line = `export --workspace ${workspace} --format ${format} --output ${path} --json`
    const { code, stdout, stderr } = await florin(line)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    return { path, result: JSON.parse(stdout) }
  }

  it('as CSV has all transactions, oldest first, with names and signed exact amounts', async () => {
    const { path, result } = await exported('csv')
    expect(result).toEqual({ workspaceId: workspace, format: 'csv', transactions: 10 })
    const text = readFileSync(path, 'utf8')
    const found = parse(text, { columns: true, bom: true }) as Record<string, string>[]
    expect(found).toHaveLength(10)
    const dated = found.map(({ bookingDate }) => bookingDate).filter(day => day !== '')
    expect(dated).toEqual(dated.toSorted())
    const first = found.find(({ id }) => id === rows[0]?.id)
    expect(first).toMatchObject({
      amount: '-0.125',
      currency: 'USD',
      company: 'Süd & Söhne',
      account: 'Giro',
    })
    expect(found.find(({ id }) => id === rows[2]?.id)?.reference).toBe("'=1+1")
    expect(found.find(({ id }) => id === rows[4]?.id)).toMatchObject({ category: 'Office: supplies' })
    const piped = await florin(`export --workspace ${workspace} --format csv`)
    expect(piped).toMatchObject({ code: 0, stderr: '', stdout: text })
  })

  it('as XLSX and as Parquet has the same rows', async () => {
    const csv = parse(readFileSync((await exported('csv')).path, 'utf8'), {
      columns: true,
      bom: true,
    }) as Record<string, string>[]
    const ids = csv.map(({ id }) => id)
    const [sheet] = await readXlsx(zipOf(readFileSync((await exported('xlsx')).path)))
    const cells = parse(sheet?.csv ?? '', { delimiter: ';', columns: true }) as Record<string, string>[]
    expect(sheet?.name).toBe('Transactions')
    expect(cells.map(({ id }) => id)).toEqual(ids)
    expect(cells[0]?.bookingDate).toBe(csv[0]?.bookingDate)
    const bytes = readFileSync((await exported('parquet')).path)
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    const found = await parquetReadObjects({ file, compressors: { GZIP: input => gunzipSync(input) } })
    expect(found.map(({ id }) => id)).toEqual(ids)
    expect(found.map(({ amount }) => amount)).toEqual(csv.map(({ amount }) => Number(amount)))
  })

  it('of another or an unknown format and workspace is refused', async () => {
    expect(await florin(`export --workspace ${workspace} --format pdf`)).toMatchObject({
      code: 2,
      stdout: '',
    })
    expect(await florin('export --workspace nowhere --format csv')).toMatchObject({ code: 4, stdout: '' })
  })

  it.runIf(isInstalled('hledger'))(
    'as a journal is accepted by hledger, whose balances are those of the bank',
    async () => {
      const { path, result } = await exported('hledger')
      // Two accounts have a reported balance, one has three statements and a gap, and one has nothing.
      expect(result).toMatchObject({ transactions: 8, leftOut: 2, adjustments: 1 })
      run('hledger', ['-f', path, 'check', 'accounts'])
      const balances = run('hledger', [
        '-f',
        path,
        'balance',
        'assets',
        'liabilities',
        '--flat',
        '-N',
        '-O',
        'csv',
      ])
      expect(Object.fromEntries(parse(balances).slice(1))).toMatchObject({
        'assets:Süd-Söhne-2:Giro': '-7.00 EUR, 1000.125 USD',
        'assets:Süd-Söhne-2:Giro-2': '1000 JPY',
        'liabilities:Süd-Söhne:Card': '-20.00 EUR',
      })
      const text = readFileSync(path, 'utf8')
      expect(text.match(/= 89\.90 EUR/g)?.length).toBe(1)
      expect(text).toContain('= 200.00 EUR')
      expect(text).not.toContain('2026-01-01 * injected\n')
      // An assertion is worth something only if it fails for a wrong journal.
      const lost = join(sandbox.folder, 'lost.journal')
      writeFileSync(lost, text.replace('-10.00 EUR', '-10.01 EUR').replace('  10.00 EUR', '  10.01 EUR'))
      expect(() => run('hledger', ['-f', lost, 'check'])).toThrow(/assertion/i)
    },
  )

  it.runIf(isInstalled('bean-check'))(
    'for Beancount is accepted by bean-check, and its balances are exact',
    async () => {
      const { path, result } = await exported('beancount')
      expect(result).toMatchObject({ transactions: 8, leftOut: 2, adjustments: 1 })
      run('bean-check', [path])
      const text = readFileSync(path, 'utf8')
      expect(text).toMatch(/^2026-04-01 balance Assets:Süd-Söhne:\S+ {2}89\.90 ~ 0 EUR$/m)
      const lost = join(sandbox.folder, 'lost.beancount')
      writeFileSync(lost, text.replace('-10.00 EUR', '-10.001 EUR').replace('  10.00 EUR', '  10.001 EUR'))
      expect(() => run('bean-check', [lost])).toThrow(/Balance failed/)
    },
  )
})
