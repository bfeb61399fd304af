/** Something that the operator can mend. Its message is one line: what is wrong, and what to do. */
export class Failure extends Error {
  override name = 'Failure'
}

/** One that may pass by itself, as while the store is out of reach or the service starts anew: the same again may do. */
export class PassingFailure extends Failure {
  override name = 'PassingFailure'
}
