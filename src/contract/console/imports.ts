/** Imports, their reports, and uploads. */
import * as z from 'zod'
import {
  choice,
  currency,
  cursorParameter,
  date,
  decimalPattern,
  id,
  instant,
  limitParameter,
  pageOf,
  requestedId,
  text,
} from '../primitives.ts'
import { csvMapping, csvProposal } from './csvMapping.ts'
import { consoleOperation } from './operation.ts'
import { editors, everyone } from './roles.ts'

/** Maximum lengths of the lists in a report. The counts are always complete. */
export const reportProblemsMax = 500
export const reportStatementsMax = 500

export const problem = z.object({
  line: z.int().nullable().meta({ description: 'From 1; null if the format has no lines.' }),
  at: z.string().meta({ description: 'Path, tag or column, depending on the format.' }),
  reason: z.string(),
  severity: choice(['error', 'note'], 'An entry with an error is left out; a note has no effect.'),
})

const amount = z.string().regex(decimalPattern)

export const checkStates = ['adds_up', 'does_not_add_up', 'cannot_be_told'] as const

export const importedStatement = z.object({
  accountId: z.string().nullable().meta({ description: 'Null for an account that does not exist yet.' }),
  account: z.string().meta({ description: 'IBAN or account number.' }),
  accountCreated: z.boolean(),
  bankId: z.string().nullable(),
  number: z.string().nullable(),
  from: date('First day.').nullable(),
  to: date('Last day.').nullable(),
  currency: currency.nullable(),
  opening: amount.nullable(),
  closing: amount.nullable(),
  entries: z.int(),
  added: z.int(),
  changed: z.int(),
  known: z.int(),
  check: choice(checkStates, 'Whether the opening balance plus all entries equals the closing balance.'),
  difference: amount.nullable().meta({ description: 'Closing balance minus opening balance and entries.' }),
  remark: z.string().nullable().meta({ description: 'Why it does not add up, or cannot be checked.' }),
})

/** A gap or overlap between a statement and its neighbours. */
export const continuity = z.object({
  kind: choice(['gap', 'overlap'], 'Something is missing between two statements, or they overlap.'),
  accountId: z.string().nullable().meta({ description: 'Null for an account that does not exist yet.' }),
  sentence: z.string(),
})

export const importedBill = z.object({
  billId: z.string().nullable().meta({ description: 'Null for a bill that does not exist yet.' }),
  outcome: choice(['added', 'known', 'failed'], 'New, already known, or saved without its values.'),
  status: z.string(),
  supplierName: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  totalAmount: amount.nullable(),
  currency: z.string().nullable(),
  remark: z.string().nullable(),
})

/** Maximum number of rows in a preview. */
export const previewRowsMax = 20

/** A transaction as it would be added. */
export const previewRow = z.object({
  bookingDate: date('Null if it is not booked yet.').nullable(),
  name: z.string().nullable().meta({ description: 'The counterparty, or else the text.' }),
  amount,
  currency,
  side: choice(['credit', 'debit'], 'Money in or out.').nullable(),
  categoryId: z.string().nullable().meta({ description: 'The category that a rule would give it.' }),
})

export type PreviewRow = z.infer<typeof previewRow>

/** Which company the file belongs to has to be chosen. */
export const companyQuestion = z.object({
  companies: z.array(z.object({ id: z.string(), name: z.string() })),
  proposedId: z.string().nullable().meta({ description: 'The company that it probably belongs to.' }),
  because: z.string().nullable().meta({ description: 'Why, as a sentence.' }),
})

export type CompanyQuestion = z.infer<typeof companyQuestion>

export const importOutcomes = ['imported', 'nothing_new', 'refused'] as const

export const importReport = z.object({
  importId: z.string().nullable().meta({ description: 'Null if nothing was saved.' }),
  fileName: z.string(),
  bytes: z.int(),
  format: z
    .string()
    .nullable()
    .meta({ examples: ['camt.053.001.08'] }),
  outcome: choice(importOutcomes, 'Outcome, or what it would be.'),
  reason: z.string().nullable().meta({ description: 'Why it was refused, and what to do.' }),
  partial: z
    .boolean()
    .meta({ description: 'Whether entries with errors were left out, or wrong sums accepted.' }),
  counts: z.object({
    entries: z.int(),
    added: z.int(),
    changed: z.int(),
    known: z.int(),
    leftOut: z.int(),
    categorised: z.int(),
    matched: z.int(),
    suggested: z.int(),
    statements: z.int(),
    problems: z.int(),
  }),
  statements: z.array(importedStatement),
  continuity: z.array(continuity),
  bills: z.array(importedBill),
  problems: z.array(problem),
  rows: z
    .array(previewRow)
    .optional()
    .meta({ description: `The first ${previewRowsMax} rows that would be added; only in a preview.` }),
  company: companyQuestion
    .optional()
    .meta({ description: 'If it was refused because the company has to be chosen.' }),
  csv: csvProposal.nullable().meta({ description: 'How the CSV was read, or a guess.' }),
})

export type ImportReport = z.infer<typeof importReport>
export type ImportedStatement = z.infer<typeof importedStatement>
export type ImportedBill = z.infer<typeof importedBill>
export type Continuity = z.infer<typeof continuity>

const listed = z.object({
  id: id('Opaque id of the import.', 'imp_01JZ7Q4W0G3V8N5K2M9R6T1XYP'),
  at: instant('When it was done.'),
  actor: z.object({
    kind: choice(['person', 'command'], 'Kind of actor.'),
    id: z.string(),
    name: z.string().nullable(),
  }),
  undoneAt: instant('When it was undone.').nullable(),
  report: importReport,
})

export type ListedImport = z.infer<typeof listed>

export const listImports = consoleOperation({
  id: 'listImports',
  method: 'GET',
  path: '/imports',
  summary: 'All imports, newest first',
  access: everyone,
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  success: { status: 200, description: 'A page of imports.', schema: pageOf(listed) },
})

export const getImport = consoleOperation({
  id: 'getImport',
  method: 'GET',
  path: '/imports/{id}',
  summary: 'One import',
  access: everyone,
  success: { status: 200, description: 'The import.', schema: listed },
})

export const undoImport = consoleOperation({
  id: 'undoImport',
  method: 'DELETE',
  path: '/imports/{id}',
  summary: 'Undo an import exactly; 409 with the reasons if later work depends on it',
  access: editors,
  query: z.object({
    withWork: choice(['true'], 'Also undo what people did with its bills since.').optional(),
  }),
  success: { status: 200, description: 'The import, as undone.', schema: listed },
})

/** Options for importing a file. */
export const importChoices = {
  companyId: requestedId(
    'The company of the files; required if the workspace has several companies.',
  ).optional(),
  accountId: requestedId('The account of the entries, if the file does not name one.').optional(),
  partial: z
    .boolean()
    .default(false)
    .meta({ description: 'Import what can be read, including statements that do not add up.' }),
  csvMapping: csvMapping.optional().meta({ description: 'How to read a CSV; stored with the account.' }),
}

export const runImport = consoleOperation({
  id: 'runImport',
  method: 'POST',
  path: '/imports',
  summary: 'Import an uploaded file, or preview it',
  access: editors,
  body: z.strictObject({
    uploadId: requestedId('The uploaded file.'),
    dryRun: z.boolean().default(false).meta({ description: 'Only preview the import.' }),
    ...importChoices,
  }),
  success: {
    status: 200,
    description: 'Lines of JSON: progress, then either the reports or a failure.',
    form: 'lines',
    schema: z.union([
      z.object({ progress: z.object({ done: z.int(), total: z.int() }) }),
      z.object({ reports: z.array(importReport) }),
      z.object({ failure: z.object({ code: z.string(), message: z.string() }) }),
    ]),
  },
})

export const uploadBytesMax = 512 * 1024 * 1024
export const uploadPieceBytes = 1024 * 1024

const unfinishedUpload = z.object({
  id: id('Opaque id of the upload.', 'upl_01JZ7Q4W0G3V8N5K2M9R6T1XYQ'),
  name: z.string(),
  bytes: z.int().meta({ description: 'Announced size of the file.' }),
  receivedBytes: z.int().meta({ description: 'How much of it has been received.' }),
  createdAt: instant('When the upload was started.'),
  expiresAt: instant('When it is deleted if it has not been imported.'),
})

export type UnfinishedUpload = z.infer<typeof unfinishedUpload>

export const listUploads = consoleOperation({
  id: 'listUploads',
  method: 'GET',
  path: '/uploads',
  summary: 'Your complete and partial uploads that are not imported yet, newest first',
  access: editors,
  success: {
    status: 200,
    description: 'The files.',
    schema: z.object({ data: z.array(unfinishedUpload) }),
  },
})

export const startUpload = consoleOperation({
  id: 'startUpload',
  method: 'POST',
  path: '/uploads',
  summary: 'Start an upload; its pieces follow, each of pieceBytes except the last',
  access: editors,
  body: z.strictObject({
    name: text({ min: 1, max: 255, trim: true }),
    bytes: z
      .int({ error: 'must be a whole number' })
      .min(0)
      .max(uploadBytesMax, {
        error: `must be at most ${uploadBytesMax}; split the file, or use florin import`,
      }),
  }),
  success: {
    status: 201,
    description: 'The upload.',
    schema: z.object({ id: z.string(), pieceBytes: z.int(), pieces: z.int() }),
  },
})

export const sendPiece = consoleOperation({
  id: 'sendPiece',
  method: 'POST',
  path: '/uploads/{id}',
  summary: 'Send one piece of a file, as bytes',
  access: editors,
  query: z.object({
    position: z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number from 0')
      .transform(Number)
      .meta({ description: 'Number of the piece, from 0.' }),
  }),
  bytesMax: uploadPieceBytes,
  success: { status: 204, description: 'Received.' },
})

export const dropUpload = consoleOperation({
  id: 'dropUpload',
  method: 'DELETE',
  path: '/uploads/{id}',
  summary: 'Delete an upload; uploads are also deleted after a day',
  access: editors,
  success: { status: 204, description: 'Deleted.' },
})
