/** The API call behind a page, as curl and as client code. */

import { Fold } from '../layout/Fold.tsx'
import { Tabs } from '../layout/Tabs.tsx'
import { CodeBlock } from './Code.tsx'
import { type CallShown, clientCode, curlCode } from './callCode.ts'

export function CallBehind({
  title = 'The API call behind this page',
  ...call
}: CallShown & { title?: string }) {
  return (
    <Fold
      title={title}
      code={
        <>
          {call.method} /v1{call.path}
        </>
      }
    >
      <CallTabs {...call} label={title} />
    </Fold>
  )
}

export const CallTabs = ({ label, ...call }: CallShown & { label: string }) => (
  <Tabs
    label={label}
    items={[
      { id: 'curl', label: 'curl', content: <CodeBlock label="curl command" code={curlCode(call)} /> },
      {
        id: 'client',
        label: 'TypeScript',
        content: <CodeBlock label="client code" code={clientCode(call)} />,
      },
    ]}
  />
)
