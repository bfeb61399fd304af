import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/store/engine/door.ts'
import { StoreUnfit } from '../../../src/store/engine/fitness.ts'
import { ServerState } from '../../../src/store/engine/serverState.ts'

const noTable = Object.assign(new Error('relation "payees" does not exist'), { code: '42P01' })

const explained = (look: () => Promise<void>) =>
  new ServerState({ renew: () => undefined }, look).explain(noTable)

describe('the reason behind an error of the schema', () => {
  it('is what the check finds', async () => {
    const unfit = new StoreUnfit('The database has no table payees.')
    expect(await explained(() => Promise.reject(unfit))).toBe(unfit)
  })

  it('is that the check got no connection, so that the client is to try again', async () => {
    const refused = new StoreUnavailable('The database has no function on_workspace_node any more.')
    expect(await explained(() => Promise.reject(refused))).toBe(refused)
  })

  it('is the query itself if the schema is as it should be, or if the check fails in another way', async () => {
    expect(await explained(async () => undefined)).toBe(noTable)
    expect(await explained(() => Promise.reject(new Error('a mistake of the check')))).toBe(noTable)
  })
})
