/**
 * Keeps an exact copy of a workspace in a PostgreSQL table, until it is killed, at any moment; with --once, brings it up
 * to date, compares it, and exits.
 *
 *     FLORIN_API_KEY=florin_… node --import tsx examples/mirror-postgres.ts postgres://…/copy [--once]
 */
import pg from 'pg'
import { createClient, type MirrorMark, type MirrorStore } from '../src/client/index.ts'

const [copyUrl, once] = process.argv.slice(2)
const { FLORIN_API_KEY: apiKey = '', FLORIN_URL: baseUrl = 'http://127.0.0.1:8080/v1' } = process.env

const db = new pg.Client(copyUrl)
await db.connect()
await db.query(`
  create table if not exists florin (
    resource text, id text, at text, day text, company_id text, account_id text, object jsonb,
    primary key (resource, id));
  create index if not exists florin_day on florin (resource, day);
  create table if not exists florin_cursor (one boolean primary key check (one), cursor text)`)

const store: MirrorStore = {
  async *get(resource, { from, to } = { from: '', to: '' }) {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const { rows }: { rows: MirrorMark[] } = await db.query(
        `select id, at, day from florin where resource = $1 and id > $2 and ($3 = '' or day between $3 and $4)
         order by id limit 5000`,
        [resource, last, from, to],
      )
      yield* rows
      last = rows.at(-1)?.id
    }
  },
  put: rows =>
    db.query(
      `insert into florin select * from json_populate_recordset(null::florin, $1)
       on conflict (resource, id) do update set at = excluded.at, day = excluded.day, company_id = excluded.company_id,
         account_id = excluded.account_id, object = excluded.object`,
      [JSON.stringify(rows.map(row => ({ ...row, company_id: row.companyId, account_id: row.accountId })))],
    ),
  delete: (resource, ids) =>
    db.query('delete from florin where resource = $1 and id = any($2)', [resource, ids]),
  cursor: async () => (await db.query('select cursor from florin_cursor')).rows[0]?.cursor ?? null,
  saveCursor: cursor =>
    db.query('insert into florin_cursor values (true, $1) on conflict (one) do update set cursor = $1', [
      cursor,
    ]),
  async transaction(work) {
    await db.query('begin')
    const result = await work().catch(error => db.query('rollback').then(() => Promise.reject(error)))
    await db.query('commit')
    return result
  },
}

const options = { onReport: console.log, onTrouble: console.error }
const mirror = createClient({ baseUrl, apiKey }).mirror(store, options)
await (once ? mirror.verify().then(console.log) : mirror.run())
await db.end()
