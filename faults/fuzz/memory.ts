/** Watches the memory of the service while it is fuzzed. */
import { readFileSync } from 'node:fs'
import { slope } from '../../bench/support/numbers.ts'

const sampleMs = 1_000
/** Before that, caches and the heap are still filling. */
const judgedSecondsMin = 60
/** Allowed growth in the second half of a run. The heap varies by some tens of megabytes. */
const growthMegabytesMax = 40

export interface Memory {
  stop(): { finding: string | null; text: string }
}

export function watchMemory(pid: number): Memory {
  const startMs = performance.now()
  const samples: { x: number; y: number }[] = []
  const timer = setInterval(() => {
    const megabytes = residentMegabytes(pid)
    if (megabytes !== null) samples.push({ x: (performance.now() - startMs) / 1000, y: megabytes })
  }, sampleMs)
  return {
    stop() {
      clearInterval(timer)
      const half = samples.slice(Math.floor(samples.length / 2))
      const seconds = (half.at(-1)?.x ?? 0) - (half[0]?.x ?? 0)
      const growth = half.length < 2 ? 0 : slope(half) * seconds
      const last = Math.round(half.at(-1)?.y ?? 0)
      const grown = `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB in the second half`
      if (seconds * 2 < judgedSecondsMin) return { finding: null, text: `${last} MB (too short to judge)` }
      const text = `${last} MB, ${grown}`
      return { text, finding: growth > growthMegabytesMax ? `memory grows: ${text}` : null }
    },
  }
}

function residentMegabytes(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}
