-- Every page of transactions, whatever its filters, reads about a page. Three kinds of walk carry that: the workspace's,
-- a company's, and the merged walks of cells. A cell is an account with one status and one side, and optionally one
-- category: each filter names some cells, and each cell's rows are in order in one index.

-- First of all, so that the rows which are there already change quickly.
drop index transactions_walk, transactions_by_company, transactions_by_account, transactions_by_category,
  transactions_by_status, transactions_by_side;
alter table transactions
  drop constraint transactions_workspace_id_company_id_fkey,
  drop constraint transactions_workspace_id_account_id_fkey,
  drop constraint transactions_workspace_id_category_id_fkey;

alter table transactions
  -- Status and side as one number, since btrees cannot search for "no side" and keep their order.
  add column facet smallint not null generated always as (
    case status
      when 'pending' then 0 when 'booked' then 3 when 'rejected' then 6 when 'released' then 9 when 'canceled' then 12
    end
    + case side when 'credit' then 0 when 'debit' then 1 else 2 end
  ) stored;

-- Which cells there are, and when a row in one last changed. A cell that has lost its rows may stay: it only costs a look.
create table transaction_cells (
  workspace_id text collate "C" not null,
  -- Empty: of whatever category, or none.
  category_id text collate "C" not null,
  account_id text collate "C" not null,
  facet smallint not null,
  company_id text collate "C" not null,
  status text not null,
  side text,
  changed_at timestamptz(3) not null,
  named_category_id text collate "C" generated always as (nullif(category_id, '')) stored,
  primary key (workspace_id, category_id, account_id, facet, company_id)
);

-- When a row last changed in a period of 16 days, so that a sync can pass over those in which none did.
create table transaction_periods (
  workspace_id text collate "C" not null,
  -- Of one account and facet; or, where they are empty and -1, of the whole workspace.
  account_id text collate "C" not null,
  facet smallint not null,
  -- walk_day >> 4
  period integer not null,
  changed_at timestamptz(3) not null,
  primary key (workspace_id, account_id, facet, period)
);

-- Cells and periods are noted here, once per statement, so that no writer can forget it.
create function note_transactions() returns trigger language plpgsql as $$
begin
  with cells as (
    select workspace_id, category_id, account_id, facet, company_id, status, side, max(updated_at) as changed_at
    from written group by 1, 2, 3, 4, 5, 6, 7
  )
  insert into transaction_cells as noted
    (workspace_id, category_id, account_id, facet, company_id, status, side, changed_at)
  select workspace_id, category_id, account_id, facet, company_id, status, side, changed_at
  from cells where category_id is not null
  union all
  select workspace_id, '', account_id, facet, company_id, status, side, max(changed_at)
  from cells group by workspace_id, account_id, facet, company_id, status, side
  on conflict (workspace_id, category_id, account_id, facet, company_id) do update
    set changed_at = excluded.changed_at where noted.changed_at < excluded.changed_at;

  with periods as (
    select workspace_id, account_id, facet, walk_day >> 4 as period, max(updated_at) as changed_at
    from written group by 1, 2, 3, 4
  )
  insert into transaction_periods as noted (workspace_id, account_id, facet, period, changed_at)
  select workspace_id, account_id, facet, period, changed_at from periods
  union all
  select workspace_id, '', -1, period, max(changed_at) from periods group by workspace_id, period
  on conflict (workspace_id, account_id, facet, period) do update
    set changed_at = excluded.changed_at where noted.changed_at < excluded.changed_at;
  return null;
end
$$;
create trigger note_inserted after insert on transactions
  referencing new table as written for each statement execute function note_transactions();
create trigger note_updated after update on transactions
  referencing new table as written for each statement execute function note_transactions();
-- Notes the rows that are there already.
update transactions set workspace_id = workspace_id;

-- Every transaction is in a cell, and a cell's company, account and category exist: checked once per cell, where a
-- check per transaction took half the time of a load. An account stays with its company for good, so that the company
-- in a cell's key makes no more cells, and yet a wrong one is noticed.
alter table accounts add constraint accounts_of_company unique (workspace_id, company_id, id);
alter table transaction_cells
  add foreign key (workspace_id, company_id, account_id) references accounts (workspace_id, company_id, id),
  add foreign key (workspace_id, named_category_id) references categories;

-- No two entries of a walk are equal, so looking for equal ones to store together would be in vain.
create index transactions_walk on transactions (workspace_id, walk_day, walk_created, id)
  with (deduplicate_items = off);
create index transactions_by_company on transactions (workspace_id, company_id, walk_day, walk_created, id)
  with (deduplicate_items = off);
create index transactions_by_cell on transactions (workspace_id, account_id, facet, walk_day, walk_created, id)
  with (deduplicate_items = off);
create index transactions_by_category_cell
  on transactions (workspace_id, category_id, account_id, facet, walk_day, walk_created, id)
  with (deduplicate_items = off) where category_id is not null;

create index bills_by_company_and_status on bills (workspace_id, company_id, status, walk_created, id);
