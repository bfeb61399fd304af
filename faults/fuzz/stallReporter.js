/** Loaded into the service before everything else: reports stalls of the event loop to the parent process. */
import process from 'node:process'

const tickMs = 10
const reportedMs = 80

let lastMs = performance.now()
let cpu = process.cpuUsage()

setInterval(() => {
  const nowMs = performance.now()
  const lagMs = nowMs - lastMs - tickMs
  if (lagMs > reportedMs) {
    const { user, system } = process.cpuUsage(cpu)
    // On a busy machine a process also waits for its turn; the CPU time used tells the two apart.
    process.send?.({ lagMs, cpuMs: (user + system) / 1000, atMs: Date.now() })
  }
  lastMs = nowMs
  cpu = process.cpuUsage()
}, tickMs).unref()

process.channel?.unref()
