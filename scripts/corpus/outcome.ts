import type { UnreadableFile } from '../../src/import/files/problem.ts'

/** The outcome for one file. */
export interface Outcome {
  /** The row of the table it counts for. */
  family: string
  /** Why the file as a whole could not be read. */
  refusal: string | null
  /** Additional columns. */
  counts: Record<string, number>
  /** Things a person should look at. */
  remarks: string[]
}

export function refused(family: string, { message, line }: UnreadableFile): Outcome {
  const where = line === null ? '' : ` (line ${line})`
  return { family, refusal: `${message}${where}`, counts: {}, remarks: [] }
}
