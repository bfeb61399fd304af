-- Transactions of one currency in the order of the list. Without euros, which most transactions are in: a page finds them
-- among the others, and writing them should not take longer.
create index transactions_by_currency on transactions (workspace_id, currency, walk_day, walk_created, id)
  where currency <> 'EUR';
