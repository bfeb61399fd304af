/** The commands for bills, on both stores, and once beside a service that has the store open. */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeResult } from '../../../src/cli/output.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { type CommandName, type CommandResult, runCommand } from '../../../src/main/commands/commands.ts'
import { listenForCommands } from '../../../src/main/commands/controlSocket.ts'
import { controlSocketPath, takeDataFolder } from '../../../src/main/dataFolder.ts'
import { Failure } from '../../../src/main/failure.ts'
import { listDocuments } from '../../../src/store/documents.ts'
import { openEmbedded } from '../../../src/store/engine/embedded.ts'
import { ciiOf, facts, pdfWith, ublOf } from '../../import/invoices/written.ts'
import { takeInvoice } from '../../support/bills.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { useSandbox } from '../../support/program.ts'
import { actor, startOfTime, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'

describeOnBothStores('The command', store => {
  const service = useService(store)
  const file = smallWorkspace()
  const workspace = file.workspace.id

  beforeAll(async () => {
    await service.current.load(file)
  })

  const surroundings = () => ({
    db: service.current.store.db,
    migration: { applied: [], version: 4 },
    home: '',
    nowMs: service.current.nowMs,
    onProgress: () => undefined,
  })

  async function run<Name extends CommandName>(name: Name, input: object) {
    const pieces: Uint8Array[] = []
    const write = async (piece: string | Uint8Array) => void pieces.push(Buffer.from(piece as Uint8Array))
    const result = await runCommand(name, { ...surroundings(), write }, input)
    return { result: result as CommandResult<Name>, output: Buffer.concat(pieces) }
  }

  /** The one line that the operator sees. */
  async function refusal(name: CommandName, input: object): Promise<string> {
    const error = await run(name, input).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Failure)
    return (error as Failure).message
  }

  const take = (content: string | Uint8Array, name = 'invoice.xml') =>
    takeInvoice(service.current.store.db, file, { content, name, nowMs: service.current.nowMs })

  const shown = async (id: string): Promise<string> =>
    describeResult('bills show', (await run('bills show', { workspace, id })).result).join('\n')

  describe('bills show', () => {
    it('returns the bill and its details, as in the console', async () => {
      const { billId } = await take(ublOf({ number: 'shown' }))
      const { result } = await run('bills show', { workspace, id: billId })
      expect(result.bill).toMatchObject({ id: billId, invoiceNumber: 'shown' })
      expect(result.details).toMatchObject({
        billId,
        format: 'ubl-invoice',
        documents: [{ name: 'invoice.xml' }],
      })
    })

    it('prints each value with its place, the checks with marks, the steps and the documents', async () => {
      const { billId } = await take(ublOf({ number: 'off by one', lines: ['1.00'] }))
      const text = await shown(billId)
      expect(text).toMatch(`Bill ${billId} from ${facts.supplier} for 200.00 EUR: pending_match.`)
      expect(text).toContain('Values (ubl-invoice, urn:cen.eu:en16931:2017):')
      expect(text).toMatch(
        /^ {2}totalAmount +200\.00 +\/Invoice\/cac:LegalMonetaryTotal\/cbc:PayableAmount$/m,
      )
      expect(text).toMatch(/^ {2}✗ +lineSum +The lines \(1\) add up to 1\.00; /m)
      expect(text).toMatch(/^ {2}✓ +iban +/m)
      expect(text).toMatch(/^ {2}pending_match +2026-06-01T12:00:00/m)
      expect(text).toMatch(/^ {2}doc_\w{26} +invoice\.xml +application\/xml +\d+ +2026\S+ +[0-9a-f]{64}$/m)
      expect(text).not.toContain('could not be read')
    })

    it('prints why a bill could not be read, and what is missing', async () => {
      const { billId } = await take(await pdfWith({}), 'scan.pdf')
      const text = await shown(billId)
      expect(text).toContain('It could not be read: the PDF contains no e-invoice')
      expect(text).toContain('Missing: supplierName, invoiceNumber, totalAmount, currency, invoiceDate.')
      expect(text).not.toContain('Values')
    })

    it('prints where the bill now has another value, and which transaction settles it', async () => {
      const { billId, stamp } = await take(ublOf({ number: 'settled' }))
      const { db } = service.current.store
      await db.query('update bills set due_date = null where workspace_id = $1 and id = $2', [
        workspace,
        billId,
      ])
      await db.query(
        `insert into bill_matches
           (workspace_id, bill_id, transaction_id, actor_kind, actor_id, at, score, reasons, status_before)
         values ($1, $2, 'txn_1', 'service', 'matching', $3, 95, $4::jsonb, 'pending_match')`,
        [workspace, billId, stamp, '[{"sign":"date","points":-5,"sentence":"It was paid late."}]'],
      )
      const text = await shown(billId)
      expect(text).toContain('/Invoice/cbc:DueDate (the bill now has nothing)')
      expect(text).toContain(
        `Settled by transaction txn_1, matched by the service at ${stamp} (score 95 of 100):`,
      )
      expect(text).toMatch(/^ {2}-5 +It was paid late\.$/m)
    })

    it('prints a bill without a document in one line', async () => {
      const id = file.bills[0]?.id ?? ''
      expect(await shown(id)).toBe(`Bill ${id}: new.`)
    })

    it('finds no bill of another workspace', async () => {
      const { foreign } = service.current
      const id = foreign.bills[0]?.id ?? ''
      expect(await refusal('bills show', { workspace, id })).toContain(
        `Workspace ${workspace} has no bill ${id}.`,
      )
      expect(await refusal('bills show', { workspace: 'nowhere', id })).toContain(
        'There is no workspace nowhere.',
      )
    })
  })

  describe('bills document', () => {
    it('writes the exact bytes, by the id of the document or of a bill with one document', async () => {
      const pdf = await pdfWith({
        'factur-x.xml': ciiOf({ number: 'as PDF' }),
        'large.bin': Buffer.alloc(500_000, 7),
      })
      const { billId } = await take(pdf, 'a.pdf')
      const [document] = await listDocuments(service.current.store.db, workspace, billId)
      const byBill = await run('bills document', { workspace, id: billId })
      expect(byBill.output.equals(pdf)).toBe(true)
      const byDocument = await run('bills document', { workspace, id: document?.id })
      expect(byDocument.output.equals(pdf)).toBe(true)
      const result = { id: document?.id, name: 'a.pdf', mediaType: 'application/pdf', bytes: pdf.length }
      expect([byBill.result, byDocument.result]).toEqual([result, result])
      expect(describeResult('bills document', result)).toEqual([
        `Saved document ${document?.id} (a.pdf): ${pdf.length} bytes.`,
      ])
    })

    it('asks which document if a bill has several', async () => {
      const { billId } = await take(ublOf({ number: 'twice' }))
      await take(ciiOf({ number: 'twice' }), 'second.xml')
      const message = await refusal('bills document', { workspace, id: billId })
      expect(message).toMatch(
        /has several documents\. Use the id of one of them: doc_\w+ \(invoice\.xml\), doc_\w+ \(second\.xml\)\.$/,
      )
    })

    it('writes nothing of another workspace, and nothing if there is no document', async () => {
      const { billId } = await take(ublOf({ number: 'mine' }))
      const [document] = await listDocuments(service.current.store.db, workspace, billId)
      const { foreign } = service.current
      for (const id of [billId, document?.id]) {
        expect(await refusal('bills document', { workspace: foreign.workspace.id, id })).toContain(
          'has no document or bill with the id',
        )
      }
      const bare = file.bills[0]?.id
      expect(await refusal('bills document', { workspace, id: bare })).toBe(`Bill ${bare} has no document.`)
    })
  })
})

describe('While another process has the embedded store open', () => {
  const sandbox = useSandbox()

  it('a document passes through its control socket completely, to a file or to standard output', async () => {
    const dataDir = sandbox.dataFolder('data')
    const folder = await takeDataFolder(dataDir)
    const db = await openEmbedded({ folder: folder?.storePath ?? '' })
    const migration = { applied: [], version: 4 }
    const surroundings = { db, migration, home: '', clock: () => Date.now() }
    const control = await listenForCommands(controlSocketPath(dataDir), surroundings)
    try {
      const file = smallWorkspace()
      const nowMs = Date.parse(startOfTime)
      await loadWorkspace(db, file, { nowMs, actor })
      const pdf = await pdfWith({ 'factur-x.xml': ciiOf(), 'large.bin': randomBytes(400_000) })
      const asPdf = await takeInvoice(db, file, { content: pdf, name: 'a.pdf', nowMs })
      const xml = ublOf({ number: 'by itself' })
      const asXml = await takeInvoice(db, file, { content: xml, nowMs })
      const florin = (line: string) => sandbox.run(line.split(' '), { FLORIN_DATA_DIR: dataDir })

      const at = `--workspace ${file.workspace.id}`
      const saved = await florin(`bills document ${asPdf.billId} ${at} --output out.pdf --json`)
      expect({ ...saved, stdout: JSON.parse(saved.stdout) }).toMatchObject({
        code: 0,
        stderr: '',
        stdout: { name: 'a.pdf', bytes: pdf.length },
      })
      expect(readFileSync(join(sandbox.folder, 'out.pdf')).equals(pdf)).toBe(true)
      expect(readdirSync(sandbox.folder).sort()).toEqual(['data', 'out.pdf'])
      expect(await florin(`bills document ${asXml.billId} ${at}`)).toMatchObject({
        code: 0,
        stderr: '',
        stdout: xml,
      })
    } finally {
      await control.close()
      await db.close()
      await folder?.release()
    }
  })
})
