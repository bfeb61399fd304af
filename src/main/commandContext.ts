/** What a command is given, and the actor that the audit log names. */
import { userInfo } from 'node:os'
import type { WebhookTools } from '../actions/webhookTools.ts'
import type { Actor } from '../store/audit.ts'
import type { Database } from '../store/engine/door.ts'
import type { MigrationResult } from '../store/schema/migrate.ts'

export interface CommandContext {
  db: Database
  migration: MigrationResult
  nowMs: number
  /** The console's address, for links. */
  home: string
  /** Webhooks are off if it is left out. */
  webhooks?: () => WebhookTools
  onProgress(done: number, total: number): void
  /** Writes text or bytes to standard output. */
  write(piece: string | Uint8Array): Promise<void>
}

export const commandLineActor = (): Actor => ({ kind: 'command', id: `florin (${userName()})` })

/** In a container, the user id may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
