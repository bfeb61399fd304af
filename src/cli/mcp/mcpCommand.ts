/** florin mcp: the tools of `src/mcp` for a program on this machine, through the client, so also for a remote Florin. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { FlorinConnectionError, FlorinError } from '../../client/errors.ts'
import { createSender, type Send } from '../../client/http.ts'
import type { Workspace } from '../../client/index.ts'
import { mcpServer } from '../../mcp/server.ts'
import { toolsFor } from '../../mcp/tools.ts'
import { accessFor, withAccess } from '../access/access.ts'
import { apiFailure } from '../access/apiFailure.ts'
import type { Environment } from '../access/profiles.ts'

type Input = Readonly<Record<string, string>>

/** Ends when standard input does. Returns the exit code. */
export async function mcpCommand(input: Input, env: Environment): Promise<number> {
  const send = withAccess(accessFor('mcp', input, env), createSender)
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

async function workspaceOf(send: Send): Promise<Workspace> {
  try {
    return (await send({ name: 'getWorkspace', method: 'GET', path: '/workspace' })) as Workspace
  } catch (error) {
    throw apiFailure(error)
  }
}

function explain(error: unknown): string | null {
  if (error instanceof FlorinError) return `${error.code}: ${error.message}`
  return error instanceof FlorinConnectionError ? error.message : null
}
