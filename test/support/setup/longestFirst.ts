/**
 * Runs one kind of tests after the other, because a worker that goes on with a file of another kind is ended, and a new
 * one imports everything again and makes its embedded stores. Within a kind the longest files come first: started last,
 * one of them would run alone while the other core is idle. Pure files are the shortest, so they come at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { Kind } from './testKinds.ts'

const kinds: readonly Kind[] = ['pages', 'stores', 'pure']

const longest = [
  'store/pages/bounds.test.ts',
  'http/errors/hostileText.test.ts',
  'packages/packages.test.ts',
  'pages/flows/start.test.ts',
  'test/faults.test.ts',
  'cli/backup.test.ts',
  'drill/clients.test.ts',
  'console/pages/reference.test.ts',
  'pages/flows/imports.test.ts',
  'pages/flows/lists.test.ts',
  'pages/flows/bills.test.ts',
  'http/changes/race.test.ts',
  'console/pages/workLists.test.ts',
  'console/pages/imports.test.ts',
  'pages/flows/matches.test.ts',
  'pages/flows/listWork.test.ts',
  'console/bills/moves.test.ts',
  'http/changes/changes.deletions.test.ts',
  'cli/read.test.ts',
  'console/pages/look.test.ts',
  'cli/import.test.ts',
  'main/database/postgresFrozen.test.ts',
  'console/pages/rules.test.ts',
  'http/transactions/transactions.currency.test.ts',
  'cli/commands.test.ts',
  'http/cursors/sync.test.ts',
  'console/pages/billWork.test.ts',
  'console/pages/trueNumbers.test.ts',
  'main/stopping/endings.test.ts',
  'http/replicas.test.ts',
  'cli/build.test.ts',
  'store/pages/cells.test.ts',
  'transactions/transactions.search.test.ts',
  'http/changes/changes.wait.test.ts',
  'main/stopping/stopUnderLoad.test.ts',
  'access/access.test.ts',
  'cli/export.test.ts',
  'mirror/overHttp.test.ts',
  'import/importIntegrity.test.ts',
  'matching/importSettlement.test.ts',
  'mcp/scopes.test.ts',
  'tables/safety/mutations.test.ts',
  'tables/fewRows.test.ts',
  'mirror/differences.test.ts',
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
