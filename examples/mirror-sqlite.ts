/**
 * Keeps an exact copy of a workspace in a SQLite file, until it is killed, at any moment; with --once, brings it up
 * to date, compares it, and exits.
 *
 *     FLORIN_API_KEY=florin_… node --import tsx examples/mirror-sqlite.ts copy.db [--once]
 */
import { rmSync } from 'node:fs'
import sqlite from 'node-sqlite3-wasm'
import { createClient, type MirrorMark, type MirrorStore } from '../src/client/index.ts'

const [file = 'florin.db', once] = process.argv.slice(2)
const { FLORIN_API_KEY: apiKey = '', FLORIN_URL: baseUrl = 'http://127.0.0.1:8080/v1' } = process.env

// This build of SQLite locks a file with a folder, which stays behind if the process is killed. Run only one.
rmSync(`${file}.lock`, { recursive: true, force: true })
const db = new sqlite.Database(file)
db.exec(`
  create table if not exists florin (
    resource text, id text, at text, day text, company_id text, account_id text, object text,
    primary key (resource, id));
  create index if not exists florin_day on florin (resource, day);
  create table if not exists florin_cursor (one integer primary key check (one = 1), cursor text)`)

const store: MirrorStore = {
  *get(resource, { from, to } = { from: '', to: '' }) {
    const days = from === '' ? '' : 'and day between ? and ?'
    const query = db.prepare(`select id, at, day from florin where resource = ? ${days}`)
    try {
      yield* query.iterate([resource, from, to].filter(Boolean)) as Iterable<MirrorMark>
    } finally {
      query.finalize()
    }
  },
  put(rows) {
    for (const { resource, id, at, day, companyId, accountId, object } of rows) {
      const values = [resource, id, at, day, companyId, accountId, JSON.stringify(object)]
      db.run('insert or replace into florin values (?, ?, ?, ?, ?, ?, ?)', values)
    }
  },
  delete(resource, ids) {
    for (const id of ids) db.run('delete from florin where resource = ? and id = ?', [resource, id])
  },
  cursor: () => (db.get('select cursor from florin_cursor')?.cursor ?? null) as string | null,
  saveCursor: cursor => db.run('insert or replace into florin_cursor values (1, ?)', cursor),
  async transaction(work) {
    db.exec('begin')
    const result = await work().catch(error => {
      db.exec('rollback')
      throw error
    })
    db.exec('commit')
    return result
  },
}

const options = { onReport: console.log, onTrouble: console.error }
const mirror = createClient({ baseUrl, apiKey }).mirror(store, options)
await (once ? mirror.verify().then(console.log) : mirror.run())
db.close()
