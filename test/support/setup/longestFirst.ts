/** Starts the longest files first: started last, one of them would run alone while the other core is idle. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [
  'store/pages/bounds.test.ts',
  'cli/backup.test.ts',
  'console/pages/look.test.ts',
  'console/pages/reference.test.ts',
  'console/pages/data.test.ts',
  'http/errors/fuzz.test.ts',
  'http/errors/hostileText.test.ts',
  'main/database/postgresFrozen.test.ts',
  'cli/commands.test.ts',
  'main/stopping/endings.test.ts',
  'main/firstStart.test.ts',
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
