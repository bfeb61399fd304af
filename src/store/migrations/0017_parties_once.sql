-- Marking own transfers looked up the account of the other party for each row, a third of what a large import spent in
-- triggers. Most rows of an import name no account of the workspace, which is told now by each party once.
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
