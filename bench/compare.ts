/** Before any load: the replies of the service must be right, and those of its peers the same. */
import { deepStrictEqual } from 'node:assert/strict'
import { pagePath, pollPath, pollPathCount, singlePath } from './dataset/requests.ts'
import { accountId, companyId, type DataSize, dayOf, daysTotal, largestCount } from './dataset/shape.ts'

export interface Answer {
  status: number
  etag: string | null
  body: Buffer
}

export async function ask(url: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(url + path, { headers })
  const body = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, etag: answer.headers.get('etag'), body }
}

interface Page {
  data: { id: string; bookingDate: string | null; createdAt: string }[]
  nextCursor: string | null
}

/** Pages of every measured kind, at both ends and in the middle of the walk, with and without filters. */
function samplePages(): string[] {
  const page = '/v1/transactions?limit=50'
  const ranges = [
    [0, 20],
    [400, 900],
    [1_000, 1_001],
    [daysTotal - 30, daysTotal],
    [daysTotal + 10, daysTotal + 20],
  ]
  return [
    page,
    '/v1/transactions?limit=100',
    `${page}&companyId=${companyId(0, 1)}`,
    `${page}&accountId=${accountId(0, 3)}`,
    `${page}&companyId=${companyId(0, 1)}&dateTo=${dayOf(700)}`,
    `${page}&accountId=${accountId(0, 11)}&dateFrom=${dayOf(300)}&dateTo=${dayOf(500)}`,
    `${page}&accountId=${accountId(1, 0)}`,
    // Far beyond those requested in the rounds, so that they stay new.
    ...Array.from({ length: newPagesCompared }, (_, index) => pagePath(1_000_000 + index * 977)),
    ...ranges.map(([from = 0, to = 0]) => `${page}&dateFrom=${dayOf(from)}&dateTo=${dayOf(to)}`),
  ]
}

const newPagesCompared = 20
const pagesFollowed = 3
const pollsCompared = 5
const singlesCompared = 20

/** The plain peer reads the tables in its own way, so if both agree, both are right. */
export async function compareWithPlain(
  service: string,
  plain: string,
  headers: Record<string, string>,
  size: DataSize,
): Promise<number> {
  let compared = 0
  for (const path of samplePages()) {
    const cursors = { service: '', plain: '' }
    for (let nth = 1; nth <= pagesFollowed; nth += 1) {
      const ours = await json<Page>(service, path + cursors.service, headers)
      const theirs = await json<Page>(plain, path + cursors.plain, headers)
      same(`${path}, page ${nth}`, ours.data, theirs.data)
      same(
        `${path}, page ${nth}, whether there is more`,
        ours.nextCursor === null,
        theirs.nextCursor === null,
      )
      compared += 1
      if (ours.nextCursor === null) break
      cursors.service = `&cursor=${ours.nextCursor}`
      cursors.plain = `&cursor=${theirs.nextCursor}`
    }
  }
  for (let index = 0; index < singlesCompared; index += 1) {
    // From the far end of the list, so that no round requests them again.
    const path = singlePath(size, largestCount(size) - 1 - index)
    same(path, await json(service, path, headers), await json(plain, path, headers))
    compared += 1
  }
  return compared
}

/** The plain peer has no polls, but their expected result is known: nothing new. */
export async function checkPolls(
  service: string,
  pollAgain: string,
  headers: Record<string, string>,
): Promise<void> {
  const newPolls = Array.from({ length: pollsCompared }, (_, index) => pollPath(pollPathCount + index))
  for (const path of [pollAgain, ...newPolls]) {
    const { data, nextCursor } = await json<Page>(service, path, headers)
    if (data.length > 0 || nextCursor !== null) throw new Error(`${path} has changes, but there are none.`)
  }
}

async function json<Body>(url: string, path: string, headers: Record<string, string>): Promise<Body> {
  const { status, body } = await ask(url, path, headers)
  if (status !== 200) throw new Error(`${url}${path} returned ${status}: ${body.toString().slice(0, 500)}`)
  return JSON.parse(body.toString()) as Body
}

function same(what: string, ours: unknown, theirs: unknown): void {
  try {
    deepStrictEqual(ours, theirs)
  } catch (error) {
    throw new Error(`The service and the plain peer differ at ${what}:\n${(error as Error).message}`)
  }
}

/** bare node:http must send the same bytes as the service for this path. */
export async function compareWithBare(
  service: string,
  bare: string,
  path: string,
  headers: Record<string, string>,
) {
  const [ours, theirs] = [await ask(service, path, headers), await ask(bare, path, headers)]
  if (ours.status !== theirs.status || !ours.body.equals(theirs.body)) {
    throw new Error(
      `The service and node:http differ at ${path}: ${ours.status} with ${ours.body.length} bytes, ` +
        `${theirs.status} with ${theirs.body.length} bytes.`,
    )
  }
}
