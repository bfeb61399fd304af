import { CodeBlock } from '../../ui/Code.tsx'

export const loadCommand = 'npx florin load workspace.json'

/** How to load a whole workspace: with a command on the server. */
export const LoadHint = () => (
  <div className="load-hint">
    <CodeBlock label="command" code={loadCommand} />
    <p className="muted small">
      Run this command on the server. The <a href="/docs">API reference</a> describes the data you can read
      afterwards.
    </p>
  </div>
)
