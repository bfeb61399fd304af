/**
 * The functions by which a node runs a query on its own shards. Citus sends the call to the node that has the workspace
 * (`create_distributed_function`) and makes it part of the transaction. On the node, the query names shards and not
 * distributed tables, so PostgreSQL itself plans it: everything works as it does on one server.
 */
import { connectionSettings, distributedMark } from '../../postgres/settings.ts'

/** Opening a connection looks for this function to learn whether the store is distributed. */
export const nodeFunction = distributedMark
export const nodeCommand = 'do_on_workspace_node(text, text, text, text[], text, text)'

/**
 * How many queries a connection to a node prepares before a new age begins. Those of this age and of the last one are used;
 * those of the age before are still kept, because the transaction that begins a new age may be rolled back.
 */
export const preparedPerAge = 200

const settings = Object.entries(connectionSettings)
  .map(([name, value]) => `    perform set_config('${name}', '${value}', false);`)
  .join('\n')

/**
 * `beside` is a shard of the workspace's group: all shards of a group have the same range of hashes. A reference table
 * has one shard and no range.
 */
const shardNames = `
create or replace function with_shard_names(statement text, beside bigint) returns text
language plpgsql stable as $$
declare
  shard record;
  named text := statement;
begin
  for shard in
    select s.logicalrelid::text as name, s.shardid as id from pg_dist_shard s
    where s.logicalrelid = any(
      select distinct matched[1]::regclass from regexp_matches(statement, '\\{\\{(\\w+)\\}\\}', 'g') as matched
    ) and (s.shardminvalue is null
      or s.shardminvalue = (select b.shardminvalue from pg_dist_shard b where b.shardid = beside))
  loop
    named := replace(named, '{{' || shard.name || '}}', shard.name || '_' || shard.id);
  end loop;
  return named;
end
$$;`

/**
 * Prepares a query under a name and returns that name. For each shard, settings say what was prepared in the last ages: the
 * view of prepared queries makes a row of each one, and a new setting is sorted in with all others, so each query having one
 * would take longer than planning it. Other settings are those of the service's own connections. The lock keeps the shards in place until the end of the transaction; a call that
 * arrives after a move is refused. A move copies what the log has on disk when it takes that lock, so a commit has to be
 * there before it ends.
 */
const prepareOnNode = `
create or replace function prepare_on_node(
  workspace text, name text, statement text, stamp text, lock_limit text
) returns text language plpgsql as $$
declare
  shard constant bigint := get_shard_id_for_distribution_column('workspaces', workspace);
  age integer := coalesce(nullif(current_setting('florin.age', true), ''), '1');
  earlier integer;
  flag text;
  noted text;
  kept integer;
  prepared text;
  old text;
begin
  if current_setting('florin.ready', true) is distinct from 'yes' then
${settings}
    if current_setting('synchronous_commit') = 'off' then
      perform set_config('synchronous_commit', 'local', false);
    end if;
    perform set_config('florin.ready', 'yes', false);
  end if;
  if coalesce(current_setting('florin.stamp', true), '') <> stamp then
    perform set_config('florin.stamp', stamp, true);
  end if;
  if current_setting('lock_timeout') <> lock_limit then
    perform set_config('lock_timeout', lock_limit, true);
  end if;
  perform lock_shard_metadata(5, array[shard]);
  if not exists (
    select from pg_dist_placement p join pg_dist_local_group l on l.groupid = p.groupid where p.shardid = shard
  ) then
    raise exception 'The workspace % is on another node.', workspace using errcode = 'serialization_failure';
  end if;
  foreach earlier in array array[age, age - 1] loop
    noted := current_setting(format('florin.shard_%s_%s', shard, earlier % 3), true);
    if split_part(noted, ' ', 1) = earlier::text and strpos(noted, ' ' || name || ' ') > 0 then
      return format('%s_%s_%s', name, shard, earlier);
    end if;
  end loop;
  kept := coalesce(nullif(current_setting('florin.kept', true), ''), '0');
  if kept >= ${preparedPerAge} then
    for old in select p.name from pg_prepared_statements p where p.name ~ ('^s[0-9a-f]+_[0-9]+_' || (age - 2) || '$') loop
      execute format('deallocate %I', old);
    end loop;
    age := age + 1;
    kept := 0;
    perform set_config('florin.age', age::text, false);
  end if;
  prepared := format('%s_%s_%s', name, shard, age);
  begin
    execute format('prepare %I as %s', prepared, with_shard_names(statement, shard));
  exception when duplicate_prepared_statement then
    -- Settings are rolled back with their transaction, prepared queries are not. It is the same query.
    null;
  end;
  flag := format('florin.shard_%s_%s', shard, age % 3);
  noted := current_setting(flag, true);
  if split_part(noted, ' ', 1) is distinct from age::text then noted := age || ' '; end if;
  perform set_config(flag, noted || name || ' ', false);
  perform set_config('florin.kept', (kept + 1)::text, false);
  return prepared;
end
$$;`

const runPrepared = `format('execute %I%s', prepare_on_node(workspace, name, statement, stamp, lock_limit), (
    select '(' || string_agg(quote_nullable(value), ', ' order by position) || ')'
    from unnest(given) with ordinality as v(value, position)
  ))`

const given = 'workspace text, name text, statement text, given text[], stamp text, lock_limit text'

/** One returns the rows of a query, the other is for queries without rows. */
const runOnNode = `
create or replace function on_workspace_node(${given}) returns setof record language plpgsql as $$
begin
  return query execute ${runPrepared};
end
$$;
create or replace function do_on_workspace_node(${given}) returns void language plpgsql as $$
begin
  execute ${runPrepared};
end
$$;`

/** What \`transactions_with_words\` and \`bills_with_words\` do, on a shard. */
const wordsOnShard = `
create or replace function words_on_shard(shard text, workspace text, wanted tsquery, most bigint) returns setof text
language plpgsql stable set enable_bitmapscan = on as $$
begin
  return query execute format(
    'select found.id from (
       select w.workspace_id, w.id from %I w where w.words @@ $1 limit $2
     ) found where found.workspace_id = $3', shard) using wanted, most, workspace;
end
$$;`

export const nodeFunctions: readonly string[] = [shardNames, prepareOnNode, wordsOnShard, runOnNode]
