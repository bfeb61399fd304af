import * as z from 'zod'
import { operation } from './operation.ts'
import { id, text } from './primitives.ts'
import { scopes } from './scopes.ts'

export const workspace = z
  .object({
    id: id('Opaque id of the workspace.', 'wsp_01JZ7Q4W0G3V8N5K2M9R6T1XYB'),
    name: text({ min: 1 }).meta({ description: 'Name of the workspace.', examples: ['Nordlicht Group'] }),
    apiKey: z
      .object({
        id: id('Opaque id of the key.', 'key_01JZ7Q4W0G3V8N5K2M9R6T1XYC'),
        name: text({ min: 1 }).meta({ description: 'Label given at creation.', examples: ['Ledger sync'] }),
        scopes: z.array(z.enum(scopes)).meta({ description: 'Scopes granted to the key.' }),
      })
      .meta({ description: 'The key that authenticated the request.' }),
  })
  .meta({ id: 'Workspace' })

export type Workspace = z.infer<typeof workspace>

export const getWorkspace = operation({
  id: 'getWorkspace',
  method: 'GET',
  path: '/workspace',
  tag: 'Workspace',
  summary: 'The workspace and the calling key',
  description: 'Needs no scope. Use it to check that a key works and what it may do.',
  scopes: [],
  success: { status: 200, description: 'The workspace that the key belongs to.', schema: workspace },
})

export const operations = { getWorkspace }
