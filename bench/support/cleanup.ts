/**
 * Everything the bench starts or creates is registered here, and stopped and removed in reverse order: at
 * the end, on a failure, and on Ctrl-C.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Undo = () => Promise<void> | void

const noted = new Set<Undo>()
let clearing: Promise<void> | null = null

/** Registers how to undo something; returns a function that undoes it early. */
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
    // If one fails, the others must still be undone.
    await Promise.resolve()
      .then(undo)
      .catch((error: unknown) => process.stderr.write(`bench: could not clean up: ${error}\n`))
  }
}

export const isClearingAway = (): boolean => clearing !== null

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

export function clearAwayOnSignals(): void {
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, () => void clearAway().then(() => process.exit(code)))
  }
}

/** A temporary folder for this run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'))
  undoLater(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
