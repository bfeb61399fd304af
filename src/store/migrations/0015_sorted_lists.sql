-- Long lists in other orders, page by page: the keys of each order, then the id. Rows without an amount count as zero,
-- and bills without a due date come last.
drop index transaction_words_by_amount;
create index transaction_words_by_amount on transaction_words (workspace_id, amount, id);
create index bill_words_in_amounts on bill_words (workspace_id, coalesce(amount, 0), id);
create index bill_words_in_due_dates on bill_words (workspace_id, coalesce(due, 'infinity'::date), id);
