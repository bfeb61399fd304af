import type { UnreadableFile } from '../../src/import/files/problem.ts'

/** What became of one file. */
export interface Outcome {
  /** The line of the table that it counts for. */
  family: string
  /** Why the file as a whole could not be read. */
  refusal: string | null
  /** Further columns. */
  counts: Record<string, number>
  /** What a person should look at. */
  remarks: string[]
}

export function refused(family: string, { message, line }: UnreadableFile): Outcome {
  const where = line === null ? '' : ` (line ${line})`
  return { family, refusal: `${message}${where}`, counts: {}, remarks: [] }
}
