/** Stops every process of a PostgreSQL server where it is, as a hanging machine would: no answer and no error. */
import { execFileSync } from 'node:child_process'

/** The postmaster comes first, so that no child is born meanwhile. Gives back the function that lets them go on. */
export function freeze(postmasterPid: number): () => void {
  process.kill(postmasterPid, 'SIGSTOP')
  return freezeEach([postmasterPid, ...childrenOf(postmasterPid)])
}

/** These alone, as connections that were lost on the way. */
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

/** One that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
