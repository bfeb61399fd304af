-- An own transfer without an IBAN is found by the amount and day of its other side, which names an account of the workspace.
-- The index for that had every transaction with an IBAN, though only those need to be in it that name an account of the
-- workspace: they are marked as 'iban'. The IBAN alone remains for all of them, as one of them may become an account's.
-- With `coalesce`, no query can take transactions_own instead, which has no amounts and all own transfers of a workspace.
drop index transactions_by_party;
create index transactions_by_party on transactions (workspace_id, iban_key(counterparty_iban))
  where counterparty_iban is not null;
create index transactions_naming_own on transactions (workspace_id, iban_key(counterparty_iban), amount, walk_day)
  where coalesce(own_transfer, '') = 'iban';

-- Reads the marks of other rows: those named 'iban' have to be right before the others are judged.
create or replace function own_transfer_reason(t transactions) returns text
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
$$;

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
$$;

-- In two steps, as the marks of the first are read in the second.
create or replace function mark_own_transfers_of_accounts() returns trigger language plpgsql as $$
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
$$;
