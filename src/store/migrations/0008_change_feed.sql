-- The stamp of the write that is under way. Only store/workspaceClock.ts sets it, so a row that needs it cannot be
-- written outside a workspace write: it would be null.
create function write_stamp() returns timestamptz language sql stable as $$
  select nullif(current_setting('florin.stamp', true), '')::timestamptz
$$;

-- Cursors of the change feed contain the epoch. A restore sets a new one: what the old cursors count from is gone.
alter table workspaces add column epoch text collate "C" not null default replace(gen_random_uuid()::text, '-', '');

-- Rows that were deleted, for as long as their id does not come back.
create table deletions (
  workspace_id text collate "C" not null references workspaces,
  resource text collate "C" not null
    check (resource in ('account', 'bill', 'category', 'company', 'payee', 'transaction')),
  id text collate "C" not null,
  company_id text collate "C",
  account_id text collate "C",
  at timestamptz(3) not null default write_stamp(),
  primary key (workspace_id, resource, id)
);
create index deletions_by_time on deletions (workspace_id, resource, at, id);
create index deletions_by_company on deletions (workspace_id, resource, company_id, at, id);

-- Rows that moved from this company to another one. To a reader that follows only this company, they are deleted.
create table departures (
  workspace_id text collate "C" not null references workspaces,
  resource text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  account_id text collate "C",
  at timestamptz(3) not null default write_stamp(),
  primary key (workspace_id, resource, id, company_id)
);
create index departures_by_company on departures (workspace_id, resource, company_id, at, id);

-- Accounts and categories have no updatedAt on the wire. For rows that are there already, any stamp that no reader has
-- passed yet will do.
alter table accounts add column changed_at timestamptz(3);
update accounts t set changed_at = w.clock from workspaces w where w.workspace_id = t.workspace_id;
alter table accounts alter column changed_at set not null, alter column changed_at set default write_stamp();
alter table categories add column changed_at timestamptz(3);
update categories t set changed_at = w.clock from workspaces w where w.workspace_id = t.workspace_id;
alter table categories alter column changed_at set not null, alter column changed_at set default write_stamp();

-- One commit may stamp any number of rows, so the id is part of every index that the feed walks. Without it, a page
-- within a commit of 600,000 rows took 563 ms.
create index accounts_by_change on accounts (workspace_id, changed_at, id);
create index categories_by_change on categories (workspace_id, changed_at, id);
create index companies_by_update on companies (workspace_id, updated_at, id);
create index payees_by_update on payees (workspace_id, updated_at, id);
create index payees_by_company_update on payees (workspace_id, company_id, updated_at, id);
drop index bills_by_update;
create index bills_by_update on bills (workspace_id, updated_at, id);
create index bills_by_company_update on bills (workspace_id, company_id, updated_at, id);
drop index transactions_by_update;
create index transactions_by_update on transactions (workspace_id, updated_at, id) with (deduplicate_items = off);
create index transactions_by_company_update on transactions (workspace_id, company_id, updated_at, id)
  with (deduplicate_items = off);

-- Digests are kept until something changes in their period. A row that moves to another day also changes the period
-- that it leaves. Triggers fire in the order of their names: this one comes after note_updated, so that all writers
-- lock a workspace's cells before its periods.
create function note_left_periods() returns trigger language plpgsql as $$
begin
  insert into transaction_periods as noted (workspace_id, account_id, facet, period, changed_at)
  select before.workspace_id, '', -1, before.walk_day >> 4, max(written.updated_at)
  from before join written on written.workspace_id = before.workspace_id and written.id = before.id
  where before.walk_day >> 4 <> written.walk_day >> 4
  group by 1, 4
  on conflict (workspace_id, account_id, facet, period) do update
    set changed_at = excluded.changed_at where noted.changed_at < excluded.changed_at;
  return null;
end
$$;
create trigger note_updated_left after update on transactions
  referencing old table as before new table as written for each statement execute function note_left_periods();
