import { CodeBlock } from '../../ui/code/Code.tsx'

export const loadCommand = 'npx florin load workspace.json'

/** How a whole workspace comes in: by a command on the machine of the service. */
export const LoadHint = () => (
  <div className="load-hint">
    <CodeBlock label="command" code={loadCommand} />
    <p className="muted small">
      Run it where Florin runs. The <a href="/docs">API reference</a> describes what can be read afterwards.
    </p>
  </div>
)
