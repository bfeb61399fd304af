/** Writes src/store/schema.sql from the migrations, by applying them to an empty store in memory. */
import { writeFileSync } from 'node:fs'
import { openEmbedded } from '../src/store/engine/embedded.ts'
import { migrate } from '../src/store/schema/migrate.ts'
import { describeSchema } from './describeSchema.ts'

const store = await openEmbedded({})
try {
  await migrate(store)
  writeFileSync(new URL('../src/store/schema.sql', import.meta.url), await describeSchema(store))
} finally {
  await store.close()
}
