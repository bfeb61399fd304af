/** Something that the operator can fix. The message is one line: what is wrong, and what to do. */
export class Failure extends Error {
  override name = 'Failure'
}

/** A failure that may go away by itself, such as an unavailable database or a restarting service. Worth a retry. */
export class PassingFailure extends Failure {
  override name = 'PassingFailure'
}
