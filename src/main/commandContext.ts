/** What a command gets to work with, and in whose name it acts. */
import { userInfo } from 'node:os'
import type { Actor } from '../store/audit.ts'
import type { Database } from '../store/engine/door.ts'
import type { MigrationResult } from '../store/engine/migrate.ts'

export interface CommandContext {
  db: Database
  migration: MigrationResult
  nowMs: number
  /** Where browsers find the console. */
  home: string
  onProgress(done: number, total: number): void
  /** A piece of what goes to standard output as it is: text, or bytes. */
  write(piece: string | Uint8Array): Promise<void>
}

export const commandLineActor = (): Actor => ({ kind: 'command', id: `florin (${userName()})` })

/** In a container, a user may be a number that has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
