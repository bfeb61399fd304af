/**
 * Shows the request behind a page that API keys cannot make. It uses the person's session; for programs it names the
 * command, if there is one.
 */
import { useWorkspace } from '../session.tsx'
import { CodeBlock } from '../ui/code/Code.tsx'
import { Fold } from '../ui/layout/Fold.tsx'
import layout from '../ui/layout/layout.module.css'
import text from '../ui/text/text.module.css'

interface ConsoleCallProps {
  /** As in the contract: /keys. */
  path: string
  query?: Record<string, string | undefined>
  /** Why only people can make it, and what programs can use instead. */
  children: string
  /** What follows `florin`. */
  command?: string
}

export function ConsoleCall({ path, query = {}, children, command }: ConsoleCallProps) {
  const { id } = useWorkspace()
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const parameters = new URLSearchParams(given).toString()
  const address = `/console/workspaces/${id}${path}${parameters && `?${parameters}`}`
  return (
    <Fold
      title="The API call behind this page"
      code={
        <>
          GET /console/workspaces/{'{id}'}
          {path}
        </>
      }
    >
      <div className={layout.stack}>
        <p className={text.muted}>{children}</p>
        <CodeBlock label="address" code={`GET ${location.origin}${address}`} wrap />
        {command && <CodeBlock label="command" code={`florin ${command}`} wrap />}
      </div>
    </Fold>
  )
}
