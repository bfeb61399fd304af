-- Words to search by. They are in tables of their own and filled after the writes, in the background: next to the rows
-- they made large imports three times slower. A search is exact all the same: it compares the rows that changed after
-- the mark directly.
create table transaction_words (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  -- Each word begins with a hash of the workspace, so the index reads one workspace's words only.
  words tsvector not null,
  amount numeric,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references transactions (workspace_id, id) on delete cascade
);
-- Written by one task in the background, so the list of pending entries would only slow down the readers.
create index transaction_words_by_word on transaction_words using gin (words) with (fastupdate = off);
create index transaction_words_by_amount on transaction_words (workspace_id, amount);

create table bill_words (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  words tsvector not null,
  amount numeric,
  due date,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references bills (workspace_id, id) on delete cascade
);
create index bill_words_by_word on bill_words using gin (words) with (fastupdate = off);
create index bill_words_by_amount on bill_words (workspace_id, amount);
create index bill_words_by_due on bill_words (workspace_id, due);

-- How far each list is indexed: every row up to this stamp and id.
create table search_marks (
  workspace_id text collate "C" not null references workspaces,
  list text collate "C" not null check (list in ('transactions', 'bills')),
  changed_at timestamptz(3) not null default '-infinity',
  id text collate "C" not null default '',
  -- The workspace clock at which the whole list was indexed; null while it is not.
  clock timestamptz(3),
  primary key (workspace_id, list)
);

-- Ids of rows with these words, at most so many. Connections switch bitmap scans off, and this index has no other scan.
create function transactions_with_words(workspace text, wanted tsquery, most bigint) returns setof text
language sql stable set enable_bitmapscan = on as $$
  select found.id from (
    select w.workspace_id, w.id from transaction_words w where w.words @@ wanted limit most
  ) found where found.workspace_id = workspace
$$;

create function bills_with_words(workspace text, wanted tsquery, most bigint) returns setof text
language sql stable set enable_bitmapscan = on as $$
  select found.id from (
    select w.workspace_id, w.id from bill_words w where w.words @@ wanted limit most
  ) found where found.workspace_id = workspace
$$;

-- Transactions without a category, in the order of their cells.
create index transactions_without_category on transactions
  (workspace_id, account_id, facet, walk_day, walk_created, id) with (deduplicate_items = off)
  where category_id is null;

-- A person's saved views of a list: a name, the filters, the columns and the order.
create table saved_views (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  list text not null check (list in ('transactions', 'bills')),
  name text not null,
  view jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, list, name),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);

-- What a person's last changes of many categories replaced, so that each can be undone exactly.
create table category_runs (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  category_id text collate "C",
  before jsonb not null,
  primary key (workspace_id, id)
);
create index category_runs_by_user on category_runs (workspace_id, user_id, created_at, id);
