/** Commands that import files, and list, show and undo imports. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { requireWorkspace } from '../../actions/workspaces.ts'
import type { ImportReport } from '../../contract/console/imports.ts'
import { reasonOf, UnreadableFile } from '../../import/files/problem.ts'
import { ImportInUse, UnknownAccount, UnknownCompany, UnknownImport } from '../../import/importErrors.ts'
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
import { type Acceptor, acceptGuess, presetNamed, readMappingFile } from './mappingFile.ts'
import { correctionsIn, type MappingFlags } from './mappingFlags.ts'

/** The same limit as for a ZIP: all reports are one result and in memory together. */
export const filesMax = 1_000

export interface ImportInput extends MappingFlags {
  workspace: string
  company?: string
  account?: string
  'dry-run'?: string
  partial?: string
  mapping?: string
  'accept-mapping'?: string
  preset?: string
  /** Set by `florin watch`, which does not follow symbolic links in its folder. */
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
        `${input.files.length} files are more than the limit of ${filesMax}. Import them with several commands.`,
        'usage',
      )
    }
    await requireTarget(context, input)
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

  'imports undo': async ({ db, nowMs }: CommandContext, input: OneImport & { 'with-work'?: string }) => {
    const { workspace, id } = input
    try {
      const withWork = input['with-work'] !== undefined
      await undoImport(db, {
        workspaceId: workspace,
        importId: id,
        actor: commandLineActor(),
        nowMs,
        withWork,
      })
    } catch (error) {
      if (!(error instanceof ImportInUse)) throw error
      return { id, undone: false, reasons: error.reasons }
    }
    return { id, undone: true, reasons: [] }
  },
}

type Db = CommandContext['db']

/** Checked before the first file, because otherwise a mistyped id would only show at the first file that needs it. */
async function requireTarget({ db }: CommandContext, input: ImportInput): Promise<void> {
  const { workspace, company, account } = input
  await requireWorkspace(db, workspace)
  if (company !== undefined && !(await companyExists(db, workspace, company)))
    throw new UnknownCompany(company)
  if (account !== undefined && (await findAccount(db, workspace, account)) === null) {
    throw new UnknownAccount(account)
  }
}

/** The store failed after some files had been imported. Its message is only about the failed file. */
export class ImportInterrupted extends Error {
  override name = 'ImportInterrupted'
  readonly done: number
  readonly file: string

  constructor(file: string, done: number, cause: unknown) {
    super(`${file} could not be imported.`, { cause })
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
    // A ZIP's contents are larger than the ZIP itself, so its progress is scaled to its size.
    const onProgress = (done: number, of: number) =>
      context.onProgress(start + Math.floor((size * done) / Math.max(of, 1)), total)
    const nowMs = context.nowMs + Math.floor(performance.now() - startedMs)
    try {
      reports.push(...(await importOne(context.db, path, input, { ...options, nowMs, onProgress })))
    } catch (error) {
      throw index === 0 ? error : new ImportInterrupted(path, index, error)
    }
    before += size
  }
  return reports
}

function optionsOf({ nowMs }: CommandContext, input: ImportInput): ImportOptions {
  if (input.mapping !== undefined && isAccepted(input)) {
    throw new Failure('--mapping cannot be used together with --accept-mapping or --preset.', 'usage')
  }
  if (correctionsIn(input) !== null && !isAccepted(input)) {
    throw new Failure(
      'Options that correct the guess need --accept-mapping. Add --dry-run to try them first.',
      'usage',
    )
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

/** A guess is also accepted by naming the bank that it must be recognised as. */
const isAccepted = (input: ImportInput): boolean =>
  input['accept-mapping'] !== undefined || input.preset !== undefined

/** Zero if the file cannot be read; opening it will report why. */
function sizeOf(path: string): number {
  try {
    const stats = statSync(path)
    return stats.isFile() ? stats.size : 0
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
    const run = (given: ImportOptions) => importFiles(db, name, source, given)
    try {
      const correct = correctionsIn(input)
      const acceptor = {
        correct: correct ?? (mapping => mapping),
        isCorrected: correct !== null,
        preset: presetNamed(input.preset),
      }
      return isAccepted(input) ? await acceptingGuess(run, options, acceptor) : await run(options)
    } finally {
      await source.close()
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return [{ ...emptyReport(name, 0, null, options.choices.partial), reason: reasonOf(error) }]
  }
}

/** Finds the guess with a dry run, because the other files of a ZIP cannot be imported twice. */
async function acceptingGuess(
  run: (options: ImportOptions) => Promise<ImportReport[]>,
  options: ImportOptions,
  acceptor: Acceptor,
): Promise<ImportReport[]> {
  const tried = await run({ ...options, dryRun: true, onProgress: () => undefined })
  const accepted = acceptGuess(tried, acceptor)
  if (accepted === null) return await run(options)
  if ('mapping' in accepted) {
    return await run({ ...options, choices: { ...options.choices, csvMapping: accepted.mapping } })
  }
  const { reason } = accepted
  return (await run(options)).map(report =>
    report.csv?.origin === 'guessed' ? { ...report, reason } : report,
  )
}
