/**
 * How many imports one process takes on at once. Each has a connection of the store to itself for as long as it takes,
 * and other writers need some too.
 */
import { tooManyRequests } from '../../errors.ts'

const importsAtOnceMax = 2
const retryAfterSeconds = 2
let running = 0

export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= importsAtOnceMax) throw tooManyRequests(retryAfterSeconds, 'Other files are being imported.')
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
  }
}
