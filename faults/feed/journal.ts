/** What a follower leaves on disk: the pages that it has applied, and what it has seen. Lines survive a SIGKILL. */
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Observation } from '../../test/support/feed/history.ts'
import type { Journal, KeptPage, Notes } from '../../test/support/feed/racingFollower.ts'

/** One line of the notes. */
type Note = { observation: Observation } | { finding: string } | { lists: number }

export interface Seen {
  observations: Observation[]
  findings: string[]
  listsCompared: number
}

export class FollowerFiles {
  readonly #pages: string
  readonly #notes: string

  constructor(folder: string, name: string) {
    this.#pages = join(folder, `${name}.pages`)
    this.#notes = join(folder, `${name}.notes`)
  }

  get journal(): Journal {
    return {
      read: () => linesOf<KeptPage>(this.#pages),
      append: page => append(this.#pages, page),
    }
  }

  get notes(): Notes {
    const note = (each: Note) => append(this.#notes, each)
    return {
      observe: observation => note({ observation }),
      find: finding => note({ finding }),
      compared: lists => note({ lists }),
    }
  }

  get seen(): Seen {
    return this.seenFrom(0)
  }

  get notesBytes(): number {
    return existsSync(this.#notes) ? statSync(this.#notes).size : 0
  }

  /** What was noted after the first `bytes` of the notes. */
  seenFrom(bytes: number): Seen {
    const seen: Seen = { observations: [], findings: [], listsCompared: 0 }
    for (const note of linesOf<Note>(this.#notes, bytes)) {
      if ('observation' in note) seen.observations.push(note.observation)
      else if ('finding' in note) seen.findings.push(note.finding)
      else seen.listsCompared += note.lists
    }
    return seen
  }
}

/** A line feed first: the line before may be incomplete. */
const append = (path: string, line: unknown): void => appendFileSync(path, `\n${JSON.stringify(line)}`)

/** Leaves out lines that a kill has cut off. */
function linesOf<Line>(path: string, fromByte = 0): Line[] {
  if (!existsSync(path)) return []
  return textFrom(path, fromByte)
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as Line]
      } catch {
        return []
      }
    })
}

function textFrom(path: string, byte: number): string {
  if (byte === 0) return readFileSync(path, 'utf8')
  const file = openSync(path, 'r')
  const bytes = Buffer.alloc(Math.max(0, statSync(path).size - byte))
  const read = readSync(file, bytes, 0, bytes.length, byte)
  closeSync(file)
  return bytes.toString('utf8', 0, read)
}
