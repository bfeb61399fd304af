/** The request does not fit the current state of the data. `code` is for programs, the message for people. */
export class Conflict extends Error {
  override name = 'Conflict'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
