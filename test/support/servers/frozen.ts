/** Freezes every process of a PostgreSQL server, like a hanging machine: no response and no error. */
import { execFileSync } from 'node:child_process'

/** The postmaster first, so that it starts no child meanwhile. Returns the function that resumes them. */
export function freeze(postmasterPid: number): () => void {
  process.kill(postmasterPid, 'SIGSTOP')
  return freezeEach([postmasterPid, ...childrenOf(postmasterPid)])
}

/** Only these, like lost connections. */
export function freezeEach(pids: readonly number[]): () => void {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map(line => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid as number)
}

/** Ignores processes that have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
