/** Files that come in: what each did, or would do, and what stands in the way of taking it back. */
import { z } from 'zod'
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
import { everyone, managers } from './roles.ts'

/** What is kept of a report; the counts beside each list are always whole. */
export const reportProblemsMax = 500
export const reportStatementsMax = 500

export const problem = z.object({
  line: z.int().nullable().meta({ description: 'From 1; null where the file has no lines.' }),
  at: z.string().meta({ description: 'Path, tag or column, as the format calls it.' }),
  reason: z.string(),
  severity: choice(['error', 'note'], 'An entry with an error is left out; a note changes nothing.'),
})

const amount = z.string().regex(decimalPattern)

export const checkStates = ['adds_up', 'does_not_add_up', 'cannot_be_told'] as const

export const importedStatement = z.object({
  accountId: z.string().nullable().meta({ description: 'Null for an account that is still to be made.' }),
  account: z.string().meta({ description: 'Its IBAN or number, as people know it.' }),
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
  check: choice(checkStates, 'Whether opening and entries make closing.'),
  difference: amount.nullable().meta({ description: 'What closing is more than opening and entries.' }),
  remark: z.string().nullable().meta({ description: 'Why it does not add up, or cannot be told to.' }),
})

/** Between a statement and those before and after it. */
export const continuity = z.object({
  kind: choice(['gap', 'overlap'], 'Something is missing between two statements, or they share days.'),
  accountId: z.string().nullable().meta({ description: 'Null for an account that is still to be made.' }),
  sentence: z.string(),
})

export const importedBill = z.object({
  billId: z.string().nullable().meta({ description: 'Null for a bill that is still to be made.' }),
  outcome: choice(['added', 'known', 'failed'], 'New, there already, or kept without its values.'),
  status: z.string(),
  supplierName: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  totalAmount: amount.nullable(),
  currency: z.string().nullable(),
  remark: z.string().nullable(),
})

export const importOutcomes = ['imported', 'nothing_new', 'refused'] as const

export const importReport = z.object({
  importId: z.string().nullable().meta({ description: 'Null where nothing was stored.' }),
  fileName: z.string(),
  bytes: z.int(),
  format: z
    .string()
    .nullable()
    .meta({ examples: ['camt.053.001.08'] }),
  outcome: choice(importOutcomes, 'What became of it, or would.'),
  reason: z.string().nullable().meta({ description: 'Why it was refused, and what to do.' }),
  partial: z
    .boolean()
    .meta({ description: 'Entries with errors were left out, or sums that differ accepted.' }),
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
  csv: csvProposal.nullable().meta({ description: 'How the CSV was read, or might be.' }),
})

export type ImportReport = z.infer<typeof importReport>
export type ImportedStatement = z.infer<typeof importedStatement>
export type ImportedBill = z.infer<typeof importedBill>
export type Continuity = z.infer<typeof continuity>

const listed = z.object({
  id: id('Opaque id of the import.', 'imp_01JZ7Q4W0G3V8N5K2M9R6T1XYP'),
  at: instant('When it was done.'),
  actor: z.object({
    kind: choice(['person', 'command'], 'What did it.'),
    id: z.string(),
    name: z.string().nullable(),
  }),
  undoneAt: instant('When it was taken back.').nullable(),
  report: importReport,
})

export type ListedImport = z.infer<typeof listed>

export const listImports = consoleOperation({
  id: 'listImports',
  method: 'GET',
  path: '/imports',
  summary: 'What came in, newest first',
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
  summary: 'Take an import back, exactly; 409 where later work stands on it, with what that is',
  access: managers,
  success: { status: 200, description: 'The import, as undone.', schema: listed },
})

/** How a file is to be taken. */
export const importChoices = {
  companyId: requestedId(
    'Whose files they are; needed where the workspace has several companies.',
  ).optional(),
  accountId: requestedId('The account that the entries belong to, where a file does not say.').optional(),
  partial: z
    .boolean()
    .default(false)
    .meta({ description: 'Take what can be read, and statements that do not add up.' }),
  csvMapping: csvMapping.optional().meta({ description: 'How to read a CSV; kept with the account.' }),
}

export const runImport = consoleOperation({
  id: 'runImport',
  method: 'POST',
  path: '/imports',
  summary: 'Take in an uploaded file, or see what it would do',
  access: managers,
  body: z.strictObject({
    uploadId: requestedId('The file.'),
    dryRun: z.boolean().default(false).meta({ description: 'Only say what it would do.' }),
    ...importChoices,
  }),
  success: {
    status: 200,
    description: 'Lines of JSON, each of them one of these: progress, and at last the reports or a failure.',
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
  bytes: z.int().meta({ description: 'How long the file is, as it was announced.' }),
  receivedBytes: z.int().meta({ description: 'How much of it has come.' }),
  createdAt: instant('When it was announced.'),
  expiresAt: instant('When it is removed unless it is imported before.'),
})

export type UnfinishedUpload = z.infer<typeof unfinishedUpload>

export const listUploads = consoleOperation({
  id: 'listUploads',
  method: 'GET',
  path: '/uploads',
  summary: 'Your files that were sent, in whole or in part, and not imported yet; newest first',
  access: managers,
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
  summary: 'Announce a file; its pieces follow, each of pieceBytes but the last',
  access: managers,
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
    description: 'Where the pieces go.',
    schema: z.object({ id: z.string(), pieceBytes: z.int(), pieces: z.int() }),
  },
})

export const sendPiece = consoleOperation({
  id: 'sendPiece',
  method: 'POST',
  path: '/uploads/{id}',
  summary: 'One piece of a file, as bytes',
  access: managers,
  query: z.object({
    position: z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number from 0')
      .transform(Number)
      .meta({ description: 'Which piece it is, from 0.' }),
  }),
  bytesMax: uploadPieceBytes,
  success: { status: 204, description: 'It is kept.' },
})

export const dropUpload = consoleOperation({
  id: 'dropUpload',
  method: 'DELETE',
  path: '/uploads/{id}',
  summary: 'Forget a file that was sent; those that are left are forgotten after a day',
  access: managers,
  success: { status: 204, description: 'It is gone.' },
})
