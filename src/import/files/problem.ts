/** What is wrong with a file, and where. Nothing that cannot be read becomes zero or vanishes: it becomes one of these. */
export interface Problem {
  /** The line of the file, from 1; null where it has none, as in a PDF. */
  line: number | null
  /** What it is about, as the format calls it: a path of elements, a tag, a column. */
  at: string
  /** A sentence for people, without the final full stop. */
  reason: string
  /** An entry that could not be read is left out, and the import refused unless the user says otherwise; a note is not. */
  severity: 'error' | 'note'
}

/** The file as a whole cannot be read: it is of another kind, broken, or beyond a limit. Nothing of it is used. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly line: number | null

  constructor(reason: string, line: number | null = null) {
    super(reason)
    this.line = line
  }
}

/** The problem as a sentence, with its line. */
export function reasonOf({ message, line }: UnreadableFile): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return line === null ? `${sentence}.` : `${sentence} (line ${line}).`
}
