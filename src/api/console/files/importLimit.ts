/**
 * Limits how many imports run at once in a process. Each one holds a database connection for its whole duration, and
 * other writers need connections too.
 */
import { tooManyRequests } from '../../errors.ts'

const importsAtOnceMax = 2
const retryAfterSeconds = 2
let running = 0

export async function withinImportLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= importsAtOnceMax)
    throw tooManyRequests(retryAfterSeconds, 'Other files are being imported at the moment.')
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
  }
}
