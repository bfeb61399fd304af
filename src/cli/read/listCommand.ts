/** florin transactions list and its kind: walks the pages of a list with a key, and prints rows as they arrive. */
import { createSender, type Send } from '../../client/http.ts'
import { everyRow, type Page } from '../../client/walk.ts'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { pageRowsMax } from '../../contract/primitives.ts'
import { Failure } from '../../main/failure.ts'
import { accessFor, withAccess } from '../access/access.ts'
import { apiFailure } from '../access/apiFailure.ts'
import type { Environment } from '../access/profiles.ts'
import { optionFor, parametersOf } from './parameters.ts'
import { type Format, printed } from './rowFormats.ts'
import { formats, type ListCommand, type ListName, listOperations } from './shapes.ts'
import { writeAll } from './standardOutput.ts'

type Input = Readonly<Record<string, string>>

const rowsMax = 1_000_000_000

export async function listCommand(
  command: ListCommand,
  input: Input,
  json: boolean,
  env: Environment,
): Promise<number> {
  const list = command.split(' ')[0] as ListName
  const operation: Operation = operations[listOperations[list]]
  const format = formatOf(input.format, json)
  const limit = limitOf(input.limit)
  const send = withAccess(accessFor(command, input, env), createSender)
  try {
    await writeAll(printed[format](list, batchesOf(send, operation, queryOf(operation, input), limit)))
    return 0
  } catch (error) {
    throw apiFailure(error, path => optionFor(operation, path))
  }
}

/** With --json, the rows are one JSON object, as with every command. */
function formatOf(given: string | undefined, json: boolean): Format {
  if (given === undefined) return json ? 'json' : 'table'
  const format = formats.find(each => each === given)
  if (format !== undefined) return format
  throw new Failure(`--format must be one of ${formats.join(', ')}.`, 'usage')
}

function limitOf(given: string | undefined): number {
  if (given === undefined) return rowsMax
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  throw new Failure('--limit must be a whole number above 0.', 'usage')
}

/** The service checks the values. */
function queryOf({ query }: Operation, input: Input): Record<string, string | undefined> {
  return Object.fromEntries(parametersOf(query).map(({ name, option }) => [name, input[option]]))
}

/** Pages are requested as the rows are read, and no more than needed. */
async function* batchesOf(
  send: Send,
  { id: name, path, query }: Operation,
  filters: Record<string, string | undefined>,
  limit: number,
): AsyncGenerator<object[], void, undefined> {
  const isPaged = query !== undefined && 'cursor' in query.shape
  const fetchPage = async (cursor: string | undefined): Promise<Page<object>> => {
    const paging = isPaged ? { limit: Math.min(limit, pageRowsMax), cursor } : {}
    const page = await send({ name, method: 'GET', path, query: { ...filters, ...paging } })
    return isPaged ? (page as Page<object>) : { ...(page as Page<object>), nextCursor: null }
  }
  let left = limit
  let batch: object[] = []
  for await (const row of everyRow(fetchPage)) {
    batch.push(row)
    left -= 1
    if (left === 0) break
    if (batch.length < pageRowsMax) continue
    yield batch
    batch = []
  }
  yield batch
}
