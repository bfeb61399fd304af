/** florin backup and florin restore: files, output, and clean-up after signals. */
import { createReadStream, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { type CheckFacts, checkBackup } from '../../main/backup/checkBackup.ts'
import { openForBackup } from '../../main/backup/openForBackup.ts'
import { createOutputFile, newPartialPath } from '../../main/backup/outputFile.ts'
import type { RestoreFacts } from '../../main/backup/readBackup.ts'
import { BackupReader } from '../../main/backup/reader.ts'
import { restoreStore } from '../../main/backup/restoreStore.ts'
import { type BackupOptions, writeBackup } from '../../main/backup/writeBackup.ts'
import { asFailure } from '../../main/commands/commands.ts'
import type { Config } from '../../main/config.ts'
import { newCopyPath } from '../../main/dataFolder.ts'
import { Failure } from '../../main/failure.ts'
import { packageVersion } from '../arguments.ts'
import { terminalProgress } from '../progress.ts'

type Input = Readonly<Record<string, string>>

const standardStream = '-'

export async function backupCommand(config: Config, input: Input, json: boolean): Promise<number> {
  const { file = '' } = input
  if (file === standardStream && process.stdout.isTTY) {
    throw new Failure(
      'A backup is binary and cannot be printed to a terminal. Name a file or use a pipe.',
      'usage',
    )
  }
  const progress = terminalProgress('backup')
  const options = { florin: packageVersion(), nowMs: Date.now(), onProgress: progress.show }
  try {
    // Standard output must contain nothing but the backup.
    if (file === standardStream) await backUpToStream(config, options)
    else {
      const facts = await backUpToFile(config, resolve(file), input.force !== undefined, options)
      progress.end()
      print(json, facts, [
        `Backed up ${facts.rows} rows of ${facts.tables} tables to ${facts.file} (${facts.bytes} bytes).`,
        'Keep it as safe as the store: it contains all data, and the hashes of keys and passwords.',
      ])
    }
    return 0
  } catch (error) {
    throw asFailure(error)
  } finally {
    progress.end()
  }
}

async function backUpToStream(config: Config, options: BackupOptions): Promise<void> {
  const copy = newCopyPath(config.dataDir)
  removeOnSignals([copy])
  await backUp(config, copy, process.stdout, options)
}

async function backUpToFile(config: Config, path: string, force: boolean, options: BackupOptions) {
  const [copy, partial] = [newCopyPath(config.dataDir), newPartialPath(path)]
  // Before either exists, because a signal may arrive as soon as the file is created.
  removeOnSignals([partial, copy])
  const output = await createOutputFile(path, partial, { force })
  try {
    const facts = await backUp(config, copy, output.stream, options)
    const bytes = await output.keep()
    return { file: path, bytes, ...facts }
  } catch (error) {
    await output.discard()
    throw error
  }
}

async function backUp(config: Config, copy: string, output: Writable, options: BackupOptions) {
  const source = await openForBackup(config, copy)
  try {
    return await writeBackup(source.db, output, options)
  } finally {
    await source.close()
  }
}

function removeOnSignals(paths: readonly string[]): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      for (const path of paths) rmSync(path, { recursive: true, force: true })
      process.exit(code)
    })
  }
}

export async function restoreCommand(config: Config, input: Input, json: boolean): Promise<number> {
  const { file = '', check } = input
  const progress = terminalProgress(check ? 'check' : 'restore', { inBytes: true })
  const { name, stream, size } = openInput(file)
  const reader = new BackupReader(name, stream, bytes => progress.show(bytes, size))
  try {
    if (check) {
      const facts = await checkBackup(reader)
      progress.end()
      print(json, facts, checkedLines(name, facts))
    } else {
      const facts = await restoreStore(config, reader)
      progress.end()
      print(json, facts, restoredLines(facts))
    }
    return 0
  } catch (error) {
    throw asFailure(error)
  } finally {
    stream.destroy()
    progress.end()
  }
}

const checkedLines = (name: string, { rows, tables, createdAt, florin }: CheckFacts): string[] => [
  `${name} is complete and unchanged: ${rows} rows of ${tables} tables, from the backup that Florin ${florin} made at ${createdAt}.`,
]

const restoredLines = ({ rows, tables, createdAt, florin, applied, schema }: RestoreFacts): string[] => [
  `Restored ${rows} rows of ${tables} tables, from the backup that Florin ${florin} made at ${createdAt}.`,
  ...(applied.length > 0 ? [`Applied ${applied.join(', ')}. The schema is at version ${schema}.`] : []),
  'Everyone must sign in again, and open invitations must be sent again.',
  'Passwords, keys and members are those of the backup: repeat any change or revocation made since.',
  'Clients that synced after the backup must start again from an empty copy.',
]

function openInput(file: string) {
  if (file === standardStream) return { name: 'Standard input', stream: process.stdin, size: 0 }
  const path = resolve(file)
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) throw new Failure(`${path} is a folder, not a backup.`)
    return { name: path, stream: createReadStream(path), size: stats.size }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function print(json: boolean, facts: object, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(facts)}\n` : `${lines.join('\n')}\n`)
}
