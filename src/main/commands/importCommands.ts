/** Files of banks and suppliers by command: taken in, listed, shown, and taken back. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { ImportReport } from '../../contract/console/imports.ts'
import { reasonOf, UnreadableFile } from '../../import/files/problem.ts'
import { ImportStands, UnknownAccount, UnknownCompany, UnknownImport } from '../../import/importErrors.ts'
import { type ImportOptions, importFiles } from '../../import/importFile.ts'
import { emptyReport } from '../../import/importRun.ts'
import { undoImport } from '../../import/undo/undoImport.ts'
import { findAccount } from '../../store/accounts.ts'
import { companyExists } from '../../store/companies.ts'
import { findImport } from '../../store/imports/imports.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'
import { Failure } from '../failure.ts'
import { newestImports } from './importList.ts'
import { openSource } from './importSource.ts'
import { acceptGuess, readMappingFile } from './mappingFile.ts'
import { requireWorkspace } from './requireWorkspace.ts'

/** As many as a ZIP may hold: their reports are one answer, and in memory together. */
export const filesMax = 1_000

export interface ImportInput {
  workspace: string
  company?: string
  account?: string
  'dry-run'?: string
  partial?: string
  mapping?: string
  'accept-mapping'?: string
  /** Whoever watches a folder takes what is in it, and nothing that it points to. */
  'no-links'?: string
  files: string[]
}

interface OneImport {
  workspace: string
  id: string
}

export const importCommands = {
  import: async (context: CommandContext, input: ImportInput) => {
    if (input.files.length > filesMax) {
      throw new Failure(
        `${input.files.length} files are more than ${filesMax}. Take them in several commands.`,
      )
    }
    await requirePlace(context, input)
    const reports = await importAll(context, input)
    return { reports, ...(input['dry-run'] && { dryRun: true }) }
  },

  'imports list': async ({ db }: CommandContext, { workspace }: { workspace: string }) => {
    await requireWorkspace(db, workspace)
    return await newestImports(db, workspace)
  },

  'imports show': async ({ db }: CommandContext, { workspace, id }: OneImport) => {
    await requireWorkspace(db, workspace)
    const found = await findImport(db, workspace, id)
    if (found === null) throw new UnknownImport(id)
    return found
  },

  'imports undo': async ({ db, nowMs }: CommandContext, { workspace, id }: OneImport) => {
    try {
      await undoImport(db, { workspaceId: workspace, importId: id, actor: commandLineActor(), nowMs })
    } catch (error) {
      if (!(error instanceof ImportStands)) throw error
      return { id, undone: false, reasons: error.reasons }
    }
    return { id, undone: true, reasons: [] }
  },
}

type Db = CommandContext['db']

/** Before the first file, so that a mistyped id does not show only at the one that needs it. */
async function requirePlace({ db }: CommandContext, input: ImportInput): Promise<void> {
  const { workspace, company, account } = input
  await requireWorkspace(db, workspace)
  if (company !== undefined && !(await companyExists(db, workspace, company)))
    throw new UnknownCompany(company)
  if (account !== undefined && (await findAccount(db, workspace, account)) === null) {
    throw new UnknownAccount(account)
  }
}

/** The store failed on a file after others had been taken in: what it says of the one does not hold for them. */
export class BrokenOff extends Error {
  override name = 'BrokenOff'
  readonly done: number
  readonly file: string

  constructor(file: string, done: number, cause: unknown) {
    super(`${file} could not be taken in.`, { cause })
    this.file = file
    this.done = done
  }
}

async function importAll(context: CommandContext, input: ImportInput): Promise<ImportReport[]> {
  const options = optionsOf(context, input)
  const startedMs = performance.now()
  const sizes = input.files.map(sizeOf)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const reports: ImportReport[] = []
  let before = 0
  for (const [index, path] of input.files.entries()) {
    const [start, size] = [before, sizes[index] ?? 0]
    // What is in a ZIP is more than its own bytes, so its progress is a share of them.
    const onProgress = (done: number, of: number) =>
      context.onProgress(start + Math.floor((size * done) / Math.max(of, 1)), total)
    const nowMs = context.nowMs + Math.floor(performance.now() - startedMs)
    try {
      reports.push(...(await importOne(context.db, path, input, { ...options, nowMs, onProgress })))
    } catch (error) {
      throw index === 0 ? error : new BrokenOff(path, index, error)
    }
    before += size
  }
  return reports
}

function optionsOf({ nowMs }: CommandContext, input: ImportInput): ImportOptions {
  if (input.mapping !== undefined && input['accept-mapping']) {
    throw new Failure('--mapping gives one way to read a CSV, and --accept-mapping another. Use one of them.')
  }
  return {
    workspaceId: input.workspace,
    actor: commandLineActor(),
    nowMs,
    dryRun: input['dry-run'] !== undefined,
    choices: {
      companyId: input.company,
      accountId: input.account,
      partial: input.partial !== undefined,
      csvMapping: input.mapping === undefined ? undefined : readMappingFile(input.mapping),
    },
  }
}

/** Nothing where it cannot be told: opening the file says why. */
function sizeOf(path: string): number {
  try {
    const facts = statSync(path)
    return facts.isFile() ? facts.size : 0
  } catch {
    return 0
  }
}

async function importOne(
  db: Db,
  path: string,
  input: ImportInput,
  options: ImportOptions,
): Promise<ImportReport[]> {
  const name = basename(path)
  try {
    const source = await openSource(path, input['no-links'] === undefined)
    const take = (given: ImportOptions) => importFiles(db, name, source, given)
    try {
      return input['accept-mapping'] ? await takeAccepting(take, options) : await take(options)
    } finally {
      await source.close()
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return [{ ...emptyReport(name, 0, null, options.choices.partial), reason: reasonOf(error) }]
  }
}

/** Looks first at what is guessed, as an import of the rest of a ZIP cannot be done twice. */
async function takeAccepting(
  take: (options: ImportOptions) => Promise<ImportReport[]>,
  options: ImportOptions,
): Promise<ImportReport[]> {
  const accepted = acceptGuess(await take({ ...options, dryRun: true, onProgress: () => undefined }))
  if (accepted === null) return await take(options)
  if ('mapping' in accepted) {
    return await take({ ...options, choices: { ...options.choices, csvMapping: accepted.mapping } })
  }
  const { reason } = accepted
  return (await take(options)).map(report =>
    report.csv?.origin === 'guessed' ? { ...report, reason } : report,
  )
}
