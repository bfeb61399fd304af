-- The schema that the migrations make, for reading. Written by `npm run schema`; a test fails if it is out of date.

create collation unicode_root (provider = icu, locale = 'und', deterministic = false);

CREATE OR REPLACE FUNCTION bills_with_words(workspace text, wanted tsquery, most bigint)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET enable_bitmapscan TO 'on'
AS $function$
  select found.id from (
    select w.workspace_id, w.id from bill_words w where w.words @@ wanted limit most
  ) found where found.workspace_id = workspace
$function$;

CREATE OR REPLACE FUNCTION iban_key(iban text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "left"(upper(replace(iban, ' '::text, ''::text)), 64);

CREATE OR REPLACE FUNCTION mark_own_transfers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  written constant text := 'select workspace_id, account_id, counterparty_iban, amount from written';
  before constant text := 'select workspace_id, account_id, counterparty_iban, amount from before';
  workspace_ids text[];
  ids text[];
  names_account boolean := false;
begin
  -- The updates below fire this trigger again.
  if pg_trigger_depth() > 1 then return null; end if;
  -- Most updates change nothing that matters here.
  if tg_op = 'UPDATE' then
    if not exists (
      select workspace_id, id, account_id, amount, currency, side, status, type, counterparty_iban, booking_date,
        category_id, own_transfer
      from written
      except
      select workspace_id, id, account_id, amount, currency, side, status, type, counterparty_iban, booking_date,
        category_id, own_transfer
      from before
    ) then return null; end if;
  end if;
  if tg_op <> 'DELETE' then
    -- Only rows that may be own transfers, or were.
    select array_agg(workspace_id) filter (where names or may_be), array_agg(id) filter (where names or may_be),
      coalesce(bool_or(names), false)
    into workspace_ids, ids, names_account
    from (
      select w.workspace_id, w.id,
        -- Many rows have the same party, and most imports name no account of the workspace: then no row is looked up.
        (
          select exists (
            select from (
              select distinct workspace_id, counterparty_iban from written where counterparty_iban is not null offset 0
            ) party
            where (
              select true from accounts a
              where a.workspace_id = party.workspace_id and a.iban is not null
                and iban_key(a.iban) = iban_key(party.counterparty_iban)
              limit 1
            )
          )
        ) and coalesce((
          select true from accounts a
          where a.workspace_id = w.workspace_id and a.iban is not null
            and iban_key(a.iban) = iban_key(w.counterparty_iban)
          limit 1
        ), false) as names,
        w.own_transfer is not null
          or coalesce(w.type in ('InternalCredit', 'InternalDirectDebit'), false)
          or (w.category_id is not null and coalesce((
            select c.slug = 'internal-transfers' from categories c
            where c.workspace_id = w.workspace_id and c.id = w.category_id
          ), false))
          or (w.counterparty_iban is null and w.booking_date is not null and coalesce((
            select true from accounts a, lateral (
              select from transactions o
              where o.workspace_id = a.workspace_id and coalesce(o.own_transfer, '') = 'iban'
                and iban_key(o.counterparty_iban) = iban_key(a.iban) and o.amount = w.amount
              limit 1
            ) o
            where a.workspace_id = w.workspace_id and a.id = w.account_id and a.iban is not null
            limit 1
          ), false)) as may_be
      from written w offset 0
    ) judged;
    if ids is not null then
      execute mark_rows('select workspace_id, id from unnest($1, $2) as chosen (workspace_id, id)')
        using workspace_ids, ids;
    end if;
  end if;
  if tg_op <> 'INSERT' and not names_account then
    select exists (
      select from before b where b.counterparty_iban is not null and (
        select true from accounts a
        where a.workspace_id = b.workspace_id and a.iban is not null
          and iban_key(a.iban) = iban_key(b.counterparty_iban)
        limit 1
      )
    )
    into names_account;
  end if;
  -- The other side of a transfer has no IBAN, and is told by this one.
  if names_account then
    execute mark_rows(format(
      'select t.workspace_id, t.id
       from (
         select c.workspace_id, c.account_id, a.id as party_id, c.amount
         from (%s) c join accounts a on a.workspace_id = c.workspace_id and a.iban is not null
           and iban_key(a.iban) = iban_key(c.counterparty_iban)
       ) named, lateral (
         select x.workspace_id, x.id from transactions x
         where x.workspace_id = named.workspace_id and x.account_id = any(array[named.account_id, named.party_id])
           and x.amount = named.amount and x.counterparty_iban is null offset 0
       ) t',
      case tg_op when 'INSERT' then written when 'DELETE' then before
        else written || ' union all ' || before end));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION mark_own_transfers_of_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  written constant text := 'select workspace_id, id, iban_key(iban) as key from written where iban is not null';
  before constant text := 'select workspace_id, id, iban_key(iban) as key from before where iban is not null';
  naming constant text := format(
    'with changed as materialized (%s), parties as materialized (
       select t.* from changed c, lateral (
         select x.workspace_id, x.id, x.account_id, x.amount, iban_key(x.counterparty_iban) as key from transactions x
         where x.workspace_id = c.workspace_id and x.counterparty_iban is not null
           and iban_key(x.counterparty_iban) = c.key offset 0
       ) t
     )',
    case tg_op when 'INSERT' then written when 'DELETE' then before
      else format('(%s except %s) union (%2$s except %1$s)', written, before) end);
begin
  execute mark_rows(naming || ' select workspace_id, id from parties');
  execute mark_rows(naming || '
     select t.workspace_id, t.id
     from parties p
     -- An account that has lost its IBAN has partners too.
     join (
       select workspace_id, id, iban_key(iban) as key from accounts
       where iban is not null and workspace_id in (select workspace_id from changed)
       union select workspace_id, id, key from changed
     ) a on a.workspace_id = p.workspace_id and (a.key = p.key or a.id = p.account_id),
     lateral (
       select x.workspace_id, x.id from transactions x
       where x.workspace_id = a.workspace_id and x.account_id = a.id and x.amount = p.amount
         and x.counterparty_iban is null offset 0
     ) t');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION mark_own_transfers_of_categories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute mark_rows(
    'select t.workspace_id, t.id
     from written w join before b on b.workspace_id = w.workspace_id and b.id = w.id and b.slug <> w.slug,
     lateral (
       select x.workspace_id, x.id from transactions x
       where x.workspace_id = w.workspace_id and x.category_id = w.id offset 0
     ) t');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION mark_rows(rows_to_mark text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN format('with chosen as materialized (%s), judged as materialized (
      select c.workspace_id, c.id, found.reason
      from (select distinct workspace_id, id from chosen) c, lateral (
        select own_transfer_reason(t) as reason, t.own_transfer as before from transactions t
        where t.workspace_id = c.workspace_id and t.id = c.id offset 0
      ) found
      where found.reason is distinct from found.before
    )
    update transactions t set own_transfer = judged.reason from judged
    where t.workspace_id = judged.workspace_id and t.id = judged.id'::text, rows_to_mark);

CREATE OR REPLACE FUNCTION note_left_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into transaction_periods as noted (workspace_id, account_id, facet, period, changed_at)
  select workspace_id, '', -1, left_period, max(changed_at)
  from (
    select workspace_id, min(period) filter (where not is_new) as left_period, max(changed_at) as changed_at
    from (
      select workspace_id, id, walk_day >> 4 as period, false as is_new, null::timestamptz as changed_at from before
      union all
      select workspace_id, id, walk_day >> 4, true, updated_at from written
    ) versions
    group by workspace_id, id
    having min(period) <> max(period)
  ) moved
  group by workspace_id, left_period
  on conflict (workspace_id, account_id, facet, period) do update
    set changed_at = excluded.changed_at where noted.changed_at < excluded.changed_at;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  written constant text := 'select *, 1 as sign from written';
  before constant text := 'select *, -1 as sign from before';
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select workspace_id, id, company_id, currency, side, status, amount, booking_date, own_transfer is null from written
      except
      select workspace_id, id, company_id, currency, side, status, amount, booking_date, own_transfer is null from before
    ) then return null; end if;
  end if;
  execute format(
    'insert into transaction_months as noted
       (workspace_id, month, company_id, currency, is_own, credits, credit, debits, debit)
     select workspace_id, date_trunc(''month'', booking_date::timestamp)::date, company_id, currency,
       own_transfer is not null,
       coalesce(sum(sign) filter (where side = ''credit''), 0),
       coalesce(sum(sign * amount) filter (where side = ''credit''), 0),
       coalesce(sum(sign) filter (where side = ''debit''), 0),
       coalesce(sum(sign * amount) filter (where side = ''debit''), 0)
     from (%s) moved
     where status = ''booked'' and booking_date is not null and side is not null
     group by 1, 2, 3, 4, 5
     -- Most updates change something else.
     having sum(sign) <> 0 or coalesce(sum(sign * amount) filter (where side = ''credit''), 0) <> 0
       or coalesce(sum(sign * amount) filter (where side = ''debit''), 0) <> 0
     on conflict (workspace_id, month, company_id, currency, is_own) do update set
       credits = noted.credits + excluded.credits, credit = noted.credit + excluded.credit,
       debits = noted.debits + excluded.debits, debit = noted.debit + excluded.debit',
    case tg_op when 'INSERT' then written when 'DELETE' then before
      else written || ' union all ' || before end);
  -- A month without transactions has no row, as before its first one.
  if tg_op <> 'INSERT' then
    execute 'delete from transaction_months m
      using (select distinct workspace_id, date_trunc(''month'', booking_date::timestamp)::date as month from before) b
      where m.workspace_id = b.workspace_id and m.month = b.month and m.credits = 0 and m.debits = 0';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION own_transfer_reason(t transactions)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when t.counterparty_iban is not null and exists (
      select from accounts a
      where a.workspace_id = t.workspace_id and a.iban is not null
        and iban_key(a.iban) = iban_key(t.counterparty_iban) and a.id <> t.account_id
    ) then 'iban'
    when t.category_id is not null and exists (
      select from categories c
      where c.workspace_id = t.workspace_id and c.id = t.category_id and c.slug = 'internal-transfers'
    ) then 'category'
    when t.type in ('InternalCredit', 'InternalDirectDebit') and (
      t.counterparty_iban is null or exists (
        select from accounts a
        where a.workspace_id = t.workspace_id and a.iban is not null
          and iban_key(a.iban) = iban_key(t.counterparty_iban)
      )
    ) then 'type'
    when t.counterparty_iban is null and t.booking_date is not null and exists (
      select from accounts a
      join transactions o on o.workspace_id = a.workspace_id and coalesce(o.own_transfer, '') = 'iban'
        and iban_key(o.counterparty_iban) = iban_key(a.iban) and o.amount = t.amount
        and o.walk_day >= greatest(t.walk_day, -2147483000) - 3 and o.walk_day <= t.walk_day + 3
      join accounts other on other.workspace_id = o.workspace_id and other.id = o.account_id
      where a.workspace_id = t.workspace_id and a.id = t.account_id and a.iban is not null
        and o.account_id <> t.account_id and o.currency = t.currency and o.side <> t.side and o.status = t.status
        and not exists (
          select from transactions named
          where named.workspace_id = t.workspace_id and coalesce(named.own_transfer, '') = 'iban'
            and iban_key(named.counterparty_iban) = iban_key(other.iban) and named.amount = t.amount
            and named.walk_day >= greatest(t.walk_day, -2147483000) - 3 and named.walk_day <= t.walk_day + 3
            and named.account_id = t.account_id and named.side = t.side and named.currency = t.currency
            and named.status = t.status
        )
    ) then 'pair'
  end
$function$;

CREATE OR REPLACE FUNCTION transactions_with_words(workspace text, wanted tsquery, most bigint)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET enable_bitmapscan TO 'on'
AS $function$
  select found.id from (
    select w.workspace_id, w.id from transaction_words w where w.words @@ wanted limit most
  ) found where found.workspace_id = workspace
$function$;

CREATE OR REPLACE FUNCTION write_stamp()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('florin.stamp', true), '')::timestamptz
$function$;

create table account_details (
  workspace_id text collate "C" not null,
  account_id text collate "C" not null,
  other_id text collate "C",
  bank_code text collate "C",
  number_import_id text collate "C",
  csv_mapping jsonb,
  import_id text collate "C",
  ground_balance numeric,
  ground_available numeric,
  ground_at timestamptz(3),
  given_balance numeric,
  given_available numeric,
  given_at timestamptz(3),
  sighted_at timestamptz(3),
  constraint account_details_pkey primary key (workspace_id, account_id),
  constraint account_details_workspace_id_account_id_fkey foreign key (workspace_id, account_id) references accounts(workspace_id, id)
);
alter table account_details alter column workspace_id set (n_distinct = 1);
create index account_details_by_number on account_details (workspace_id, other_id) where (other_id is not null);

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
  type text not null,
  provider text not null,
  institution_name text,
  enabled boolean not null,
  created_at timestamptz(3) not null,
  display_name text collate unicode_root generated always as (coalesce(nickname, name)) stored,
  changed_at timestamptz(3) not null default write_stamp(),
  constraint accounts_pkey primary key (workspace_id, id),
  constraint accounts_of_company unique (workspace_id, company_id, id),
  constraint accounts_provider_check check ((provider in ('paygoro', 'connected'))),
  constraint accounts_type_check check ((type in ('depository', 'credit', 'other'))),
  constraint accounts_workspace_id_company_id_fkey foreign key (workspace_id, company_id) references companies(workspace_id, id)
);
alter table accounts alter column workspace_id set (n_distinct = 1);
create index accounts_by_change on accounts (workspace_id, changed_at, id);
create index accounts_by_company on accounts (workspace_id, company_id, display_name, id);
create index accounts_by_iban on accounts (workspace_id, iban_key(iban)) where (iban is not null);
create index accounts_by_name on accounts (workspace_id, display_name, id);
create trigger own_of_deleted after delete on accounts referencing old table as before for each statement execute function mark_own_transfers_of_accounts();
create trigger own_of_inserted after insert on accounts referencing new table as written for each statement execute function mark_own_transfers_of_accounts();
create trigger own_of_updated after update on accounts referencing old table as before new table as written for each statement execute function mark_own_transfers_of_accounts();

create table api_key_directory (
  secret_hash text collate "C" not null,
  key_id text collate "C" not null,
  workspace_id text collate "C" not null,
  constraint api_key_directory_pkey primary key (secret_hash),
  constraint api_key_directory_key_id_key unique (key_id)
);

create table api_keys (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  visible_start text not null,
  scopes text[] not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  successor_of text collate "C",
  last_address text,
  last_client text,
  networks text[],
  constraint api_keys_pkey primary key (workspace_id, id),
  constraint api_keys_networks_check check (((cardinality(networks) >= 1) and (cardinality(networks) <= 50))),
  constraint api_keys_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);

create table audit_records (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  subject_id text not null,
  details jsonb not null,
  constraint audit_records_pkey primary key (workspace_id, id),
  constraint audit_records_actor_kind_check check ((actor_kind in ('key', 'person', 'command', 'visitor'))),
  constraint audit_records_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
alter table audit_records alter column workspace_id set (n_distinct = 1);
create index audit_records_by_action on audit_records (workspace_id, action, at, id);
create index audit_records_by_actor on audit_records (workspace_id, actor_id, at, id);
create index audit_records_by_subject on audit_records (workspace_id, subject_id, at, id);
create index audit_records_by_time on audit_records (workspace_id, at, id);

create table batches (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  statement_id text collate "C" not null,
  import_id text collate "C" not null,
  account_id text collate "C" not null,
  amount numeric not null,
  side text not null,
  currency text not null,
  day date,
  bank_reference text collate "C",
  parts integer not null,
  constraint batches_pkey primary key (workspace_id, id)
);
alter table batches alter column workspace_id set (n_distinct = 1);
create index batches_by_amount on batches (workspace_id, account_id, amount, day);
create index batches_by_import on batches (workspace_id, import_id);

create table bill_comments (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  bill_id text collate "C" not null,
  user_id text collate "C" not null,
  at timestamptz(3) not null,
  comment text not null,
  constraint bill_comments_pkey primary key (workspace_id, id),
  constraint bill_comments_workspace_id_bill_id_fkey foreign key (workspace_id, bill_id) references bills(workspace_id, id)
);
alter table bill_comments alter column workspace_id set (n_distinct = 1);
create index bill_comments_by_bill on bill_comments (workspace_id, bill_id, at, id);

create table bill_details (
  workspace_id text collate "C" not null,
  bill_id text collate "C" not null,
  import_id text collate "C" not null,
  format text,
  profile text,
  sources jsonb not null,
  checks jsonb not null,
  problems jsonb not null,
  failure text,
  missing text[] not null,
  steps jsonb not null,
  content jsonb,
  discounts jsonb not null default '[]'::jsonb,
  constraint bill_details_pkey primary key (workspace_id, bill_id),
  constraint bill_details_workspace_id_bill_id_fkey foreign key (workspace_id, bill_id) references bills(workspace_id, id)
);
alter table bill_details alter column workspace_id set (n_distinct = 1);

create table bill_matches (
  workspace_id text collate "C" not null,
  bill_id text collate "C" not null,
  transaction_id text collate "C" not null,
  actor_kind text not null,
  actor_id text not null,
  import_id text collate "C",
  at timestamptz(3) not null,
  score integer not null,
  reasons jsonb not null,
  status_before text not null,
  constraint bill_matches_pkey primary key (workspace_id, bill_id),
  constraint bill_matches_actor_kind_check check ((actor_kind in ('person', 'command', 'key', 'service'))),
  constraint bill_matches_workspace_id_bill_id_fkey foreign key (workspace_id, bill_id) references bills(workspace_id, id)
);
alter table bill_matches alter column workspace_id set (n_distinct = 1);
create index bill_matches_by_import on bill_matches (workspace_id, import_id) where (import_id is not null);
create index bill_matches_by_transaction on bill_matches (workspace_id, transaction_id);

create table bill_payments (
  workspace_id text collate "C" not null,
  bill_id text collate "C" not null,
  transaction_id text collate "C" not null,
  amount numeric not null,
  discount numeric not null default 0,
  charge numeric not null default 0,
  tolerance numeric not null default 0,
  actor_kind text not null,
  actor_id text not null,
  import_id text collate "C",
  at timestamptz(3) not null,
  score integer not null,
  reasons jsonb not null,
  constraint bill_payments_pkey primary key (workspace_id, bill_id, transaction_id),
  constraint bill_payments_actor_kind_check check ((actor_kind in ('person', 'command', 'key', 'service'))),
  constraint bill_payments_workspace_id_bill_id_fkey foreign key (workspace_id, bill_id) references bills(workspace_id, id)
);
alter table bill_payments alter column workspace_id set (n_distinct = 1);
create index bill_payments_by_import on bill_payments (workspace_id, import_id) where (import_id is not null);
create index bill_payments_by_transaction on bill_payments (workspace_id, transaction_id);

create table bill_words (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  words tsvector not null,
  amount numeric,
  due date,
  constraint bill_words_pkey primary key (workspace_id, id),
  constraint bill_words_workspace_id_id_fkey foreign key (workspace_id, id) references bills(workspace_id, id) on delete cascade
);
alter table bill_words alter column workspace_id set (n_distinct = 1);
create index bill_words_by_amount on bill_words (workspace_id, amount);
create index bill_words_by_due on bill_words (workspace_id, due);
create index bill_words_by_word on bill_words using gin (words) with (fastupdate=off);
create index bill_words_in_amounts on bill_words (workspace_id, coalesce(amount, (0)::numeric), id);
create index bill_words_in_due_dates on bill_words (workspace_id, coalesce(due, 'infinity'::date), id);

create table bill_work (
  workspace_id text collate "C" not null,
  bill_id text collate "C" not null,
  typed jsonb not null default '{}'::jsonb,
  fixed_by text[] not null default '{}'[],
  scheduled_for date,
  worked_at timestamptz(3) not null,
  constraint bill_work_pkey primary key (workspace_id, bill_id),
  constraint bill_work_workspace_id_bill_id_fkey foreign key (workspace_id, bill_id) references bills(workspace_id, id)
);
alter table bill_work alter column workspace_id set (n_distinct = 1);

create table bills (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  status text not null,
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
  walk_created bigint not null generated always as (((extract(epoch from ('1970-01-01 00:00:00+00'::timestamp with time zone - created_at)) * (1000)::numeric))::bigint) stored,
  constraint bills_pkey primary key (workspace_id, id),
  constraint bills_status_check check ((status in ('new', 'processing', 'extract_failed', 'pending_match', 'matched', 'pending_approval', 'approved', 'scheduled', 'paid', 'rejected', 'archived'))),
  constraint bills_workspace_id_company_id_fkey foreign key (workspace_id, company_id) references companies(workspace_id, id),
  constraint bills_workspace_id_matched_transaction_id_fkey foreign key (workspace_id, matched_transaction_id) references transactions(workspace_id, id)
);
alter table bills alter column workspace_id set (n_distinct = 1), alter column company_id set (n_distinct = 1);
create index bills_by_company on bills (workspace_id, company_id, walk_created, id);
create index bills_by_company_and_status on bills (workspace_id, company_id, status, walk_created, id);
create index bills_by_company_update on bills (workspace_id, company_id, updated_at, id);
create index bills_by_number on bills (workspace_id, company_id, "left"(invoice_number, 64));
create index bills_by_status on bills (workspace_id, status, walk_created, id);
create index bills_by_transaction on bills (workspace_id, matched_transaction_id) where (matched_transaction_id is not null);
create index bills_by_update on bills (workspace_id, updated_at, id);
create index bills_to_pay on bills (workspace_id, due_date, id) where ((due_date is not null) and (matched_transaction_id is null) and (status <> all (array['paid', 'rejected', 'archived'])));
create index bills_walk on bills (workspace_id, walk_created, id);

create table categories (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  name text collate unicode_root not null,
  slug text collate "C" not null,
  color text,
  description text,
  is_system boolean not null,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null default write_stamp(),
  constraint categories_pkey primary key (workspace_id, id),
  constraint categories_slug_unique unique (workspace_id, slug),
  constraint categories_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
alter table categories alter column workspace_id set (n_distinct = 1);
create index categories_by_change on categories (workspace_id, changed_at, id);
create index categories_by_name on categories (workspace_id, name, id);
create trigger own_of_updated after update on categories referencing old table as before new table as written for each statement execute function mark_own_transfers_of_categories();

create table category_assignments (
  workspace_id text collate "C" not null,
  transaction_id text collate "C" not null,
  source text not null,
  source_id text not null,
  category_id text collate "C",
  at timestamptz(3) not null,
  constraint category_assignments_pkey primary key (workspace_id, transaction_id),
  constraint category_assignments_source_check check ((source in ('person', 'rule')))
);
alter table category_assignments alter column workspace_id set (n_distinct = 1);

create table category_rules (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  "position" integer not null,
  name text not null,
  category_id text collate "C" not null,
  company_id text collate "C",
  counterparty text,
  words text,
  type text,
  side text,
  amount_min numeric,
  amount_max numeric,
  currency text,
  created_at timestamptz(3) not null,
  constraint category_rules_pkey primary key (workspace_id, id),
  constraint category_rules_order unique (workspace_id, "position") deferrable initially deferred,
  constraint category_rules_side_check check ((side in ('credit', 'debit'))),
  constraint category_rules_workspace_id_category_id_fkey foreign key (workspace_id, category_id) references categories(workspace_id, id),
  constraint category_rules_workspace_id_company_id_fkey foreign key (workspace_id, company_id) references companies(workspace_id, id),
  constraint category_rules_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);

create table category_runs (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  category_id text collate "C",
  before jsonb not null,
  constraint category_runs_pkey primary key (workspace_id, id),
  constraint category_runs_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
create index category_runs_by_user on category_runs (workspace_id, user_id, created_at, id);

create table companies (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  name text collate unicode_root not null,
  trading_name text,
  registration_number text,
  vat_number text,
  country text,
  verification_status text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint companies_pkey primary key (workspace_id, id),
  constraint companies_verification_status_check check ((verification_status in ('NotStarted', 'Pending', 'Verified', 'WaitingForInformation', 'Refused'))),
  constraint companies_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
alter table companies alter column workspace_id set (n_distinct = 1);
create index companies_by_name on companies (workspace_id, name, id);
create index companies_by_update on companies (workspace_id, updated_at, id);

create table deletions (
  workspace_id text collate "C" not null,
  resource text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C",
  account_id text collate "C",
  at timestamptz(3) not null default write_stamp(),
  constraint deletions_pkey primary key (workspace_id, resource, id),
  constraint deletions_resource_check check ((resource in ('account', 'bill', 'category', 'company', 'payee', 'transaction'))),
  constraint deletions_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
alter table deletions alter column workspace_id set (n_distinct = 1), alter column company_id set (n_distinct = 1);
create index deletions_by_company on deletions (workspace_id, resource, company_id, at, id);
create index deletions_by_time on deletions (workspace_id, resource, at, id);

create table departures (
  workspace_id text collate "C" not null,
  resource text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  account_id text collate "C",
  at timestamptz(3) not null default write_stamp(),
  constraint departures_pkey primary key (workspace_id, resource, id, company_id),
  constraint departures_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
alter table departures alter column workspace_id set (n_distinct = 1), alter column company_id set (n_distinct = 1);
create index departures_by_company on departures (workspace_id, resource, company_id, at, id);

create table documents (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  bill_id text collate "C" not null,
  import_id text collate "C" not null,
  name text not null,
  media_type text not null,
  digest text collate "C" not null,
  bytes integer not null,
  content bytea storage external not null,
  created_at timestamptz(3) not null,
  constraint documents_pkey primary key (workspace_id, id),
  constraint documents_workspace_id_bill_id_fkey foreign key (workspace_id, bill_id) references bills(workspace_id, id)
);
alter table documents alter column workspace_id set (n_distinct = 1);
create index documents_by_bill on documents (workspace_id, bill_id, id);
create index documents_by_digest on documents (workspace_id, digest);

create table idempotent_answers (
  workspace_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  request_fingerprint text not null,
  status integer,
  body text,
  created_at timestamptz(3) not null,
  constraint idempotent_answers_pkey primary key (workspace_id, idempotency_key),
  constraint idempotent_answers_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
create index idempotent_answers_by_age on idempotent_answers (workspace_id, created_at);

create table import_changes (
  workspace_id text collate "C" not null,
  import_id text collate "C" not null,
  transaction_id text collate "C" not null,
  before jsonb not null,
  constraint import_changes_pkey primary key (workspace_id, import_id, transaction_id)
);
alter table import_changes alter column workspace_id set (n_distinct = 1);
create index import_changes_by_transaction on import_changes (workspace_id, transaction_id);

create table import_grounds (
  workspace_id text collate "C" not null,
  import_id text collate "C" not null,
  ground_id text collate "C" not null,
  rows_found integer not null,
  constraint import_grounds_pkey primary key (workspace_id, import_id, ground_id)
);
alter table import_grounds alter column workspace_id set (n_distinct = 1);
create index import_grounds_by_ground on import_grounds (workspace_id, ground_id);

create table imports (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text not null,
  file_name text not null,
  file_digest text collate "C" not null,
  file_bytes bigint not null,
  format text not null,
  report jsonb not null,
  undone_at timestamptz(3),
  constraint imports_pkey primary key (workspace_id, id),
  constraint imports_actor_kind_check check ((actor_kind in ('person', 'command'))),
  constraint imports_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
alter table imports alter column workspace_id set (n_distinct = 1);
create index imports_by_time on imports (workspace_id, at, id);

create table key_networks (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  network text collate "C" not null,
  first_used_at timestamptz(3) not null,
  constraint key_networks_pkey primary key (workspace_id, key_id, network),
  constraint key_networks_workspace_id_key_id_fkey foreign key (workspace_id, key_id) references api_keys(workspace_id, id)
);
create index key_networks_by_age on key_networks (workspace_id, key_id, first_used_at, network);

create table key_requests (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  day date not null,
  status smallint not null,
  requests bigint not null,
  constraint key_requests_pkey primary key (workspace_id, key_id, day, status),
  constraint key_requests_workspace_id_key_id_fkey foreign key (workspace_id, key_id) references api_keys(workspace_id, id)
);

create table key_scope_uses (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  scope text collate "C" not null,
  last_used_at timestamptz(3) not null,
  constraint key_scope_uses_pkey primary key (workspace_id, key_id, scope),
  constraint key_scope_uses_workspace_id_key_id_fkey foreign key (workspace_id, key_id) references api_keys(workspace_id, id)
);

create table known_devices (
  token_hash text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  constraint known_devices_pkey primary key (token_hash),
  constraint known_devices_user_id_fkey foreign key (user_id) references users(user_id) on delete cascade
);
create index known_devices_by_age on known_devices (created_at);
create index known_devices_by_user on known_devices (user_id, last_seen_at);

create table links (
  token_hash text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  workspace_id text collate "C",
  role text,
  email text,
  user_id text collate "C",
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint links_pkey primary key (token_hash),
  constraint links_kind_check check ((kind in ('setup', 'invite', 'reset'))),
  constraint links_role_check check ((role in ('owner', 'admin', 'bookkeeper', 'member'))),
  constraint links_say_what_for check (
case kind
    when 'reset' then (user_id is not null)
    when 'invite' then ((workspace_id is not null) and (role is not null) and (email is not null))
    else (role is not null)
end),
  constraint links_user_id_fkey foreign key (user_id) references users(user_id) on delete cascade,
  constraint links_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
create index links_by_expiry on links (expires_at);
create index links_by_workspace on links (workspace_id, created_at, id);

create table memberships (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  role text not null,
  created_at timestamptz(3) not null,
  constraint memberships_pkey primary key (workspace_id, user_id),
  constraint memberships_role_check check ((role in ('owner', 'admin', 'bookkeeper', 'member'))),
  constraint memberships_user_id_fkey foreign key (user_id) references users(user_id),
  constraint memberships_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
create index memberships_by_user on memberships (user_id, workspace_id);

create table migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamptz(3) not null default now(),
  constraint migrations_pkey primary key (number)
);

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
  constraint payees_pkey primary key (workspace_id, id),
  constraint payees_iban_unique unique (workspace_id, company_id, iban),
  constraint payees_workspace_id_company_id_fkey foreign key (workspace_id, company_id) references companies(workspace_id, id)
);
alter table payees alter column workspace_id set (n_distinct = 1), alter column company_id set (n_distinct = 1);
create index payees_by_company on payees (workspace_id, company_id, name, id);
create index payees_by_company_update on payees (workspace_id, company_id, updated_at, id);
create index payees_by_name on payees (workspace_id, name, id);
create index payees_by_update on payees (workspace_id, updated_at, id);

create unlogged table rate_buckets (
  bucket text collate "C" not null,
  granted double precision not null,
  missing double precision not null,
  at_ms double precision not null,
  constraint rate_buckets_pkey primary key (bucket)
);

create table recovery_codes (
  user_id text collate "C" not null,
  code_hash text collate "C" not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users(user_id) on delete cascade
);

create table saved_views (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  list text not null,
  name text not null,
  view jsonb not null,
  created_at timestamptz(3) not null,
  constraint saved_views_pkey primary key (workspace_id, id),
  constraint saved_views_workspace_id_user_id_list_name_key unique (workspace_id, user_id, list, name),
  constraint saved_views_list_check check ((list in ('transactions', 'bills'))),
  constraint saved_views_workspace_id_user_id_fkey foreign key (workspace_id, user_id) references memberships(workspace_id, user_id) on delete cascade
);

create table search_marks (
  workspace_id text collate "C" not null,
  list text collate "C" not null,
  changed_at timestamptz(3) not null default '-infinity'::timestamp with time zone,
  id text collate "C" not null default '',
  clock timestamptz(3),
  constraint search_marks_pkey primary key (workspace_id, list),
  constraint search_marks_list_check check ((list in ('transactions', 'bills'))),
  constraint search_marks_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);

create table sessions (
  token_hash text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  id text collate "C" not null,
  address text,
  client text,
  device_hash text collate "C",
  constraint sessions_pkey primary key (token_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users(user_id) on delete cascade
);
create index sessions_by_age on sessions (created_at);
create unique index sessions_by_id on sessions (user_id, id);
create index sessions_by_use on sessions (last_seen_at);
create index sessions_by_user on sessions (user_id, last_seen_at);

create table settlement_settings (
  workspace_id text collate "C" not null,
  tolerance_percent numeric,
  tolerance_amount numeric,
  charge_max numeric,
  constraint settlement_settings_pkey primary key (workspace_id),
  constraint settlement_settings_charge_max_check check ((charge_max >= (0)::numeric)),
  constraint settlement_settings_tolerance_amount_check check ((tolerance_amount >= (0)::numeric)),
  constraint settlement_settings_tolerance_percent_check check (((tolerance_percent >= (0)::numeric) and (tolerance_percent <= (100)::numeric))),
  constraint settlement_settings_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);

create table sightings (
  workspace_id text collate "C" not null,
  statement_id text collate "C" not null,
  transaction_id text collate "C" not null,
  account_id text collate "C" not null,
  amount numeric not null,
  day date,
  bank_reference text collate "C",
  end_to_end_id text collate "C",
  facts text collate "C" not null,
  constraint sightings_pkey primary key (workspace_id, statement_id, transaction_id)
);
alter table sightings alter column workspace_id set (n_distinct = 1), alter column account_id set (n_distinct = 1);
create index sightings_by_amount on sightings (workspace_id, account_id, amount, day);
create index sightings_by_end_to_end on sightings (workspace_id, account_id, end_to_end_id) where ((day is null) and (end_to_end_id is not null));
create index sightings_by_reference on sightings (workspace_id, account_id, bank_reference) where (bank_reference is not null);
create index sightings_by_transaction on sightings (workspace_id, transaction_id);

create table statements (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  import_id text collate "C",
  format text not null,
  scope text not null,
  bank_id text,
  number text,
  from_day date,
  to_day date,
  currency text,
  opening numeric,
  closing numeric,
  closing_at timestamptz(3),
  available numeric,
  fingerprint text collate "C" not null,
  entries integer not null,
  check_state text not null,
  difference numeric,
  constraint statements_pkey primary key (workspace_id, id),
  constraint statements_once unique (workspace_id, account_id, fingerprint),
  constraint statements_check_state_check check ((check_state in ('adds_up', 'does_not_add_up', 'cannot_be_told'))),
  constraint statements_scope_check check ((scope in ('statement', 'report', 'notice'))),
  constraint statements_workspace_id_account_id_fkey foreign key (workspace_id, account_id) references accounts(workspace_id, id)
);
alter table statements alter column workspace_id set (n_distinct = 1);
create index statements_by_import on statements (workspace_id, import_id);
create index statements_by_period on statements (workspace_id, account_id, to_day);

create table suggestions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  transaction_id text collate "C" not null,
  bill_ids text[] not null,
  score integer not null,
  reasons jsonb not null,
  state text not null,
  created_at timestamptz(3) not null,
  decided_by text,
  decided_at timestamptz(3),
  settlement jsonb,
  constraint suggestions_pkey primary key (workspace_id, id),
  constraint suggestions_once unique (workspace_id, transaction_id, bill_ids),
  constraint suggestions_state_check check ((state in ('open', 'confirmed', 'declined')))
);
alter table suggestions alter column workspace_id set (n_distinct = 1);
create index suggestions_by_state on suggestions (workspace_id, state, created_at, id);

create table transaction_cells (
  workspace_id text collate "C" not null,
  category_id text collate "C" not null,
  account_id text collate "C" not null,
  facet smallint not null,
  company_id text collate "C" not null,
  status text not null,
  side text,
  changed_at timestamptz(3) not null,
  named_category_id text collate "C" generated always as (nullif(category_id, '')) stored,
  constraint transaction_cells_pkey primary key (workspace_id, category_id, account_id, facet, company_id),
  constraint transaction_cells_workspace_id_company_id_account_id_fkey foreign key (workspace_id, company_id, account_id) references accounts(workspace_id, company_id, id),
  constraint transaction_cells_workspace_id_named_category_id_fkey foreign key (workspace_id, named_category_id) references categories(workspace_id, id)
);
alter table transaction_cells alter column workspace_id set (n_distinct = 1), alter column category_id set (n_distinct = 1), alter column account_id set (n_distinct = 1), alter column company_id set (n_distinct = 1);

create table transaction_charges (
  workspace_id text collate "C" not null,
  transaction_id text collate "C" not null,
  statement_id text collate "C" not null,
  amount numeric not null,
  constraint transaction_charges_pkey primary key (workspace_id, transaction_id, statement_id)
);
alter table transaction_charges alter column workspace_id set (n_distinct = 1);
create index transaction_charges_by_statement on transaction_charges (workspace_id, statement_id);

create table transaction_months (
  workspace_id text collate "C" not null,
  month date not null,
  company_id text collate "C" not null,
  currency text collate "C" not null,
  is_own boolean not null,
  credits integer not null,
  credit numeric not null,
  debits integer not null,
  debit numeric not null,
  constraint transaction_months_pkey primary key (workspace_id, month, company_id, currency, is_own),
  constraint transaction_months_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
alter table transaction_months alter column workspace_id set (n_distinct = 1), alter column company_id set (n_distinct = 1);

create table transaction_periods (
  workspace_id text collate "C" not null,
  account_id text collate "C" not null,
  facet smallint not null,
  period integer not null,
  changed_at timestamptz(3) not null,
  constraint transaction_periods_pkey primary key (workspace_id, account_id, facet, period)
);
alter table transaction_periods alter column workspace_id set (n_distinct = 1), alter column account_id set (n_distinct = 1);

create table transaction_words (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  words tsvector not null,
  amount numeric,
  constraint transaction_words_pkey primary key (workspace_id, id),
  constraint transaction_words_workspace_id_id_fkey foreign key (workspace_id, id) references transactions(workspace_id, id) on delete cascade
);
alter table transaction_words alter column workspace_id set (n_distinct = 1);
create index transaction_words_by_amount on transaction_words (workspace_id, amount, id);
create index transaction_words_by_word on transaction_words using gin (words) with (fastupdate=off);

create table transactions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  company_id text collate "C" not null,
  account_id text collate "C" not null,
  amount numeric not null,
  currency text not null,
  side text,
  status text not null,
  type text,
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
  walk_day integer not null generated always as (coalesce(('1970-01-01'::date - booking_date), '-2147483648'::integer)) stored,
  walk_created bigint not null generated always as (((extract(epoch from ('1970-01-01 00:00:00+00'::timestamp with time zone - created_at)) * (1000)::numeric))::bigint) stored,
  facet smallint not null generated always as ((
case status
    when 'pending' then 0
    when 'booked' then 3
    when 'rejected' then 6
    when 'released' then 9
    when 'canceled' then 12
    else null::integer
end +
case side
    when 'credit' then 0
    when 'debit' then 1
    else 2
end)) stored,
  is_plain boolean not null generated always as (((((((((((id || company_id) || account_id) || currency) || coalesce(description, '')) || coalesce(reference, '')) || coalesce(counterparty_name, '')) || coalesce(counterparty_iban, '')) || coalesce(merchant_name, '')) collate "C") !~ '["\\\x01-\x1f]')) stored,
  own_transfer text,
  constraint transactions_pkey primary key (workspace_id, id),
  constraint transactions_amount_check check ((amount >= (0)::numeric)),
  constraint transactions_own_transfer_check check ((own_transfer in ('iban', 'category', 'type', 'pair'))),
  constraint transactions_side_check check ((side in ('credit', 'debit'))),
  constraint transactions_status_check check ((status in ('pending', 'booked', 'rejected', 'released', 'canceled'))),
  constraint transactions_type_check check ((type in ('SepaCredit', 'SepaDirect', 'Card', 'InternalCredit', 'InternalDirectDebit', 'FeeCredit', 'FeeDebit', 'Check', 'Other')))
);
alter table transactions alter column workspace_id set (n_distinct = 1), alter column company_id set (n_distinct = 1), alter column account_id set (n_distinct = 1), alter column category_id set (n_distinct = 1);
create index transactions_by_category_cell on transactions (workspace_id, category_id, account_id, facet, walk_day, walk_created, id) with (deduplicate_items=off) where (category_id is not null);
create index transactions_by_cell on transactions (workspace_id, account_id, facet, walk_day, walk_created, id) with (deduplicate_items=off);
create index transactions_by_company on transactions (workspace_id, company_id, walk_day, walk_created, id) with (deduplicate_items=off);
create index transactions_by_company_update on transactions (workspace_id, company_id, updated_at, id) with (deduplicate_items=off);
create index transactions_by_currency on transactions (workspace_id, currency, walk_day, walk_created, id) where (currency <> 'EUR');
create index transactions_by_party on transactions (workspace_id, iban_key(counterparty_iban)) where (counterparty_iban is not null);
create index transactions_by_update on transactions (workspace_id, updated_at, id) with (deduplicate_items=off);
create index transactions_naming_own on transactions (workspace_id, iban_key(counterparty_iban), amount, walk_day) where (coalesce(own_transfer, '') = 'iban');
create index transactions_own on transactions (workspace_id, walk_day, walk_created, id) where (own_transfer is not null);
create index transactions_walk on transactions (workspace_id, walk_day, walk_created, id) with (deduplicate_items=off);
create index transactions_without_category on transactions (workspace_id, account_id, facet, walk_day, walk_created, id) with (deduplicate_items=off) where (category_id is null);
create index transactions_without_party on transactions (workspace_id, account_id, amount, walk_day) where (counterparty_iban is null);
create trigger months_of_deleted after delete on transactions referencing old table as before for each statement execute function note_months();
create trigger months_of_inserted after insert on transactions referencing new table as written for each statement execute function note_months();
create trigger months_of_updated after update on transactions referencing old table as before new table as written for each statement execute function note_months();
create trigger note_inserted after insert on transactions referencing new table as written for each statement execute function note_transactions();
create trigger note_updated after update on transactions referencing new table as written for each statement execute function note_transactions();
create trigger note_updated_left after update on transactions referencing old table as before new table as written for each statement execute function note_left_periods();
create trigger own_of_deleted after delete on transactions referencing old table as before for each statement execute function mark_own_transfers();
create trigger own_of_inserted after insert on transactions referencing new table as written for each statement execute function mark_own_transfers();
create trigger own_of_updated after update on transactions referencing old table as before new table as written for each statement execute function mark_own_transfers();

create table upload_pieces (
  workspace_id text collate "C" not null,
  upload_id text collate "C" not null,
  "position" integer not null,
  content bytea storage external not null,
  constraint upload_pieces_pkey primary key (workspace_id, upload_id, "position"),
  constraint upload_pieces_workspace_id_upload_id_fkey foreign key (workspace_id, upload_id) references uploads(workspace_id, id) on delete cascade
);

create table uploads (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null,
  name text not null,
  bytes bigint not null,
  constraint uploads_pkey primary key (workspace_id, id),
  constraint uploads_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);
create index uploads_by_age on uploads (workspace_id, created_at);

create table users (
  user_id text collate "C" not null,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  password_hash text not null,
  totp_locked text,
  totp_step bigint not null default 0,
  created_at timestamptz(3) not null,
  constraint users_pkey primary key (user_id),
  constraint users_email_unique unique (email_key)
);

create table waiting_sightings (
  workspace_id text collate "C" not null,
  first_transaction_id text collate "C" not null,
  account_id text collate "C" not null,
  statement_id text collate "C" not null,
  transaction_ids text not null,
  amounts text not null,
  days text not null,
  bank_references text not null,
  end_to_end_ids text not null,
  facts text not null,
  constraint waiting_sightings_pkey primary key (workspace_id, first_transaction_id)
);

create table webhook_attempts (
  workspace_id text collate "C" not null,
  webhook_id text collate "C" not null,
  at timestamptz(3) not null,
  id text collate "C" not null,
  message_id text collate "C" not null,
  type text not null,
  status integer,
  error text,
  duration_ms integer not null,
  constraint webhook_attempts_pkey primary key (workspace_id, webhook_id, at, id),
  constraint webhook_attempts_workspace_id_webhook_id_fkey foreign key (workspace_id, webhook_id) references webhooks(workspace_id, id) on delete cascade
);

create table webhooks (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  url text not null,
  resources text[] not null,
  company_id text collate "C",
  include text not null,
  state text not null,
  disabled_reason text,
  disabled_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  generation integer not null,
  rotated_at timestamptz(3),
  secret_check text not null,
  epoch text collate "C" not null,
  place_at timestamptz(3),
  place_resource text collate "C" not null,
  place_id text collate "C" not null,
  seen_clock timestamptz(3),
  revision integer not null,
  message_id text collate "C",
  message_type text,
  message_body text,
  message_epoch text collate "C",
  message_place_at timestamptz(3),
  message_place_resource text collate "C",
  message_place_id text collate "C",
  message_seen_clock timestamptz(3),
  failed_attempts integer not null,
  failing_since timestamptz(3),
  next_at timestamptz(3) not null,
  last_delivery_at timestamptz(3),
  leased_by text collate "C",
  leased_until timestamptz(3),
  constraint webhooks_pkey primary key (workspace_id, id),
  constraint webhooks_disabled_reason_check check ((disabled_reason in ('person', 'gone', 'failing', 'secret_changed'))),
  constraint webhooks_include_check check ((include in ('nothing', 'objects'))),
  constraint webhooks_resources_check check (((cardinality(resources) >= 1) and (cardinality(resources) <= 6))),
  constraint webhooks_say_why_disabled check ((((state = 'disabled') = (disabled_reason is not null)) and ((state = 'disabled') = (disabled_at is not null)))),
  constraint webhooks_state_check check ((state in ('active', 'disabled'))),
  constraint webhooks_whole_message check ((num_nonnulls(message_id, message_type, message_body, message_epoch, message_place_resource, message_place_id) in (0, 6))),
  constraint webhooks_workspace_id_company_id_fkey foreign key (workspace_id, company_id) references companies(workspace_id, id),
  constraint webhooks_workspace_id_fkey foreign key (workspace_id) references workspaces(workspace_id)
);

create table workspaces (
  workspace_id text collate "C" not null,
  name text not null,
  clock timestamptz(3) not null,
  created_at timestamptz(3) not null,
  epoch text collate "C" not null default replace((gen_random_uuid())::text, '-', ''),
  four_eyes boolean not null default false,
  constraint workspaces_pkey primary key (workspace_id)
);
