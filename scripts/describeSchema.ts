/**
 * A store's schema as text, from the database's own catalogue: the same for both engines and for PostgreSQL 15 to 18.
 * It is for reading. Foreign keys stay with their tables, which are in the order of their names.
 */
import type { Connection } from '../src/store/engine/door.ts'

export async function describeSchema(connection: Connection): Promise<string> {
  await refuseOthers(connection)
  const parts = [
    ...(await connection.query<Described>(collationsSql)),
    ...(await connection.query<Described>(functionsSql)),
    ...(await describeTables(connection)),
  ]
  return `${header}\n${parts.map(({ text }) => text).join('\n\n')}\n`
}

const header = `-- The schema that the migrations make, for reading. Written by \`npm run schema\`; a test fails if it is out of date.
`

interface Described {
  text: string
}

interface DescribedPart extends Described {
  table: string
}

async function describeTables(connection: Connection): Promise<Described[]> {
  const tables = await connection.query<{ name: string; kind: string }>(tablesSql)
  const [columns, options, constraints, indexes, triggers] = [
    await partsOf(connection, columnsSql),
    await partsOf(connection, optionsSql),
    await partsOf(connection, constraintsSql),
    await partsOf(connection, indexesSql),
    await partsOf(connection, triggersSql),
  ]
  return tables.map(({ name, kind }) => {
    const inside = [...columns(name), ...constraints(name)].map(line => `  ${line}`).join(',\n')
    const behind = [...options(name), ...indexes(name), ...triggers(name)].map(line => `\n${line};`).join('')
    return { text: `create ${kind} ${name} (\n${inside}\n);${behind}` }
  })
}

async function partsOf(connection: Connection, sql: string): Promise<(table: string) => string[]> {
  const parts = await connection.query<DescribedPart>(sql)
  return name => parts.filter(({ table }) => table === name).map(({ text }) => readable(text))
}

/** PostgreSQL writes keywords in capitals, says the type of each text, and names the schema of every table. */
const readable = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'|"[^"]*"|\b[A-Z]+\b/g, part => (/^['"]/.test(part) ? part : part.toLowerCase()))
    .replaceAll("'::text", "'")
    .replace(/= any \(array\[([^[\]]*)\]\)/g, 'in ($1)')
    .replace(/\btimestamp\((\d)\) with time zone\b/g, 'timestamptz($1)')
    .replaceAll(' using btree', '')
    .replaceAll(' public.', ' ')

/** What nobody has taught this file to describe must not be left out without a word. */
async function refuseOthers(connection: Connection): Promise<void> {
  const others = await connection.query<{ name: string; kind: string }>(
    `select c.relname::text as name, c.relkind::text as kind from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind not in ('r', 'i')
     union all
     select t.typname::text, t.typtype::text from pg_type t
     where t.typnamespace = current_schema()::regnamespace and t.typtype in ('d', 'e', 'r')`,
  )
  if (others.length === 0) return
  const named = others.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  throw new Error(`scripts/describeSchema.ts does not know how to describe ${named}.`)
}

const ours = 'c.relnamespace = current_schema()::regnamespace'

const tablesSql = `
  select c.relname::text as name, case c.relpersistence when 'u' then 'unlogged table' else 'table' end as kind
  from pg_class c where ${ours} and c.relkind = 'r' order by c.relname`

const columnsSql = `
  select c.relname::text as table, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
    case when a.attcollation <> t.typcollation then 'collate ' || quote_ident(l.collname) end,
    case when a.attstorage <> t.typstorage then 'storage ' || case a.attstorage
      when 'e' then 'external' when 'p' then 'plain' when 'm' then 'main' else 'extended' end
    end,
    case when a.attnotnull then 'not null' end,
    case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
      else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as text
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where ${ours} and c.relkind = 'r' order by c.relname, a.attnum`

/** What the planner is told about columns. */
const optionsSql = `
  select c.relname::text as table,
    'alter table ' || c.relname || ' ' || string_agg(
      'alter column ' || quote_ident(a.attname) || ' set (' || replace(o.text, '=', ' = ') || ')', ', ' order by a.attnum
    ) as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid, unnest(a.attoptions) as o (text)
  where ${ours} and c.relkind = 'r' and o.text like 'n\\_distinct=%' group by 1, c.relname order by 1`

/** From PostgreSQL 18 on, "not null" is a constraint too; the columns say it already. */
const constraintsSql = `
  select c.relname::text as table, 'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid) as text
  from pg_class c join pg_constraint k on k.conrelid = c.oid
  where ${ours} and k.contype in ('p', 'u', 'c', 'f', 'x')
  order by c.relname, array_position(array['p', 'u', 'x', 'c', 'f'], k.contype::text), k.conname`

const indexesSql = `
  select c.relname::text as table, pg_get_indexdef(x.indexrelid) as text
  from pg_class c join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
  where ${ours} and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.conrelid = c.oid)
  order by c.relname, i.relname`

const triggersSql = `
  select c.relname::text as table, pg_get_triggerdef(t.oid) as text
  from pg_class c join pg_trigger t on t.tgrelid = c.oid
  where ${ours} and not t.tgisinternal order by c.relname, t.tgname`

/** Functions keep the form in which PostgreSQL gives them back, and their bodies the one in which they were written. */
const functionsSql = `
  select replace(rtrim(pg_get_functiondef(p.oid), E'\\n'), ' public.', ' ') || ';' as text from pg_proc p
  where p.pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
  order by p.proname`

/** The column with the locale has another name from PostgreSQL 17 on. */
const collationsSql = `
  select format('create collation %I (provider = %s, locale = %L, deterministic = %s);', l.collname,
    case l.collprovider when 'i' then 'icu' when 'c' then 'libc' else 'builtin' end,
    coalesce(to_jsonb(l) ->> 'colllocale', to_jsonb(l) ->> 'colliculocale', l.collcollate),
    l.collisdeterministic::text) as text
  from pg_collation l where l.collnamespace = current_schema()::regnamespace order by l.collname`
