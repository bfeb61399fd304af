/**
 * Everything that the bench starts or makes is noted here, and is ended and removed in the opposite order: at the end,
 * on a failure, and on Ctrl-C.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Undo = () => Promise<void> | void

const noted = new Set<Undo>()
let clearing: Promise<void> | null = null

/** Notes how something is undone; what it gives back undoes it early. */
export function undoLater(undo: Undo): () => Promise<void> {
  noted.add(undo)
  return async () => {
    if (noted.delete(undo)) await undo()
  }
}

export function clearAway(): Promise<void> {
  clearing ??= undoAll()
  return clearing
}

async function undoAll(): Promise<void> {
  for (const undo of [...noted].reverse()) {
    noted.delete(undo)
    // One that fails must not keep the others from being undone.
    await Promise.resolve()
      .then(undo)
      .catch((error: unknown) => process.stderr.write(`bench: could not clear away: ${error}\n`))
  }
}

export const isClearingAway = (): boolean => clearing !== null

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

export function clearAwayOnSignals(): void {
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, () => void clearAway().then(() => process.exit(code)))
  }
}

/** A folder of this run alone. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'))
  undoLater(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
