/** A start on a PostgreSQL server that Florin cannot use: it fails at once, in one line that says what to do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/main/config.ts'
import { Failure, PassingFailure } from '../../../src/main/failure.ts'
import { openStore } from '../../../src/main/openStore.ts'
import { freshDatabase, type TestStore } from '../../support/stores.ts'

describe('a start on a database that responds (postgres)', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshDatabase('florin_template')
  })
  afterAll(async () => await store?.remove())

  it('with a search_path that finds no tables fails at once and names it', async () => {
    const url = new URL(store.databaseUrl ?? '')
    url.searchParams.set('options', '-c search_path=nowhere')
    const reason = await openStore(readConfig({ DATABASE_URL: url.href })).catch((error: unknown) => error)
    expect(reason).toBeInstanceOf(Failure)
    expect(reason).not.toBeInstanceOf(PassingFailure)
    expect((reason as Failure).message).toMatch(
      /^PostgreSQL at \S+ cannot be used\. .*no table .*search_path/,
    )
  })
})
