/** Loaded into the service before everything else: tells the parent process when the event loop was held up. */
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
    // On a busy machine a process waits for its turn as well; what it computed meanwhile tells the two apart.
    process.send?.({ lagMs, cpuMs: (user + system) / 1000, atMs: Date.now() })
  }
  lastMs = nowMs
  cpu = process.cpuUsage()
}, tickMs).unref()

process.channel?.unref()
