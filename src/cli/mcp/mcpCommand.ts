/** florin mcp: the tools of `src/mcp` for a program on this machine, through the client, so also for a remote Florin. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { FlorinConnectionError, FlorinError } from '../../client/errors.ts'
import { createSender, type Send } from '../../client/http.ts'
import type { Workspace } from '../../client/index.ts'
import { homeOf, readConfig } from '../../main/config.ts'
import { Failure } from '../../main/failure.ts'
import { mcpServer } from '../../mcp/server.ts'
import { toolsFor } from '../../mcp/tools.ts'
import { withoutControls } from '../output.ts'

type Input = Readonly<Record<string, string>>
type Environment = Readonly<Record<string, string | undefined>>

/** Ends when standard input does. Returns the exit code. */
export async function mcpCommand(input: Input, env: Environment): Promise<number> {
  const send = senderFor(input, env)
  // Asked once: the scopes of a key never change. A wrong key or address is reported at once.
  const { apiKey } = await workspaceOf(send)
  const tools = toolsFor(apiKey.scopes)
  const withTexts = input['without-texts'] === undefined
  const ended = new Promise<void>(settle => process.stdin.once('close', settle).once('end', settle))
  const handle = serveStdio(() =>
    mcpServer({
      tools,
      withTexts,
      perform: ({ operation: { id: name, path } }, { id, query }) =>
        send({ name, method: 'GET', path: path.replace('{id}', encodeURIComponent(id ?? '')), query }),
      explain,
    }),
  )
  await ended
  await handle.close()
  return 0
}

function senderFor({ key, url }: Input, env: Environment): Send {
  const apiKey = key ?? env.FLORIN_API_KEY?.trim()
  if (!apiKey) throw new Failure('florin mcp needs an API key: set FLORIN_API_KEY, or use --key KEY.')
  const baseUrl = url ?? (env.FLORIN_URL?.trim() || `${homeOf(readConfig(env))}/v1`)
  try {
    return createSender({ baseUrl, apiKey })
  } catch (error) {
    const message = (error as Error).message.replace(/^baseUrl/, '--url').replace(/^apiKey/, 'The API key')
    throw new Failure(`${message}.`)
  }
}

async function workspaceOf(send: Send): Promise<Workspace> {
  try {
    return (await send({ name: 'getWorkspace', method: 'GET', path: '/workspace' })) as Workspace
  } catch (error) {
    const text = explain(error)
    throw text === null ? error : new Failure(withoutControls(text))
  }
}

function explain(error: unknown): string | null {
  if (error instanceof FlorinError) return `${error.code}: ${error.message}`
  return error instanceof FlorinConnectionError ? error.message : null
}
