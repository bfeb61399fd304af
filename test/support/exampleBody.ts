/** A request's body from the examples in the contract, so that a new operation needs no sample written by hand. */
import * as z from 'zod'
import type { WireOperation } from '../../src/contract/operation.ts'

interface Described {
  required?: string[]
  properties?: Record<string, { examples?: unknown[]; enum?: unknown[]; type?: string }>
}

/** Its required fields; undefined for an operation without a body. */
export function exampleBody({ id, body }: WireOperation): Record<string, unknown> | undefined {
  if (body === undefined) return undefined
  const { required = [], properties = {} } = z.toJSONSchema(body, {
    io: 'input',
    unrepresentable: 'any',
  }) as Described
  const values = required.map(name => {
    const { examples = [], enum: words = [], type } = properties[name] ?? {}
    const value = examples[0] ?? words[0] ?? (type === 'boolean' ? true : undefined)
    if (value === undefined) throw new Error(`The field ${name} in the body of ${id} has no example.`)
    return [name, value]
  })
  return Object.fromEntries(values)
}
