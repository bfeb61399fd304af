/**
 * Runs one kind of tests after the other, because a worker that goes on with a file of another kind is ended, and a new
 * one imports everything again and makes its embedded stores. Within a kind the longest files come first: started last,
 * one of them would run alone while the other core is idle. Pure files are the shortest, so they come at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { Kind } from './testKinds.ts'

const kinds: readonly Kind[] = ['pages', 'stores', 'pure']

const longest = [
  'store/pages/bounds.long.test.ts',
  'flows/bills.long.test.ts',
  'errors/hostileText.long.test.ts',
  'test/faults.long.test.ts',
  'flows/imports.long.test.ts',
  'flows/lists.long.test.ts',
  'flows/start.long.test.ts',
  'flows/listWork.long.test.ts',
  'cli/backup.long.test.ts',
  'pages/trueNumbers.long.test.ts',
  'changes/race.long.test.ts',
  'pages/longLists.long.test.ts',
  'cli/read.long.test.ts',
  'drill/clients.long.test.ts',
  'import/largeImports.long.test.ts',
  'flows/tables.long.test.ts',
  'flows/matches.long.test.ts',
  'safety/texts.long.test.ts',
  'changes/changes.wait.long.test.ts',
  'errors/fuzz.long.test.ts',
  'stopping/endings.long.test.ts',
  'safety/mutations.long.test.ts',
  'store/pages/plans.long.test.ts',
  'pages/workLists.long.test.ts',
  'pages/look.long.test.ts',
  'pages/billWork.long.test.ts',
  'pages/reference.long.test.ts',
  'console/pages/imports.long.test.ts',
  'bills/moves.long.test.ts',
  'main/firstStart.long.test.ts',
  'changes/changes.deletions.long.test.ts',
  'flows/outage.long.test.ts',
  'flows/looks.long.test.ts',
  'http/cursors/cursors.test.ts',
  'http/cursors/sync.test.ts',
  'cli/login.test.ts',
  'tables/fewRows.test.ts',
  'pages/rules.test.ts',
  'cli/export.test.ts',
  'access/access.test.ts',
  'pages/account.test.ts',
  'cli/doctor.test.ts',
  'pages/webhooks.test.ts',
  'console/pages/bills.test.ts',
  'main/dataFolder.test.ts',
  'transactions/transactions.currency.test.ts',
  'workspace/roundTrip.test.ts',
  'cli/commands.test.ts',
  'tables/tables.test.ts',
  'mirror/verify.test.ts',
  'invoices/pdfHostile.test.ts',
  'tables/anyTable.test.ts',
  'statements/hostileFields.test.ts',
  'mirror/mirror.test.ts',
  'statements/camtShapes.test.ts',
]

const kindOf = ({ project }: TestSpecification): number => kinds.indexOf(project.name as Kind)

const rank = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex(name => moduleId.endsWith(name))
  return place === -1 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => kindOf(a) - kindOf(b) || rank(a) - rank(b))
  }
}
