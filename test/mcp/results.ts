/** Calls of each tool, and the reply of the API that belongs to it. */
import { Socket } from 'node:net'
import type { Operation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'

export const operationOfTool = (name: string): Operation => {
  const id = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const found = Object.values<Operation>(operations).find(each => each.id === id)
  if (found === undefined) throw new Error(`There is no operation for ${name}.`)
  return found
}

/** The id of a row of the workspace, for tools that need one. */
export function argumentsFor(name: string, file: WorkspaceFile): Record<string, string> {
  const lists: Record<string, readonly { id: string }[] | undefined> = {
    get_account: file.accounts,
    get_transaction: file.transactions,
    get_bill: file.bills,
    get_payee: file.payees,
  }
  const row = lists[name]?.[0]
  return row === undefined ? {} : { id: row.id }
}

export const restPathOf = (name: string, { id, ...query }: Record<string, string>): string => {
  const { path } = operationOfTool(name)
  return `/v1${path.replace('{id}', encodeURIComponent(id ?? ''))}?${new URLSearchParams(query)}`
}

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with the texts of each `untrusted` back in their places. */
export function withoutUntrusted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUntrusted)
  if (!isObject(value)) return value
  const { untrusted = {}, ...rest } = value
  return merged(
    Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, withoutUntrusted(each)])),
    untrusted as Json,
  )
}

function merged(one: Json, other: Json): Json {
  const result: Json = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const before = result[name]
    result[name] = isObject(before) && isObject(value) ? merged(before, value) : value
  }
  return result
}

/** The value without any `untrusted`. */
export function trustedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trustedPart)
  if (!isObject(value)) return value
  const { untrusted: _, ...rest } = value
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, trustedPart(each)]))
}

/** A call with a Host header that fetch would not send. Returns the whole reply. */
export function rawPost(port: number, host: string, secret: string): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const socket = new Socket()
  return new Promise((settle, fail) => {
    let reply = ''
    socket.on('data', chunk => {
      reply += chunk
    })
    socket.on('close', () => settle(reply))
    socket.on('error', fail)
    socket.connect(port, '127.0.0.1', () => {
      const lines = [
        ...['POST /mcp HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${secret}`, 'Connection: close'],
        ...['Content-Type: application/json', 'Accept: application/json, text/event-stream'],
        `Content-Length: ${Buffer.byteLength(body)}`,
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    })
  })
}
