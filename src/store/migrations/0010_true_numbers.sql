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
  return null;
end
$$;
create trigger months_of_inserted after insert on transactions
  referencing new table as written for each statement execute function note_months();
create trigger months_of_updated after update on transactions
  referencing old table as before new table as written for each statement execute function note_months();
create trigger months_of_deleted after delete on transactions
  referencing old table as before for each statement execute function note_months();

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
    execute 'update transactions t set own_transfer = own_transfer_reason(t) from written w
      where t.workspace_id = w.workspace_id and t.id = w.id
        and t.own_transfer is distinct from own_transfer_reason(t)';
  end if;
  execute format(
    'with named as (
       select distinct c.workspace_id, c.account_id, a.id as party_id, c.amount
       from (%s) c join accounts a on a.workspace_id = c.workspace_id and a.iban is not null
         and iban_key(a.iban) = iban_key(c.counterparty_iban)
     ), places as (
       select workspace_id, account_id, amount from named union select workspace_id, party_id, amount from named
     )
     update transactions t set own_transfer = own_transfer_reason(t) from places p
     where t.workspace_id = p.workspace_id and t.account_id = p.account_id and t.amount = p.amount
       and t.counterparty_iban is null and t.own_transfer is distinct from own_transfer_reason(t)',
    case tg_op when 'INSERT' then written when 'DELETE' then before
      else written || ' union all ' || before end);
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
  execute format(
    'with changed as (%s), parties as (
       select t.workspace_id, t.id from changed c join transactions t on t.workspace_id = c.workspace_id
         and t.counterparty_iban is not null and iban_key(t.counterparty_iban) = c.key
     ), partners as (
       select t.workspace_id, t.id from parties p
       join transactions o on o.workspace_id = p.workspace_id and o.id = p.id
       join accounts a on a.workspace_id = o.workspace_id and a.iban is not null
         and (iban_key(a.iban) = iban_key(o.counterparty_iban) or a.id = o.account_id)
       join transactions t on t.workspace_id = a.workspace_id and t.account_id = a.id
         and t.counterparty_iban is null and t.amount = o.amount
     )
     update transactions t set own_transfer = own_transfer_reason(t)
     from (select * from parties union select * from partners) p
     where t.workspace_id = p.workspace_id and t.id = p.id
       and t.own_transfer is distinct from own_transfer_reason(t)',
    case tg_op when 'INSERT' then written when 'DELETE' then before
      else format('(%s except %s) union (%2$s except %1$s)', written, before) end);
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
  execute 'update transactions t set own_transfer = own_transfer_reason(t)
    from written w join before b on b.workspace_id = w.workspace_id and b.id = w.id and b.slug <> w.slug
    where t.workspace_id = w.workspace_id and t.category_id = w.id
      and t.own_transfer is distinct from own_transfer_reason(t)';
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
