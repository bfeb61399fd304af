/** The paths measured on PostgreSQL, each with its contestants and requests. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresServer } from '../test/support/servers/postgresServer.ts'
import type { PathName } from './bars.ts'
import { ask, checkPolls, compareWithBare, compareWithPlain } from './compare.ts'
import {
  newPagePath,
  pagePath,
  pagePathCount,
  pollPath,
  pollPathCount,
  singlePath,
} from './dataset/requests.ts'
import { clockInstant, largestCount, rowOfLargest } from './dataset/shape.ts'
import { pgbenchScripts } from './load/loggedQueries.ts'
import { neverTwice, overAndOver, type Paths, samePath } from './load/paths.ts'
import { loadWithPgbench } from './load/pgbench.ts'
import { type Contestant, overHttp } from './rounds.ts'
import type { FilledDatabase } from './server.ts'
import { type RunningServer, startPeer } from './support/child.ts'
import { installPlainPeer } from './support/plainPeer.ts'
import { step } from './support/progress.ts'

export interface MeasuredPath {
  name: PathName
  contestants: Contestant[]
  /** Whether data of other workspaces changes in the meantime. */
  amongWriters?: boolean
}

export interface Stage {
  folder: string
  server: PostgresServer
  database: FilledDatabase
  service: RunningServer
}

const connections = 16
/** The length of the list that bare node:http is sent over and over. */
const repeatedPaths = 20_000

export interface Course {
  paths: MeasuredPath[]
  /** Fails if the service and its peer differ; returns the number of equal replies. */
  compare(): Promise<number>
}

/** Starts the peers, compares all replies, and returns the paths to measure. */
export async function measuredPaths(stage: Stage, withPgbench: boolean): Promise<Course> {
  const { database, service } = stage
  const { size } = database
  const headers = { Authorization: `Bearer ${database.secrets[0]}` }
  const again = { page: newPagePath(0), single: singlePath(size, 0), poll: pollAgainPath }
  const { etag } = await ask(service.url, again.page, headers)
  const conditional = { ...headers, 'If-None-Match': etag ?? '' }
  await step('Installing the plain peer', async () => installPlainPeer())
  const plain = await startPeer(stage.folder, 'plain/server', [], { DATABASE_URL: database.url })
  const [page, notModified, poll, single] = await step('Starting the peers', () =>
    Promise.all([
      bareFor(stage, 'page', again.page, headers),
      bareFor(stage, 'notModified', again.page, conditional),
      bareFor(stage, 'poll', again.poll, headers),
      bareFor(stage, 'single', again.single, headers),
    ]),
  )
  const bare = { page, notModified, poll, single }
  const compare = async () => {
    const count = await compareWithPlain(service.url, plain.url, headers, size)
    await checkPolls(service.url, again.poll, headers)
    return count
  }
  await step('Comparing all replies', compare)
  const scripts = withPgbench ? await scriptsFor(stage) : null

  /** The service and bare node:http, with the same paths. */
  const pair = (peer: Bare, paths: Paths, barePaths: Paths, sent = headers) => {
    const request = { headers: sent, connections, folder: stage.folder }
    const expected = { status: peer.status, bytes: peer.bytes }
    return [
      overHttp('service', service.pid, { ...request, url: service.url, paths }, expected),
      overHttp('bare', peer.server.pid, { ...request, url: peer.server.url, paths: barePaths }, expected),
    ]
  }
  const plainOn = (peer: Bare, paths: Paths) =>
    overHttp(
      'plain',
      plain.pid,
      { headers, connections, folder: stage.folder, url: plain.url, paths },
      { status: 200, bytes: peer.bytes },
    )
  const pgbenchOn = (script: string | undefined): Contestant[] =>
    script === undefined ? [] : [alone(stage, script)]

  const singles = (index: number) => singlePath(size, index)
  // The first path of a list was requested above, and the last ones in the comparison.
  const singleCount = largestCount(size) - 100
  const newSingles = neverTwice(index => singles(index + 1), singleCount)
  const paths: MeasuredPath[] = [
    { name: 'pageAgain', contestants: pair(bare.page, samePath(again.page), samePath(again.page)) },
    {
      name: 'notModified',
      contestants: pair(bare.notModified, samePath(again.page), samePath(again.page), conditional),
    },
    {
      name: 'pageNew',
      contestants: [
        ...pair(bare.page, neverTwice(pagePath, pagePathCount), overAndOver(pagePath, repeatedPaths)),
        plainOn(bare.page, neverTwice(pagePath, pagePathCount)),
        ...pgbenchOn(scripts?.page),
      ],
    },
    {
      name: 'pollAgain',
      contestants: pair(bare.poll, samePath(again.poll), samePath(again.poll)),
      amongWriters: true,
    },
    {
      name: 'pollNew',
      contestants: pair(bare.poll, neverTwice(pollPath, pollPathCount), overAndOver(pollPath, repeatedPaths)),
      amongWriters: true,
    },
    {
      name: 'singleNew',
      contestants: [
        ...pair(bare.single, newSingles, overAndOver(singles, repeatedPaths)),
        plainOn(bare.single, neverTwice(singles, singleCount)),
        ...pgbenchOn(scripts?.single),
      ],
    },
  ]
  return { paths, compare }
}

const pollAgainPath = `/v1/transactions?limit=50&updatedAfter=${clockInstant}`

interface Bare {
  server: RunningServer
  status: 200 | 304
  bytes: number
}

/** A bare node:http that sends exactly what the service sends for this path. */
async function bareFor(
  { folder, service }: Stage,
  name: string,
  path: string,
  headers: Record<string, string>,
): Promise<Bare> {
  const { status, body } = await ask(service.url, path, headers)
  const expected = name === 'notModified' ? 304 : 200
  if (status !== expected) throw new Error(`${path} returned ${status} instead of ${expected}.`)
  const file = join(folder, `${name}.body`)
  writeFileSync(file, body)
  const words = [String(status), ...(status === 200 ? [file] : [])]
  const server = await startPeer(folder, 'bareHttp', words)
  await compareWithBare(service.url, server.url, path, headers)
  return { server, status: expected, bytes: body.length }
}

async function scriptsFor({ folder, server, database }: Stage) {
  return await step('Reading the queries of the service from the log', async () =>
    pgbenchScripts(server, database.name, folder, database.secrets[0] ?? '', {
      count: largestCount(database.size),
      rowOf: nth => rowOfLargest(database.size, nth),
    }),
  )
}

/** Only the database. */
function alone({ folder, server, database }: Stage, script: string): Contestant {
  const request = { folder, socketFolder: server.folder, database: database.name, script }
  return { name: 'pgbench', pid: null, takeTurn: seconds => loadWithPgbench({ ...request, seconds }) }
}
