-- Bookkeepers change data, but manage neither keys nor people.
alter table memberships drop constraint memberships_role_check;
alter table memberships add constraint memberships_role_check
  check (role in ('owner', 'admin', 'bookkeeper', 'member'));
alter table links drop constraint links_role_check;
alter table links add constraint links_role_check
  check (role in ('owner', 'admin', 'bookkeeper', 'member'));

-- A service without a workspace has a set-up link too: its first person creates the workspace.
alter table links drop constraint links_say_what_for;
alter table links add constraint links_say_what_for check (
  case kind
    when 'reset' then user_id is not null
    when 'invite' then workspace_id is not null and role is not null and email is not null
    else role is not null
  end
);

-- Own transfers: transactions between accounts of the workspace. Sums of money in and out leave them out. The mark is not
-- in the row's JSON, so setting it moves no stamp; but what it depends on does.

-- IBANs are compared without spaces and in capitals. Cut, because texts of files can exceed the limit of an index row.
create function iban_key(iban text) returns text
  language sql immutable parallel safe
  return left(upper(replace(iban, ' ', '')), 64);

-- Null if it is not an own transfer.
alter table transactions add column own_transfer text
  check (own_transfer in ('iban', 'category', 'type', 'pair'));

create index accounts_by_iban on accounts (workspace_id, iban_key(iban)) where iban is not null;
create index transactions_by_party on transactions (workspace_id, iban_key(counterparty_iban), amount, walk_day)
  where counterparty_iban is not null;
create index transactions_without_party on transactions (workspace_id, account_id, amount, walk_day)
  where counterparty_iban is null;

-- The one definition of an own transfer, and its reason:
-- iban: the counterparty's IBAN is that of another account of the workspace.
-- category: it has the category for internal transfers, whoever set it.
-- type: the bank calls it internal. At some banks this includes other customers, so a foreign IBAN overrules it.
-- pair: the row has no IBAN, but the other account has its counterpart, up to three days apart: the same amount in the
--   other direction, naming this account, for which this account has no row that names the other one.
create function own_transfer_reason(t transactions) returns text
  language sql stable
as $$
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
      join transactions o on o.workspace_id = a.workspace_id and o.counterparty_iban is not null
        and iban_key(o.counterparty_iban) = iban_key(a.iban) and o.amount = t.amount
        and o.walk_day >= greatest(t.walk_day, -2147483000) - 3 and o.walk_day <= t.walk_day + 3
      join accounts other on other.workspace_id = o.workspace_id and other.id = o.account_id
      where a.workspace_id = t.workspace_id and a.id = t.account_id and a.iban is not null
        and o.account_id <> t.account_id and o.currency = t.currency and o.side <> t.side and o.status = t.status
        and not exists (
          select from transactions named
          where named.workspace_id = t.workspace_id and named.counterparty_iban is not null
            and iban_key(named.counterparty_iban) = iban_key(other.iban) and named.amount = t.amount
            and named.walk_day >= greatest(t.walk_day, -2147483000) - 3 and named.walk_day <= t.walk_day + 3
            and named.account_id = t.account_id and named.side = t.side and named.currency = t.currency
            and named.status = t.status
        )
    ) then 'pair'
  end
$$;

-- Booked money of each month, without reading the transactions.
create table transaction_months (
  workspace_id text collate "C" not null references workspaces,
  month date not null,
  company_id text collate "C" not null,
  currency text collate "C" not null,
  is_own boolean not null,
  credits integer not null,
  credit numeric not null,
  debits integer not null,
  debit numeric not null,
  primary key (workspace_id, month, company_id, currency, is_own)
) with (fillfactor = 50);

-- Queries of the triggers below are built as texts, so that PostgreSQL plans each for the number of rows written.
create function note_months() returns trigger
  language plpgsql
as $$
declare
  written constant text := 'select *, 1 as sign from written';
  before constant text := 'select *, -1 as sign from before';
begin
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
$$;
create trigger months_of_inserted after insert on transactions
  referencing new table as written for each statement execute function note_months();
create trigger months_of_updated after update on transactions
  referencing old table as before new table as written for each statement execute function note_months();
create trigger months_of_deleted after delete on transactions
  referencing old table as before for each statement execute function note_months();

-- Marks the given rows. The function runs once for each of them, and each is looked up by its key: without `offset 0`
-- PostgreSQL may call it for every row of the table first.
create function mark_rows(rows_to_mark text) returns text
  language sql immutable
  return format('with chosen as materialized (%s), judged as materialized (
      select c.workspace_id, c.id, found.reason
      from (select distinct workspace_id, id from chosen) c, lateral (
        select own_transfer_reason(t) as reason, t.own_transfer as before from transactions t
        where t.workspace_id = c.workspace_id and t.id = c.id offset 0
      ) found
      where found.reason is distinct from found.before
    )
    update transactions t set own_transfer = judged.reason from judged
    where t.workspace_id = judged.workspace_id and t.id = judged.id', rows_to_mark);

-- Marks what was written, and rows whose counterpart was written or deleted.
create function mark_own_transfers() returns trigger
  language plpgsql
as $$
declare
  written constant text := 'select workspace_id, account_id, counterparty_iban, amount from written';
  before constant text := 'select workspace_id, account_id, counterparty_iban, amount from before';
begin
  -- The updates below fire this trigger again.
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_op <> 'DELETE' then
    -- Only rows that may be own transfers, or were.
    execute mark_rows(
      'select w.workspace_id, w.id from written w
       where w.own_transfer is not null
         or w.type in (''InternalCredit'', ''InternalDirectDebit'')
         or (w.category_id is not null and exists (
           select from categories c
           where c.workspace_id = w.workspace_id and c.id = w.category_id and c.slug = ''internal-transfers''
         ))
         or (w.counterparty_iban is not null and exists (
           select from accounts a
           where a.workspace_id = w.workspace_id and a.iban is not null
             and iban_key(a.iban) = iban_key(w.counterparty_iban)
         ))
         or (w.counterparty_iban is null and w.booking_date is not null and exists (
           select from accounts a, lateral (
             select from transactions o
             where o.workspace_id = a.workspace_id and o.counterparty_iban is not null
               and iban_key(o.counterparty_iban) = iban_key(a.iban) and o.amount = w.amount
             limit 1
           ) o
           where a.workspace_id = w.workspace_id and a.id = w.account_id and a.iban is not null
         ))');
  end if;
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
  return null;
end
$$;
-- After the triggers of months: triggers fire in the order of their names.
create trigger own_of_inserted after insert on transactions
  referencing new table as written for each statement execute function mark_own_transfers();
create trigger own_of_updated after update on transactions
  referencing old table as before new table as written for each statement execute function mark_own_transfers();
create trigger own_of_deleted after delete on transactions
  referencing old table as before for each statement execute function mark_own_transfers();

-- An account got another IBAN, is new, or is gone.
create function mark_own_transfers_of_accounts() returns trigger
  language plpgsql
as $$
declare
  written constant text := 'select workspace_id, id, iban_key(iban) as key from written where iban is not null';
  before constant text := 'select workspace_id, id, iban_key(iban) as key from before where iban is not null';
begin
  execute mark_rows(format(
    'with changed as materialized (%s), parties as materialized (
       select t.* from changed c, lateral (
         select x.workspace_id, x.id, x.account_id, x.amount, iban_key(x.counterparty_iban) as key from transactions x
         where x.workspace_id = c.workspace_id and x.counterparty_iban is not null
           and iban_key(x.counterparty_iban) = c.key offset 0
       ) t
     )
     select workspace_id, id from parties
     union all
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
     ) t',
    case tg_op when 'INSERT' then written when 'DELETE' then before
      else format('(%s except %s) union (%2$s except %1$s)', written, before) end));
  return null;
end
$$;
create trigger own_of_inserted after insert on accounts
  referencing new table as written for each statement execute function mark_own_transfers_of_accounts();
create trigger own_of_updated after update on accounts
  referencing old table as before new table as written for each statement execute function mark_own_transfers_of_accounts();
create trigger own_of_deleted after delete on accounts
  referencing old table as before for each statement execute function mark_own_transfers_of_accounts();

-- A category became the one for internal transfers, or no longer is.
create function mark_own_transfers_of_categories() returns trigger
  language plpgsql
as $$
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
$$;
create trigger own_of_updated after update on categories
  referencing old table as before new table as written for each statement execute function mark_own_transfers_of_categories();

update transactions t set own_transfer = own_transfer_reason(t) where own_transfer_reason(t) is not null;
create index transactions_own on transactions (workspace_id, walk_day, walk_created, id)
  where own_transfer is not null;
truncate transaction_months;
insert into transaction_months (workspace_id, month, company_id, currency, is_own, credits, credit, debits, debit)
select workspace_id, date_trunc('month', booking_date::timestamp)::date, company_id, currency, own_transfer is not null,
  count(*) filter (where side = 'credit'), coalesce(sum(amount) filter (where side = 'credit'), 0),
  count(*) filter (where side = 'debit'), coalesce(sum(amount) filter (where side = 'debit'), 0)
from transactions where status = 'booked' and booking_date is not null and side is not null
group by 1, 2, 3, 4, 5;
