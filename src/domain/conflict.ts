/** What was asked for does not fit the state of the data. `code` is for programs, the message is for people. */
export class Conflict extends Error {
  override name = 'Conflict'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
