-- Marking own transfers planned two large queries for every write, which took most of the time of a small one. Now they
-- run only if a row is, was or may be an own transfer, or names an account of the workspace. That is told row by row, by
-- look-ups that cannot become a join of all changed rows: a function keeps the plan of its first call.
create or replace function mark_own_transfers() returns trigger language plpgsql as $$
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
        coalesce((
          select true from accounts a
          where a.workspace_id = w.workspace_id and a.iban is not null
            and iban_key(a.iban) = iban_key(w.counterparty_iban)
          limit 1
        ), false) as names,
        w.own_transfer is not null
          or coalesce(w.type in ('InternalCredit', 'InternalDirectDebit'), false)
          or coalesce((
            select c.slug = 'internal-transfers' from categories c
            where c.workspace_id = w.workspace_id and c.id = w.category_id
          ), false)
          or (w.counterparty_iban is null and w.booking_date is not null and coalesce((
            select true from accounts a, lateral (
              select from transactions o
              where o.workspace_id = a.workspace_id and o.counterparty_iban is not null
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
$$;

-- The same for the sums of months: an update that moves no money is told first.
create or replace function note_months() returns trigger language plpgsql as $$
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
$$;
