import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeSchema } from '../../../scripts/describeSchema.ts'
import { describeOnOneServer, freshStore } from '../../support/stores.ts'

const committed = readFileSync(new URL('../../../src/store/schema.sql', import.meta.url), 'utf8')

describeOnOneServer('src/store/schema.sql', name => {
  it('is the schema that the migrations make: after a new migration, npm run schema writes it anew', async () => {
    const store = await freshStore(name)
    try {
      expect(await describeSchema(store.db), 'run npm run schema').toBe(committed)
    } finally {
      await store.remove()
    }
  })
})
