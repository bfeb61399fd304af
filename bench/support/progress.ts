/** Shows progress on standard error: a line that is redrawn on a terminal, a line per step elsewhere. */

const redrawMs = 1_000
/** If lines cannot be redrawn, print few of them. */
const lineMs = 10_000
const terminal = process.stderr

export async function step<Result>(
  label: string,
  work: (say: (detail: string) => void) => Promise<Result>,
): Promise<Result> {
  const startMs = performance.now()
  let [detail, saidMs] = ['', startMs]
  const line = () => `${label}${detail && `: ${detail}`}  ${seconds(startMs)}`
  const draw = () => {
    if (terminal.isTTY) terminal.write(`\r\x1b[K${line().slice(0, (terminal.columns || 80) - 1)}`)
  }
  const say = (text: string) => {
    detail = text
    if (terminal.isTTY || performance.now() - saidMs < lineMs) return draw()
    saidMs = performance.now()
    terminal.write(`${line()}\n`)
  }
  const timer = setInterval(draw, redrawMs)
  if (terminal.isTTY) draw()
  else terminal.write(`${label} …\n`)
  try {
    const result = await work(say)
    detail = ''
    terminal.write(`${terminal.isTTY ? '\r\x1b[K' : ''}${line()}\n`)
    return result
  } catch (error) {
    if (terminal.isTTY) terminal.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}

const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
