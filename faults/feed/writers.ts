/** The loop of a writer, on the right build or a wrong one. */
import { type Database, StoreUnavailable } from '../../src/store/engine/door.ts'
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
      // On a slow machine a writer waits at the shut gate for longer than a lock may take; nothing was written then.
      // Without the lock, writers also disturb each other.
      if (without !== 'lock' && !(error instanceof StoreUnavailable)) throw error
    })
  }
}
