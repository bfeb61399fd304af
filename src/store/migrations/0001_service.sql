-- Every table of a workspace's data has workspace_id first in its primary key, its unique keys and its indexes, so
-- that the data can be spread over machines by workspace. Ids compare by bytes. Names compare by the Unicode root
-- collation; it is not deterministic, so that two spellings of one character are equal and the id decides.

create collation unicode_root (provider = icu, locale = 'und', deterministic = false);

create table workspaces (
  workspace_id text collate "C" primary key,
  name text not null,
  -- The workspace clock: the stamp of the last write, and so the version of everything that the API shows.
  -- A writer locks this row, and every stamp comes from it.
  clock timestamptz(3) not null,
  created_at timestamptz(3) not null
);

create table companies (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  name text collate unicode_root not null,
  trading_name text,
  registration_number text,
  vat_number text,
  country text,
  verification_status text not null check (
    verification_status in ('NotStarted', 'Pending', 'Verified', 'WaitingForInformation', 'Refused')
  ),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index companies_by_name on companies (workspace_id, name, id);

create table accounts (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  name text,
  nickname text,
  iban text,
  bic text,
  currency text not null,
  balance numeric,
  available_balance numeric,
  balance_updated_at timestamptz(3),
  type text not null check (type in ('depository', 'credit', 'other')),
  provider text not null check (provider in ('paygoro', 'connected')),
  institution_name text,
  enabled boolean not null,
  created_at timestamptz(3) not null,
  display_name text collate unicode_root generated always as (coalesce(nickname, name)) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, company_id) references companies
);
create index accounts_by_name on accounts (workspace_id, display_name, id);
create index accounts_by_company on accounts (workspace_id, company_id, display_name, id);

create table categories (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  name text collate unicode_root not null,
  slug text collate "C" not null,
  color text,
  description text,
  is_system boolean not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint categories_slug_unique unique (workspace_id, slug)
);
create index categories_by_name on categories (workspace_id, name, id);

-- walk_day and walk_created are the list's order as ascending numbers, so that "the rows after this one" is a single
-- row comparison that an index answers: days before 1970 of the booking date (newest first, and the least number of
-- all where there is none), then milliseconds before 1970 of the creation (newest first), then the id.
create table transactions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  account_id text collate "C" not null,
  amount numeric not null check (amount >= 0),
  currency text not null,
  side text check (side in ('credit', 'debit')),
  status text not null check (status in ('pending', 'booked', 'rejected', 'released', 'canceled')),
  type text check (
    type in (
      'SepaCredit', 'SepaDirect', 'Card', 'InternalCredit', 'InternalDirectDebit',
      'FeeCredit', 'FeeDebit', 'Check', 'Other'
    )
  ),
  description text,
  reference text,
  counterparty_name text,
  counterparty_iban text,
  merchant_name text,
  booking_date date,
  value_date date,
  category_id text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  walk_day integer not null generated always as (
    coalesce(date '1970-01-01' - booking_date, -2147483648)
  ) stored,
  walk_created bigint not null generated always as (
    (extract(epoch from (timestamptz '1970-01-01T00:00:00Z' - created_at)) * 1000)::bigint
  ) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, company_id) references companies,
  foreign key (workspace_id, account_id) references accounts,
  foreign key (workspace_id, category_id) references categories
);
create index transactions_walk on transactions (workspace_id, walk_day, walk_created, id);
create index transactions_by_company on transactions (workspace_id, company_id, walk_day, walk_created, id);
create index transactions_by_account on transactions (workspace_id, account_id, walk_day, walk_created, id);
create index transactions_by_category on transactions (workspace_id, category_id, walk_day, walk_created, id)
  where category_id is not null;
create index transactions_by_status on transactions (workspace_id, status, walk_day, walk_created, id);
create index transactions_by_side on transactions (workspace_id, side, walk_day, walk_created, id);
create index transactions_by_update on transactions (workspace_id, updated_at);

create table bills (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  status text not null check (
    status in (
      'new', 'processing', 'extract_failed', 'pending_match', 'matched', 'pending_approval',
      'approved', 'scheduled', 'paid', 'rejected', 'archived'
    )
  ),
  supplier_name text,
  supplier_iban text,
  invoice_number text,
  total_amount numeric,
  vat_amount numeric,
  currency text,
  invoice_date date,
  due_date date,
  payment_reference text,
  matched_transaction_id text collate "C",
  paid_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  walk_created bigint not null generated always as (
    (extract(epoch from (timestamptz '1970-01-01T00:00:00Z' - created_at)) * 1000)::bigint
  ) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, company_id) references companies,
  foreign key (workspace_id, matched_transaction_id) references transactions
);
create index bills_walk on bills (workspace_id, walk_created, id);
create index bills_by_company on bills (workspace_id, company_id, walk_created, id);
create index bills_by_status on bills (workspace_id, status, walk_created, id);
create index bills_by_update on bills (workspace_id, updated_at);

create table payees (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  name text collate unicode_root not null,
  iban text collate "C" not null,
  default_reference text,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint payees_iban_unique unique (workspace_id, company_id, iban),
  foreign key (workspace_id, company_id) references companies
);
create index payees_by_name on payees (workspace_id, name, id);
create index payees_by_company on payees (workspace_id, company_id, name, id);

create table api_keys (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  name text not null,
  visible_start text not null,
  scopes text[] not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  -- Revoked keys stay for ever: a request with one is told that it was revoked.
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (workspace_id, id)
);

-- Which workspace a secret belongs to. The one look-up that cannot know the workspace yet; rows are only ever added.
create table api_key_directory (
  secret_hash text collate "C" primary key,
  key_id text collate "C" not null unique,
  workspace_id text collate "C" not null
);

create table idempotent_answers (
  workspace_id text collate "C" not null references workspaces,
  idempotency_key text collate "C" not null,
  request_fingerprint text not null,
  status integer,
  body text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, idempotency_key)
);
create index idempotent_answers_by_age on idempotent_answers (workspace_id, created_at);

create table audit_records (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('key', 'person', 'command')),
  actor_id text not null,
  action text not null,
  subject_id text not null,
  details jsonb not null,
  primary key (workspace_id, id)
);
create index audit_records_by_time on audit_records (workspace_id, at, id);

-- Token buckets of the rate limit, shared by every process. Losing them in a crash only fills them up.
create unlogged table rate_buckets (
  bucket text collate "C" primary key,
  -- How many tokens the last take got, and how many were missing after it, at which instant.
  granted double precision not null,
  missing double precision not null,
  at_ms double precision not null
);
