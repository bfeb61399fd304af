/** The import command, in this process and on both stores. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportReport } from '../../../src/contract/console/imports.ts'
import { type CommandName, type CommandResult, runCommand } from '../../../src/main/commands/commands.ts'
import { PassingFailure } from '../../../src/main/failure.ts'
import { StoreUnavailable } from '../../../src/store/engine/door.ts'
import { zip } from '../../import/files/zipBytes.ts'
import { type Importer, ownIban, useImporter } from '../../import/importer.ts'
import { camtText, csvText, csvTextMapping, type TextStatement } from '../../import/statementTexts.ts'
import { account } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'

const march: TextStatement = {
  id: 'S3',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-01',
  to: '2026-03-31',
  entries: [
    { amount: '10.00', side: 'debit', day: '2026-03-02', name: 'Papierwerk', text: 'RE 1' },
    { amount: '25.50', side: 'credit', day: '2026-03-09', name: 'Nordlicht', text: 'RE 2' },
  ],
}
const april: TextStatement = {
  ...march,
  id: 'S4',
  opening: '115.50',
  from: '2026-04-01',
  to: '2026-04-30',
  entries: [],
}
const wrong: TextStatement = { ...april, id: 'S9', closing: '999.00' }

describeOnBothStores('import by command', storeName => {
  const importer = useImporter(storeName)
  let folder: string
  let progress: [number, number][] = []

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-import-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function saved(name: string, content: string | Uint8Array | object): string {
    const path = join(folder, name)
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    writeFileSync(path, isRaw ? content : JSON.stringify(content))
    return path
  }

  async function run<Name extends CommandName>(
    { loader, workspaceId }: Importer,
    name: Name,
    input: object = {},
    db = loader.store.db,
  ): Promise<CommandResult<Name>> {
    progress = []
    const context = {
      db,
      migration: { applied: [], version: 1 },
      nowMs: Date.parse('2026-06-01T12:00:00.000Z'),
      home: 'http://127.0.0.1:8080',
      onProgress: (done: number, total: number) => progress.push([done, total]),
      write: async () => undefined,
    }
    return (await runCommand(name, context, { workspace: workspaceId, ...input })) as CommandResult<Name>
  }

  const outcomes = (reports: readonly ImportReport[]) =>
    reports.map(({ fileName, outcome, counts }) => `${fileName} ${outcome} ${counts.added}`)

  it('imports each file separately, even if another is refused, and reports progress over all bytes', async () => {
    const own = await importer.workspace()
    const files = [
      saved('march.xml', camtText([march])),
      saved('wrong.xml', camtText([wrong])),
      join(folder, 'nowhere.xml'),
      folder,
      saved('april.xml', camtText([april])),
    ]
    const { reports } = await run(own, 'import', { files })
    expect(outcomes(reports)).toEqual([
      'march.xml imported 2',
      'wrong.xml refused 0',
      'nowhere.xml refused 0',
      expect.stringMatching(/^florin-import-\w+ refused 0$/),
      'april.xml imported 0',
    ])
    expect((await own.exported()).transactions).toHaveLength(2)
    const total = [march, wrong, april].reduce((sum, each) => sum + Buffer.byteLength(camtText([each])), 0)
    expect(new Set(progress.map(([, of]) => of))).toEqual(new Set([total]))
    expect(progress.map(([done]) => done)).toEqual(progress.map(([done]) => done).sort((a, b) => a - b))
    expect(progress.at(-1)).toEqual([total, total])
  })

  it('reports what it would do in a dry run, and changes nothing', async () => {
    const own = await importer.workspace()
    const before = [await own.exported(), await own.clock()]
    const result = await run(own, 'import', {
      files: [saved('dry.xml', camtText([march]))],
      'dry-run': 'true',
    })
    expect(result).toMatchObject({ dryRun: true, reports: [{ outcome: 'imported', importId: null }] })
    expect([await own.exported(), await own.clock()]).toEqual(before)
  })

  it('refuses a statement that does not add up, unless partial imports are allowed', async () => {
    const own = await importer.workspace()
    const files = [saved('wrong.xml', camtText([wrong]))]
    expect((await run(own, 'import', { files })).reports[0]?.reason).toContain('does not add up')
    expect((await run(own, 'import', { files, partial: 'true' })).reports[0]?.outcome).toBe('imported')
  })

  it('checks workspace, company and account before the first file', async () => {
    const own = await importer.workspace()
    const foreign = await importer.workspace(file => ({
      ...file,
      accounts: [account(file.companies[0] ?? { id: '' })],
    }))
    const files = [saved('march.xml', camtText([march]))]
    const refusal = (input: object) => run(own, 'import', { files, ...input })
    await expect(refusal({ workspace: 'nowhere' })).rejects.toThrow(
      /no workspace nowhere.*florin workspaces list/,
    )
    const [company, strange] = [foreign.file.companies[0]?.id, foreign.file.accounts[0]?.id]
    await expect(refusal({ company })).rejects.toThrow(`There is no company ${company} in the workspace.`)
    await expect(refusal({ account: strange })).rejects.toThrow(
      `There is no account ${strange} in the workspace.`,
    )
    expect((await own.exported()).transactions).toEqual([])
  })

  it('refuses 10 GB at once by the file size', async () => {
    const own = await importer.workspace()
    const path = saved('huge.xml', camtText([march]))
    truncateSync(path, 10 * 1024 ** 3)
    const { reports } = await run(own, 'import', { files: [path] })
    expect(reports).toMatchObject([{ outcome: 'refused', reason: expect.stringContaining('is larger than') }])
    rmSync(path)
  })

  it('refuses more files than it can report on at once', async () => {
    const own = await importer.workspace()
    const files = Array.from({ length: 1_001 }, (_, index) => `/nowhere/${index}`)
    await expect(run(own, 'import', { files })).rejects.toThrow(
      /^1001 files are more than the limit of 1000\. /,
    )
  })

  it('says on which file the store failed, and that repeating the command is safe', async () => {
    const own = await importer.workspace()
    const { db } = own.loader.store
    let transactions = 0
    const failing = Object.assign(Object.create(db), {
      query: db.query.bind(db),
      transaction: async (...given: Parameters<typeof db.transaction>) => {
        transactions += 1
        if (transactions === 2) throw new StoreUnavailable('The database is out of reach.')
        return await db.transaction(...given)
      },
    })
    const files = [saved('one.xml', camtText([march])), saved('two.xml', camtText([april]))]
    const failure: Error = await run(own, 'import', { files }, failing).then(
      () => new Error('it was imported'),
      error => error,
    )
    expect(failure).toBeInstanceOf(PassingFailure)
    expect(failure.message).toMatch(
      /two\.xml: The database is out of reach\. .* The file before it .* nothing is imported twice\.$/,
    )
    expect(outcomes((await run(own, 'import', { files })).reports)).toEqual([
      'one.xml nothing_new 0',
      'two.xml imported 0',
    ])
  })

  it('shows the guessed mapping of a CSV file, and remembers it once accepted', async () => {
    const own = await importer.workspace(file => ({
      ...file,
      accounts: [account(file.companies[0] ?? { id: '' }, { iban: ownIban, currency: 'EUR' })],
    }))
    const files = [saved('bank.csv', csvText(march))]
    const where = { files, account: own.file.accounts[0]?.id }
    const [guess] = (await run(own, 'import', where)).reports
    expect(guess).toMatchObject({ outcome: 'refused', csv: { origin: 'guessed', mapping: csvTextMapping } })
    const dry = await run(own, 'import', { ...where, 'accept-mapping': 'true', 'dry-run': 'true' })
    expect(outcomes(dry.reports)).toEqual(['bank.csv imported 2'])
    expect((await run(own, 'import', where)).reports[0]?.outcome).toBe('refused')
    const accepted = await run(own, 'import', { ...where, 'accept-mapping': 'true' })
    expect(outcomes(accepted.reports)).toEqual(['bank.csv imported 2'])
    const again = await run(own, 'import', where)
    expect(again.reports).toMatchObject([{ outcome: 'nothing_new', csv: { origin: 'kept' } }])
  })

  it('asks for the year of dates without one again with each file', async () => {
    const own = await importer.workspace(file => ({
      ...file,
      accounts: [account(file.companies[0] ?? { id: '' }, { iban: ownIban, currency: 'EUR' })],
    }))
    const text = 'Datum;Verwendungszweck;Betrag;Währung\n27.03.;Gutschrift Gehalt;10,00;EUR\n'
    const where = { files: [saved('short.csv', text)], account: own.file.accounts[0]?.id }
    const given = await run(own, 'import', { ...where, 'accept-mapping': 'true', year: '2025' })
    expect(outcomes(given.reports)).toEqual(['short.csv imported 1'])
    const [later] = (await run(own, 'import', where)).reports
    expect(later).toMatchObject({
      outcome: 'refused',
      csv: { origin: 'guessed', mapping: { dateFormat: 'DD.MM.' }, uncertain: [{ at: 'year' }] },
    })
  })

  it('does not accept a mapping without a currency, and still imports the rest of the ZIP', async () => {
    const own = await importer.workspace()
    const bare = csvText(march).replace('Währung', 'Notiz').replaceAll(';EUR;', ';x;')
    const both = zip(
      { name: 'bank.csv', bytes: Buffer.from(bare) },
      { name: 'april.xml', bytes: Buffer.from(camtText([april])) },
    )
    const files = [saved('both.zip', both)]
    const { reports } = await run(own, 'import', { files, 'accept-mapping': 'true' })
    expect(outcomes(reports)).toEqual(['bank.csv refused 0', 'april.xml imported 0'])
    expect(reports[0]?.reason).toMatch(
      /^The guess is incomplete: it must have the currency, .* --currency, or with --mapping FILE\.$/,
    )
  })

  it('reads a mapping from a file, names every mistake in it, and refuses two sources of a mapping', async () => {
    const own = await importer.workspace(file => ({
      ...file,
      accounts: [account(file.companies[0] ?? { id: '' }, { iban: ownIban, currency: 'EUR' })],
    }))
    const where = { files: [saved('bank.csv', csvText(march))], account: own.file.accounts[0]?.id }
    const withMapping = (content: string | object) =>
      run(own, 'import', { ...where, mapping: saved('mapping.json', content) })
    await expect(withMapping('{')).rejects.toThrow('mapping.json is not JSON')
    await expect(withMapping({ ...csvTextMapping, decimal: ';', colour: 'red' })).rejects.toThrow(
      /decimal must be one of .*; colour is not a known field/,
    )
    await expect(withMapping({ ...csvTextMapping, columns: { amount: 1, currency: 2 } })).rejects.toThrow(
      'columns must have bookingDate',
    )
    const both = run(own, 'import', { ...where, mapping: 'any', 'accept-mapping': 'true' })
    await expect(both).rejects.toThrow('cannot be used together')
    expect(outcomes((await withMapping(csvTextMapping)).reports)).toEqual(['bank.csv imported 2'])
  })

  it('lists imports newest first, shows one whole, and takes it back only while nothing stands on it', async () => {
    const own = await importer.workspace()
    const take = async (name: string, text: string) =>
      (await run(own, 'import', { files: [saved(name, text)] })).reports[0]?.importId ?? ''
    const before = await own.facts()
    const first = await take('first.xml', camtText([march]))
    const second = await take('second.xml', camtText([{ ...march, id: 'S3b' }]))
    const { imports, more } = await run(own, 'imports list')
    expect(imports.map(({ id, fileName, undoneAt }) => [id, fileName, undoneAt])).toEqual([
      [second, 'second.xml', null],
      [first, 'first.xml', null],
    ])
    expect(more).toBe(false)
    expect(await run(own, 'imports show', { id: first })).toMatchObject({
      id: first,
      report: { fileName: 'first.xml', statements: [{ bankId: 'S3', added: 2 }] },
    })
    expect(await run(own, 'imports undo', { id: first })).toEqual({
      id: first,
      undone: false,
      reasons: [
        `The import of second.xml at ${imports[0]?.at} depends on 2 transactions of it: undo that import first.`,
      ],
    })
    for (const id of [second, first]) expect((await run(own, 'imports undo', { id })).undone).toBe(true)
    expect(await own.facts()).toEqual(before)
    await expect(run(own, 'imports undo', { id: first })).rejects.toThrow('has already been undone')
  })

  it("does not know another workspace's import", async () => {
    const [own, foreign] = [await importer.workspace(), await importer.workspace()]
    const { reports } = await run(own, 'import', { files: [saved('own.xml', camtText([march]))] })
    const id = reports[0]?.importId ?? ''
    expect(await run(foreign, 'imports list')).toEqual({ imports: [], more: false })
    for (const name of ['imports show', 'imports undo'] as const) {
      await expect(run(foreign, name, { id })).rejects.toThrow(`There is no import ${id} in the workspace.`)
    }
    expect((await own.exported()).transactions).toHaveLength(2)
  })
})
