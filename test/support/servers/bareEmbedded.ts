/** An embedded store without a schema, from a copy: making one from nothing takes seconds. */
import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { type EmbeddedDatabase, openEmbedded } from '../../../src/store/engine/embedded.ts'

export const bareEmbedded = (): Promise<EmbeddedDatabase> =>
  openEmbedded({ from: new Blob([readFileSync(inject('bareArchive'))]) })
