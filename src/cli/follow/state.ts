/** The file that remembers what florin follow has printed. */
import { open, readFile, rename } from 'node:fs/promises'
import { Failure } from '../../main/failure.ts'

export interface Followed {
  resources: string | null
  company: string | null
}

export interface StateFile {
  /** Undefined if nothing was printed yet. */
  cursor: string | undefined
  save(cursor: string): Promise<void>
}

/** Far more than a cursor has. */
const stateLengthMax = 100_000

export async function openState(path: string, followed: Followed): Promise<StateFile> {
  const partial = `${path}.partial`
  const write = (text: string) =>
    translated(path, async () => {
      const file = await open(partial, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
    })
  const cursor = cursorIn(path, await textIn(path), followed)
  // Finds out before the first line is printed whether the file can be written.
  await write('')
  return {
    cursor,
    async save(next) {
      await write(`${JSON.stringify({ ...followed, cursor: next })}\n`)
      await translated(path, () => rename(partial, path))
    },
  }
}

async function textIn(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new Failure(`${path} cannot be read (${code}).`)
  }
}

function cursorIn(path: string, text: string | null, followed: Followed): string | undefined {
  if (text === null) return undefined
  const { cursor, resources, company } = parsed(text)
  if (typeof cursor !== 'string' || cursor === '') {
    throw new Failure(
      `${path} was not written by florin follow. Name another file, or delete it to start again.`,
    )
  }
  if (resources !== followed.resources || company !== followed.company) {
    const options = [resources && `--resources ${resources}`, company && `--company ${company}`]
    throw new Failure(
      `${path} was written ${options.filter(Boolean).join(' ') || 'without --resources and --company'}. ` +
        'Keep these the same, or name another file.',
    )
  }
  return cursor
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = text.length > stateLengthMax ? null : JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

async function translated<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new Failure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
