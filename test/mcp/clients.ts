/** The official MCP client, connected to a service in each of its two ways. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { plainFetch } from '../support/setup/contractCheck.ts'

export type Era = 'modern' | 'legacy'

export interface ConnectOptions {
  era?: Era
  /** After /mcp. */
  search?: string
}

export async function connected(
  url: string,
  secret: string,
  { era = 'legacy', search = '' }: ConnectOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${search}`), {
    fetch: (input, init) => plainFetch(input, init),
    requestInit: { headers: { Authorization: `Bearer ${secret}` } },
  })
  await client.connect(transport)
  return client
}

/** A raw JSON-RPC call, for what the client would not send. */
export async function post(
  url: string,
  secret: string | null,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await plainFetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(secret !== null && { Authorization: `Bearer ${secret}` }),
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
}

export const toolCall = (name: string, args: unknown = {}, id: unknown = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
})
