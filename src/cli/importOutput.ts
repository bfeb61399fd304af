/** The output of the import commands: a line for each file, with details below it. */
import type { ImportReport, ListedImport } from '../contract/console/imports.ts'
import type { CommandResult } from '../main/commands/commands.ts'
import type { NewestImports } from '../main/commands/importList.ts'
import { csvLines } from './csvOutput.ts'
import { type Extent, reportLines, sentenceOfCounts } from './reportOutput.ts'
import { table } from './table.ts'

type Imported = CommandResult<'import'>
type Undone = CommandResult<'imports undo'>

export const importOutput = {
  import: ({ reports, dryRun }: Imported): string[] => [
    ...(dryRun ? ['Dry run: nothing is saved. This is what would happen.', ''] : []),
    ...reports.flatMap(report => fileLines(report, { dryRun: dryRun === true, everything: false })),
    ...summary(reports, dryRun === true),
  ],

  'imports list': ({ imports, more }: NewestImports): string[] =>
    imports.length === 0
      ? ['Nothing has been imported yet. florin import FILE imports a file.']
      : [
          ...table(
            ['ID', 'WHEN', 'FILE', 'FORMAT', 'RESULT', 'BY', 'UNDONE'],
            imports.map(({ id, at, fileName, format, counts, actor, undoneAt }) => [
              id,
              at,
              fileName,
              format ?? '',
              sentenceOfCounts(counts),
              actor.name ?? actor.id,
              undoneAt ?? '',
            ]),
          ),
          ...(more ? ['Older imports are not shown; the Imports page of the console lists them all.'] : []),
        ],

  'imports show': ({ id, at, actor, undoneAt, report }: ListedImport): string[] => [
    `Import ${id}, at ${at}, by ${actor.name ?? actor.id}${undoneAt === null ? '' : `; undone at ${undoneAt}`}`,
    ...fileLines(report, { dryRun: false, everything: true }),
  ],

  'imports undo': ({ id, undone, reasons }: Undone): string[] =>
    undone
      ? [`Undid import ${id}: everything that it added or changed was reverted.`]
      : [
          `Import ${id} cannot be undone because later work depends on it:`,
          ...reasons.map(reason => `  ${reason}`),
        ],
}

export const fileLines = (report: ImportReport, extent: Extent): string[] => [
  ...reportLines(report, extent),
  ...csvLines(report, extent.everything),
]

function summary(reports: readonly ImportReport[], dryRun: boolean): string[] {
  if (reports.length < 2) return []
  const count = (outcome: ImportReport['outcome']) =>
    reports.filter(report => report.outcome === outcome).length
  const outcomes = [
    [count('imported'), dryRun ? 'would be imported' : 'imported'],
    [count('nothing_new'), 'with nothing new'],
    [count('refused'), 'refused'],
  ] as const
  const words = outcomes.filter(([files]) => files > 0).map(([files, word]) => `${files} ${word}`)
  return ['', `${reports.length} files: ${words.join(', ')}.`]
}
