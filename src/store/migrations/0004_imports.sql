-- What comes in by files: which import made or changed what, so that the same thing coming again is known, and each
-- import can be taken back.

create table imports (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  -- The stamp of everything that it wrote.
  at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('person', 'command')),
  actor_id text not null,
  file_name text not null,
  file_digest text collate "C" not null,
  file_bytes bigint not null,
  format text not null,
  -- What people were told of it, as JSON.
  report jsonb not null,
  undone_at timestamptz(3),
  primary key (workspace_id, id)
);
create index imports_by_time on imports (workspace_id, at, id);

-- Import and later import that found something there which the first had made: as long as the later one stands, so must
-- the first. Only these two are kept, and how many transactions it were, as the rows themselves are in the sightings;
-- none where it was the account, the statement or a bill that was found.
create table import_grounds (
  workspace_id text collate "C" not null,
  import_id text collate "C" not null,
  ground_id text collate "C" not null,
  rows_found integer not null,
  primary key (workspace_id, import_id, ground_id)
);
create index import_grounds_by_ground on import_grounds (workspace_id, ground_id);

-- Transactions that were there already and that an import changed, such as one that is booked now: as they were.
create table import_changes (
  workspace_id text collate "C" not null,
  import_id text collate "C" not null,
  transaction_id text collate "C" not null,
  before jsonb not null,
  primary key (workspace_id, import_id, transaction_id)
);
create index import_changes_by_transaction on import_changes (workspace_id, transaction_id);

-- What banks and imports know of an account beside what the API shows.
create table account_details (
  workspace_id text collate "C" not null,
  account_id text collate "C" not null,
  -- The account's number in the bank's own way, where a file has no IBAN.
  other_id text collate "C",
  bank_code text collate "C",
  -- The import that told the number; null where there is none, or the account was made with it.
  number_import_id text collate "C",
  -- How a CSV of this account is read.
  csv_mapping jsonb,
  -- The import that made the account; null where it was there before.
  import_id text collate "C",
  -- The balances before any statement came, and those that the statements gave it: where the account has others than
  -- these, somebody has set them since, and they are the new ground.
  ground_balance numeric,
  ground_available numeric,
  ground_at timestamptz(3),
  given_balance numeric,
  given_available numeric,
  given_at timestamptz(3),
  -- Each of its transactions that last changed until then has been sighted.
  sighted_at timestamptz(3),
  primary key (workspace_id, account_id),
  foreign key (workspace_id, account_id) references accounts
);
create index account_details_by_number on account_details (workspace_id, other_id) where other_id is not null;

create table statements (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  import_id text collate "C",
  -- camt.053, mt940, ofx, csv, …; or `workspace` for what was there before any import.
  format text not null,
  scope text not null check (scope in ('statement', 'report', 'notice')),
  -- As the bank names it.
  bank_id text,
  number text,
  from_day date,
  to_day date,
  currency text,
  opening numeric,
  closing numeric,
  closing_at timestamptz(3),
  available numeric,
  -- Tells the same statement when it comes again.
  fingerprint text collate "C" not null,
  entries integer not null,
  check_state text not null check (check_state in ('adds_up', 'does_not_add_up', 'cannot_be_told')),
  difference numeric,
  primary key (workspace_id, id),
  constraint statements_once unique (workspace_id, account_id, fingerprint),
  foreign key (workspace_id, account_id) references accounts
);
create index statements_by_period on statements (workspace_id, account_id, to_day);
create index statements_by_import on statements (workspace_id, import_id);

-- A statement has a transaction among its entries, and this is how it tells it. A transaction is sighted by each
-- statement that has it, so that an entry coming again is known for the transaction that it is.
create table sightings (
  workspace_id text collate "C" not null,
  statement_id text collate "C" not null,
  transaction_id text collate "C" not null,
  account_id text collate "C" not null,
  amount numeric not null,
  -- The booking date; null for an entry that was still pending.
  day date,
  bank_reference text collate "C",
  end_to_end_id text collate "C",
  -- A digest of all that the entry says, to tell equal entries of one format.
  facts text collate "C" not null,
  primary key (workspace_id, statement_id, transaction_id)
);
create index sightings_by_amount on sightings (workspace_id, account_id, amount, day);
create index sightings_by_transaction on sightings (workspace_id, transaction_id);
create index sightings_by_reference on sightings (workspace_id, account_id, bank_reference)
  where bank_reference is not null;

-- A batch that its file breaks into transactions, as the one amount that other files of the bank show.
create table batches (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  statement_id text collate "C" not null,
  -- A statement that comes again may bring a batch that was not in it before.
  import_id text collate "C" not null,
  account_id text collate "C" not null,
  amount numeric not null,
  side text not null,
  currency text not null,
  day date,
  bank_reference text collate "C",
  parts integer not null,
  primary key (workspace_id, id)
);
create index batches_by_amount on batches (workspace_id, account_id, amount, day);
create index batches_by_import on batches (workspace_id, import_id);

-- What a bill's document says and where, and what became of reading it.
create table bill_details (
  workspace_id text collate "C" not null,
  bill_id text collate "C" not null,
  import_id text collate "C" not null,
  format text,
  profile text,
  -- By field: the value, and its path in the document.
  sources jsonb not null,
  checks jsonb not null,
  problems jsonb not null,
  -- Why nothing, or not enough, could be read; null where it could.
  failure text,
  missing text[] not null,
  -- Each status the bill has had in the inbox, and when.
  steps jsonb not null,
  primary key (workspace_id, bill_id),
  foreign key (workspace_id, bill_id) references bills
);

-- Originals, as they came in. A bill may have several: the same invoice as XML and as PDF.
create table documents (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  bill_id text collate "C" not null,
  import_id text collate "C" not null,
  name text not null,
  media_type text not null,
  digest text collate "C" not null,
  bytes integer not null,
  content bytea not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, bill_id) references bills
);
-- Documents are compressed already, or small.
alter table documents alter column content set storage external;
create index documents_by_bill on documents (workspace_id, bill_id, id);
create index documents_by_digest on documents (workspace_id, digest);
-- The same invoice again is found by its number; by its beginning, as an index has less room than a number may take.
create index bills_by_number on bills (workspace_id, company_id, left(invoice_number, 64));

-- Which transaction settles which bill, who said so, and what the bill was before.
create table bill_matches (
  workspace_id text collate "C" not null,
  bill_id text collate "C" not null,
  transaction_id text collate "C" not null,
  actor_kind text not null check (actor_kind in ('person', 'command', 'key', 'service')),
  actor_id text not null,
  -- The import that brought bill or transaction and so made the match; null where a person made it.
  import_id text collate "C",
  at timestamptz(3) not null,
  score integer not null,
  reasons jsonb not null,
  status_before text not null,
  primary key (workspace_id, bill_id),
  foreign key (workspace_id, bill_id) references bills
);
create index bill_matches_by_transaction on bill_matches (workspace_id, transaction_id);
create index bill_matches_by_import on bill_matches (workspace_id, import_id) where import_id is not null;
-- Which bills a transaction settles; and a transaction that goes is looked for among those that bills refer to.
create index bills_by_transaction on bills (workspace_id, matched_transaction_id)
  where matched_transaction_id is not null;

-- A match that is likely and not certain. What a person declined stays, so that it is not suggested again.
create table suggestions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  transaction_id text collate "C" not null,
  -- Sorted; several where one payment settles them together.
  bill_ids text[] not null,
  score integer not null,
  reasons jsonb not null,
  state text not null check (state in ('open', 'confirmed', 'declined')),
  created_at timestamptz(3) not null,
  decided_by text,
  decided_at timestamptz(3),
  primary key (workspace_id, id),
  constraint suggestions_once unique (workspace_id, transaction_id, bill_ids)
);
create index suggestions_by_state on suggestions (workspace_id, state, created_at, id);

-- Rules are tried in their order, and the first that fits decides. A condition that is null does not matter.
create table category_rules (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  position integer not null,
  name text not null,
  category_id text collate "C" not null,
  company_id text collate "C",
  counterparty text,
  words text,
  type text,
  side text check (side in ('credit', 'debit')),
  amount_min numeric,
  amount_max numeric,
  currency text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint category_rules_order unique (workspace_id, position) deferrable initially deferred,
  foreign key (workspace_id, category_id) references categories,
  foreign key (workspace_id, company_id) references companies
);

-- Who gave a transaction its category, or took it away. Where there is none, it came with a file and counts as chosen.
create table category_assignments (
  workspace_id text collate "C" not null,
  transaction_id text collate "C" not null,
  source text not null check (source in ('person', 'rule')),
  -- The rule or the person.
  source_id text not null,
  category_id text collate "C",
  at timestamptz(3) not null,
  primary key (workspace_id, transaction_id)
);

-- Files on their way in from a browser, piece by piece, so that any process of the service can take them up.
create table uploads (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null,
  name text not null,
  bytes bigint not null,
  primary key (workspace_id, id)
);
create index uploads_by_age on uploads (workspace_id, created_at);

create table upload_pieces (
  workspace_id text collate "C" not null,
  upload_id text collate "C" not null,
  position integer not null,
  content bytea not null,
  primary key (workspace_id, upload_id, position),
  foreign key (workspace_id, upload_id) references uploads on delete cascade
);
alter table upload_pieces alter column content set storage external;

-- Workspaces that are there already get the rules of a new one, for those of the default categories that they have.
insert into category_rules (workspace_id, id, position, name, category_id, type, created_at)
select c.workspace_id, 'rul_' || md5(c.workspace_id || ' ' || d.type),
  row_number() over (partition by c.workspace_id order by d.place) - 1, d.name, c.id, d.type, now()
from categories c
join (
  values
    (1, 'bank-fees', 'Fees of the bank', 'FeeDebit'),
    (2, 'bank-fees', 'Fees that the bank gives back', 'FeeCredit')
) as d (place, slug, name, type) on d.slug = c.slug
where c.is_system;
