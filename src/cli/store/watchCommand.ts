/** florin watch: reports each file, and stops on a signal after the current file. */
import { basename, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportReport } from '../../contract/console/imports.ts'
import type { CommandContext } from '../../main/commandContext.ts'
import type { CommandName } from '../../main/commands/commands.ts'
import { type WatchEvent, watchFolder } from '../../main/watch/watchFolder.ts'
import type { Parsed } from '../arguments.ts'
import { exitCodes } from '../exitCode.ts'
import { fileLines } from '../importOutput.ts'
import { terminalProgress } from '../progress.ts'
import { stopOnSignal } from '../stopOnSignal.ts'
import { withoutControls } from '../terminalText.ts'

export type RunCommand = (
  command: CommandName,
  input: object,
  listener: Pick<CommandContext, 'onProgress' | 'write'>,
) => Promise<object>

/** Returns the exit code: with --once, 3 if any file was not imported. */
export async function watchCommand(input: Parsed['input'], json: boolean, run: RunCommand): Promise<number> {
  const { dir = '', once, ...choices } = input
  const folder = resolve(dir)
  const stop = stopOnSignal()
  const importAll = async (files: string[]): Promise<ImportReport[]> => {
    const progress = terminalProgress(basename(files[0] ?? 'import'), { inBytes: true })
    const given = { ...choices, 'no-links': 'true', files }
    const listener = { onProgress: progress.show, write: async () => undefined }
    const result = await run('import', given, listener).finally(progress.end)
    return (result as { reports: ImportReport[] }).reports
  }
  const { notTaken } = await watchFolder(folder, {
    once: once !== undefined,
    stop,
    check: async () => void (await importAll([])),
    importFile: path => importAll([path]),
    explain: reports => `${linesOf(reports).join('\n')}\n`,
    tell: event => print(event, folder, json),
    wait: ms => sleep(ms, undefined, { signal: stop }).catch(() => undefined),
  })
  return once !== undefined && notTaken > 0 ? exitCodes.refused : 0
}

const linesOf = (reports: readonly ImportReport[]): string[] =>
  reports.flatMap(report => fileLines(report, { dryRun: false, everything: false })).map(withoutControls)

function print(event: WatchEvent, folder: string, json: boolean): void {
  if (event.kind === 'taken') {
    const { file, movedTo, reports } = event
    process.stdout.write(
      json
        ? `${JSON.stringify({ file, movedTo, reports })}\n`
        : `${[...linesOf(reports), withoutControls(`  → ${relative(folder, movedTo)}`)].join('\n')}\n`,
    )
    return
  }
  if (event.kind === 'trouble' && json) {
    const { file, reason } = event
    process.stdout.write(`${JSON.stringify({ file, movedTo: null, reports: [], trouble: reason })}\n`)
    return
  }
  process.stderr.write(`florin: ${withoutControls(sentenceOf(event))}\n`)
}

function sentenceOf(event: Exclude<WatchEvent, { kind: 'taken' }>): string {
  if (event.kind === 'trouble') return `${event.reason} The file is skipped until it changes.`
  return event.kind === 'waiting' ? `${event.reason} Waiting to try again.` : 'Working again; continuing.'
}
