/** Something that the operator can mend. Its message is one line: what is wrong, and what to do. */
export class Failure extends Error {
  override name = 'Failure'
}
