-- A query is planned once, for all workspaces. The planner expects as many rows of one as there are on average, and with
-- thousands of small workspaces that is few: it then read a workspace of a million rows as a whole, instead of looking up
-- fifty ids. With this, it expects as many as the workspace, company, account or category with the most rows has. That costs
-- the small ones nothing, because they are read in no time by any plan.
alter table transactions
  alter column workspace_id set (n_distinct = 1),
  alter column company_id set (n_distinct = 1),
  alter column account_id set (n_distinct = 1),
  alter column category_id set (n_distinct = 1);
alter table transaction_cells
  alter column workspace_id set (n_distinct = 1),
  alter column company_id set (n_distinct = 1),
  alter column account_id set (n_distinct = 1),
  alter column category_id set (n_distinct = 1);
alter table transaction_months
  alter column workspace_id set (n_distinct = 1),
  alter column company_id set (n_distinct = 1);
alter table transaction_periods
  alter column workspace_id set (n_distinct = 1),
  alter column account_id set (n_distinct = 1);
alter table transaction_words
  alter column workspace_id set (n_distinct = 1);
alter table transaction_charges
  alter column workspace_id set (n_distinct = 1);
alter table category_assignments
  alter column workspace_id set (n_distinct = 1);
alter table sightings
  alter column workspace_id set (n_distinct = 1),
  alter column account_id set (n_distinct = 1);
alter table statements
  alter column workspace_id set (n_distinct = 1);
alter table batches
  alter column workspace_id set (n_distinct = 1);
alter table import_changes
  alter column workspace_id set (n_distinct = 1);
alter table import_grounds
  alter column workspace_id set (n_distinct = 1);
alter table imports
  alter column workspace_id set (n_distinct = 1);
alter table bills
  alter column workspace_id set (n_distinct = 1),
  alter column company_id set (n_distinct = 1);
alter table bill_details
  alter column workspace_id set (n_distinct = 1);
alter table bill_matches
  alter column workspace_id set (n_distinct = 1);
alter table bill_payments
  alter column workspace_id set (n_distinct = 1);
alter table bill_words
  alter column workspace_id set (n_distinct = 1);
alter table bill_work
  alter column workspace_id set (n_distinct = 1);
alter table bill_comments
  alter column workspace_id set (n_distinct = 1);
alter table suggestions
  alter column workspace_id set (n_distinct = 1);
alter table documents
  alter column workspace_id set (n_distinct = 1);
alter table accounts
  alter column workspace_id set (n_distinct = 1);
alter table account_details
  alter column workspace_id set (n_distinct = 1);
alter table categories
  alter column workspace_id set (n_distinct = 1);
alter table companies
  alter column workspace_id set (n_distinct = 1);
alter table payees
  alter column workspace_id set (n_distinct = 1),
  alter column company_id set (n_distinct = 1);
alter table deletions
  alter column workspace_id set (n_distinct = 1),
  alter column company_id set (n_distinct = 1);
alter table departures
  alter column workspace_id set (n_distinct = 1),
  alter column company_id set (n_distinct = 1);
alter table audit_records
  alter column workspace_id set (n_distinct = 1);

-- It takes effect with the next ANALYZE. Tables without rows are left alone: PostgreSQL expects some of a table that was
-- never analysed, and none of an empty one.
do $$
declare
  filled text;
begin
  for filled in
    select c.relname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and 'n_distinct=1' = any(a.attoptions)
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.reltuples > 0
    order by 1
  loop
    execute format('analyze %I', filled);
  end loop;
end
$$;
