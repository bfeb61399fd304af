/** What a follower needs to know, and how it asks. */
import type { Get, View } from '../../test/support/feed/follower.ts'
import { FollowerFiles } from './journal.ts'

export interface FollowerTask {
  name: string
  /** Ends with /v1. */
  url: string
  secret: string
  view: View
  folder: string
  seed: number
}

export const filesOf = ({ folder, name }: FollowerTask): FollowerFiles =>
  new FollowerFiles(folder, name.replaceAll(' ', '-'))

export const getFrom =
  ({ url, secret }: Pick<FollowerTask, 'url' | 'secret'>): Get =>
  async path => {
    const reply = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${secret}` } })
    return { status: reply.status, body: await reply.json() }
  }
