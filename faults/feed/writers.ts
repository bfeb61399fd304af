/** The loop of a writer, on the right build or a wrong one. */
import type { Database } from '../../src/store/engine/door.ts'
import { type FeedTask, FeedWriter } from '../../test/support/feed/feedWriter.ts'
import { wrongBuilds } from '../../test/support/feed/wrongBuilds.ts'

export interface WriterTask {
  task: FeedTask
  /** The name of a wrong build; null for the right one. */
  without: string | null
}

export async function writeUntil(
  db: Database,
  { task, without }: WriterTask,
  isOver: () => Promise<boolean>,
): Promise<void> {
  const build = without === null ? undefined : wrongBuilds[without]
  const writer = new FeedWriter(build?.(db) ?? db, task)
  while (!(await isOver())) {
    // The embedded store replies without a turn of the event loop, and others need one.
    await new Promise(settle => setImmediate(settle))
    await writer.step().catch((error: unknown) => {
      // Without the lock, writers also disturb each other.
      if (without !== 'lock') throw error
    })
  }
}
