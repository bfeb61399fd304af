/** Starts the longest files first: started last, one of them would run alone while the other core is idle. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [
  'store/pages/bounds.test.ts',
  'cli/backup.test.ts',
  'pages/flows/bills.test.ts',
  'test/faults.test.ts',
  'console/pages/workLists.test.ts',
  'cli/read.test.ts',
  'pages/flows/start.test.ts',
  'pages/flows/imports.test.ts',
  'pages/flows/lists.test.ts',
  'cli/export.test.ts',
  'console/pages/look.test.ts',
  'pages/flows/listWork.test.ts',
  'console/pages/billWork.test.ts',
  'http/errors/hostileText.test.ts',
  'console/pages/trueNumbers.test.ts',
  'http/replicas.test.ts',
  'packages/packages.test.ts',
  'http/changes/race.test.ts',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex(name => moduleId.endsWith(name))
  return place === -1 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
