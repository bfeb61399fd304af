import { it } from 'vitest'
import { describeOnBothStores } from '../support/stores.ts'
import { useLoader } from './loader.ts'
import { smallWorkspace } from '../support/builders.ts'

describeOnBothStores('probe', store => {
  const loader = useLoader(store)
  it('versions', async () => {
    const { db } = loader.current.store
    console.log(store, await db.query(`select version(), collversion, pg_collation_actual_version(oid) from pg_collation where collname = 'unicode_root'`))
    console.log(await db.query(`show server_encoding`), await db.query(`select datcollate, datlocprovider from pg_database where datname = current_database()`))
  })
  it('end of time', async () => {
    const file = smallWorkspace()
    file.transactions[0]!.updatedAt = '9999-12-31T23:59:59.999Z'
    console.log(store, await loader.current.load(file))
    file.transactions[0]!.amount = '11.00'
    console.log(store, await loader.current.load(file, 1).catch(e => e))
    console.log(store, await loader.current.clock(file))
  })
})
