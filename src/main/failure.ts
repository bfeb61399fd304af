/** What kind of failure it is, which decides the exit code of the command line. */
export type FailureKind = 'usage' | 'refused' | 'notFound' | 'unavailable' | 'other'

/** Something that the operator can fix. The message is one line: what is wrong, and what to do. */
export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind

  constructor(message: string, kind: FailureKind = 'other') {
    super(message)
    this.kind = kind
  }
}

/** A failure that may go away by itself, such as an unavailable database or a restarting service. Worth a retry. */
export class PassingFailure extends Failure {
  override name = 'PassingFailure'

  constructor(message: string) {
    super(message, 'unavailable')
  }
}
