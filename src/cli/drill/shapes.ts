/** The drill's commands and their options. */
import { faultKinds } from '../../drill/faults.ts'

const compared = {
  copy: {
    value: 'FILE',
    summary: "the client's copy, as florin follow writes it or with lines of resource, id and at",
  },
  key: { value: 'KEY', summary: 'the key to compare with; better set as FLORIN_API_KEY' },
  resources: { value: 'A,B', summary: 'only these resources; without it, all that the key may read' },
  company: { value: 'ID', summary: 'only rows of this company' },
}

export const drillShapes = {
  'drill verdict': {
    summary: "Compare a client's copy with Florin, and name the fault behind each difference",
    options: {
      ...compared,
      copy: { ...compared.copy, required: true },
      drill: { value: 'URL', summary: 'the running drill (default: http://127.0.0.1:8099)' },
    },
  },
  drill: {
    summary: 'Run a proxy that injects faults, to test a client',
    options: {
      upstream: { value: 'URL', summary: 'the API to pass requests on to, up to /v1', required: true },
      seed: { value: 'N', summary: 'the same seed injects the same faults (default: 1)' },
      plan: { value: 'A,B', summary: `all, or some of ${faultKinds.join(', ')}` },
      every: { value: 'N', summary: 'one request in N is hit (default: 3)' },
      port: { value: 'PORT', summary: 'the port to listen on (default: 8099)' },
      host: { value: 'HOST', summary: 'the address to listen on (default: 127.0.0.1)' },
      silence: { value: 'SECONDS', summary: 'how long a silence lasts (default: 20)' },
      receiver: { value: 'URL', summary: 'forward webhooks to this address' },
      late: { value: 'SECONDS', summary: 'how long a late webhook is held at most (default: 10)' },
      'writer-key': {
        value: 'KEY',
        summary: 'lets the drill change a payee of its own; better set as FLORIN_DRILL_WRITER_KEY',
      },
      ...compared,
    },
  },
}
