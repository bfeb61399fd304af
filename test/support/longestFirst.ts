/** The files that take longest begin first: begun last, one of them would run alone while the other core waits. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [
  'store/bounds.test.ts',
  'console/reference.test.ts',
  'console/pages.look.test.ts',
  'console/pages.data.test.ts',
  'http/fuzz.test.ts',
  'cli/commands.test.ts',
  'main/endings.test.ts',
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
