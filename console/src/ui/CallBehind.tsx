/** The API call behind a page, as curl and as client code. */

import { CodeBlock } from './Code.tsx'
import { type CallShown, clientCode, curlCode } from './callCode.ts'
import { Icon } from './Icon.tsx'
import { Tabs } from './Tabs.tsx'

export function CallBehind({
  title = 'The API call behind this page',
  ...call
}: CallShown & { title?: string }) {
  return (
    <details className="call">
      <summary>
        <Icon name="right" />
        <span>{title}</span>
        <code className="call-name">
          {call.method} /v1{call.path}
        </code>
      </summary>
      <Tabs
        label={title}
        items={[
          { id: 'curl', label: 'curl', content: <CodeBlock label="curl command" code={curlCode(call)} /> },
          {
            id: 'client',
            label: 'TypeScript',
            content: <CodeBlock label="client code" code={clientCode(call)} />,
          },
        ]}
      />
    </details>
  )
}
