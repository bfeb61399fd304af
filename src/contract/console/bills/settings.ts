/** Settings of the workspace that people choose in the console. */
import * as z from 'zod'
import { consoleOperation } from '../operation.ts'
import { everyone, managers } from '../roles.ts'

export const settings = z.object({
  fourEyes: z.boolean().meta({ description: 'Who enters or fixes a bill cannot approve it.' }),
})

export type Settings = z.infer<typeof settings>

export const getSettings = consoleOperation({
  id: 'getSettings',
  method: 'GET',
  path: '/settings',
  summary: 'The settings of the workspace',
  access: everyone,
  success: { status: 200, description: 'The settings.', schema: settings },
})

export const changeSettings = consoleOperation({
  id: 'changeSettings',
  method: 'PATCH',
  path: '/settings',
  summary: 'Change the settings of the workspace',
  access: managers,
  body: z.strictObject({ fourEyes: z.boolean() }),
  success: { status: 200, description: 'The settings, as changed.', schema: settings },
})
