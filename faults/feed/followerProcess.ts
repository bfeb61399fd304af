/**
 * A follower as a process. It gets its task as JSON in its only argument, and follows until it is killed. It prints a line
 * when it has the first reply.
 */

import { RacingFollower } from '../../test/support/feed/racingFollower.ts'
import { randomFrom } from '../support/random.ts'
import { type FollowerTask, filesOf, getFrom } from './followerTask.ts'

const task = JSON.parse(process.argv[2] ?? '') as FollowerTask
const files = filesOf(task)
const get = getFrom(task)
let isAlive = false
const follower = new RacingFollower(task.name, {
  async get(path) {
    const reply = await get(path)
    if (!isAlive) process.stdout.write('alive\n')
    isAlive = true
    return reply
  },
  view: task.view,
  journal: files.journal,
  notes: files.notes,
  random: randomFrom(task.seed),
})
await follower.follow()
