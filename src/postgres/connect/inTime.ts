/** Rejects if the work takes too long. */
import { NoHostUsable } from './errors.ts'

export async function inTime<Result>(work: Promise<Result>, msMax: number, reason: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoHostUsable(reason, 'ETIMEDOUT')), msMax)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
