/**
 * Writers and followers take turns at a gate. While it is shut nobody writes and nobody is killed, and it opens again as
 * soon as every follower has compared all lists with its copy. So a slow machine compares as much as a quick one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type FollowerTask, filesOf } from './followerTask.ts'

const lookEveryMs = 50
/** A follower that has not caught up by then is reported at the end: it has compared too little. */
const shutSecondsMax = 120

export class Gate {
  #opened: Promise<void> = Promise.resolve()
  readonly #followers: readonly FollowerTask[]

  constructor(followers: readonly FollowerTask[]) {
    this.#followers = followers
  }

  /** Resolves at once, except while the gate is shut. */
  get opened(): Promise<void> {
    return this.#opened
  }

  /** Shuts the gate until every follower has compared its lists once more. */
  shut(): Promise<void> {
    this.#opened = this.#untilAllHaveCompared()
    return this.#opened
  }

  async #untilAllHaveCompared(): Promise<void> {
    const deadlineMs = performance.now() + shutSecondsMax * 1000
    const marks = this.#followers.map(task => ({ files: filesOf(task), from: filesOf(task).notesBytes }))
    while (performance.now() < deadlineMs) {
      if (marks.every(({ files, from }) => files.seenFrom(from).listsCompared > 0)) return
      await sleep(lookEveryMs)
    }
  }
}
