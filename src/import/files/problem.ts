/**
 * What is wrong with a file, and where. Values that cannot be read never become zero or disappear; they are
 * reported as a problem.
 */
export interface Problem {
  /** The line of the file, from 1; null if it has no lines, as in a PDF. */
  line: number | null
  /** What it is about, in the format's own terms: an element path, a tag, a column. */
  at: string
  /** A sentence for people, without the final full stop. */
  reason: string
  /**
   * On an error, the entry is skipped and the import rejected unless the user says otherwise. A note does
   * not block.
   */
  severity: 'error' | 'note'
}

/** The file as a whole cannot be read: it is of another kind, damaged, or over a limit. Nothing of it is used. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly line: number | null

  constructor(reason: string, line: number | null = null) {
    super(reason)
    this.line = line
  }
}

/** The reason as a sentence, with its line. */
export function reasonOf({ message, line }: UnreadableFile): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return line === null ? `${sentence}.` : `${sentence} (line ${line}).`
}
