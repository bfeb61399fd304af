/** What is killed, and how the rest is restarted. */
import type { Child, Florin } from '../support/florin.ts'
import type { Random } from '../support/random.ts'
import { backends, type StoreName } from '../support/store.ts'

export type Victim = 'service' | 'worker' | 'command' | 'command alone' | 'database' | 'backend'

export const victimsOf: Record<StoreName, readonly Victim[]> = {
  embedded: ['service', 'service', 'command', 'command alone'],
  postgres: ['service', 'worker', 'worker', 'command', 'database', 'backend'],
}

/**
 * Kills the victim, restarts what is needed, and waits until the service works. Returns what went wrong.
 * `struck` is called at the same moment as the signal is sent.
 */
export async function kill(
  victim: Victim,
  florin: Florin,
  command: Child | null,
  random: Random,
  struck: () => void,
): Promise<string[]> {
  const { server } = florin.store
  if (victim === 'service') return await killService(florin, command, struck)
  if (victim === 'command' || victim === 'command alone') {
    const killed = command?.kill()
    struck()
    await killed
  }
  if (victim === 'command alone') await florin.start()
  if (victim === 'worker') {
    const { workers } = florin
    if (workers.length === 0) return ['harness: the service has no workers']
    process.kill(random.pick(workers), 'SIGKILL')
    struck()
  }
  if (victim === 'database') {
    const killed = server?.kill()
    struck()
    await killed
    await server?.startAgain()
  }
  if (victim === 'backend' && server) {
    const pids = await backends(server)
    if (pids.length > 0) endQuietly(random.pick(pids))
    struck()
  }
  await florin.ready()
  return []
}

async function killService(florin: Florin, command: Child | null, struck: () => void): Promise<string[]> {
  const { workers } = florin
  const killed = florin.service.kill()
  struck()
  await killed
  // Without its service, a command opens the embedded store itself and keeps a new service out until it is
  // done.
  if (florin.store.server === null) await command?.ended
  await florin.start()
  if (await florin.gone(workers)) return []
  for (const pid of workers) endQuietly(pid)
  return ['orphans: workers were still running a minute after their service was killed']
}

/** It may have exited in the meantime. */
function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Nothing left to kill.
  }
}
