/** A progress line for work that takes longer than a second; silent without a terminal. */

const quietMs = 1_000
const redrawMs = 100

export interface Progress {
  show(done: number, total: number): void
  end(): void
}

export function terminalProgress(
  label: string,
  { inBytes = false, terminal = process.stderr }: { inBytes?: boolean; terminal?: NodeJS.WriteStream } = {},
): Progress {
  const amount = inBytes ? megabytes : String
  const startMs = performance.now()
  let drawnMs = 0
  return {
    show(done, total) {
      const nowMs = performance.now()
      if (!terminal.isTTY || nowMs - startMs < quietMs || nowMs - drawnMs < redrawMs) return
      drawnMs = nowMs
      const share = total === 0 ? 0 : Math.floor((done * 100) / total)
      terminal.write(`\r\x1b[K${label}  ${bar(share)} ${share} %  ${amount(done)} of ${amount(total)}`)
    },
    end() {
      if (drawnMs > 0) terminal.write('\r\x1b[K')
    },
  }
}

/** The same for work whose end is not known: a number that grows. */
export function terminalCount(
  label: string,
  terminal: NodeJS.WriteStream = process.stderr,
): { show(count: number): void; end(): void } {
  const startMs = performance.now()
  let drawnMs = 0
  return {
    show(count) {
      const nowMs = performance.now()
      if (!terminal.isTTY || nowMs - startMs < quietMs || nowMs - drawnMs < redrawMs) return
      drawnMs = nowMs
      terminal.write(`\r\x1b[K${label}  ${count}`)
    },
    end() {
      if (drawnMs > 0) terminal.write('\r\x1b[K')
      drawnMs = 0
    },
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const barWidth = 24

function bar(share: number): string {
  const filled = Math.round((share * barWidth) / 100)
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled)
}
