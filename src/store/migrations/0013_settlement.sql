-- How bills are settled: in parts, with a discount, less charges, or within a tolerance.

-- What each transaction pays on a bill. A bill that one transaction settles has one row. Together with
-- discount, charge and tolerance, the amounts of a settled bill add up to its total.
create table bill_payments (
  workspace_id text collate "C" not null,
  bill_id text collate "C" not null,
  transaction_id text collate "C" not null,
  -- Negative for a credit note, which is settled together with other bills.
  amount numeric not null,
  -- The cash discount taken.
  discount numeric not null default 0,
  -- Bank charges: positive if they were taken off, negative if they were paid on top.
  charge numeric not null default 0,
  -- The remaining difference that a person has accepted; negative if too much was paid.
  tolerance numeric not null default 0,
  actor_kind text not null check (actor_kind in ('person', 'command', 'key', 'service')),
  actor_id text not null,
  import_id text collate "C",
  at timestamptz(3) not null,
  score integer not null,
  reasons jsonb not null,
  primary key (workspace_id, bill_id, transaction_id),
  foreign key (workspace_id, bill_id) references bills
);
create index bill_payments_by_transaction on bill_payments (workspace_id, transaction_id);
create index bill_payments_by_import on bill_payments (workspace_id, import_id) where import_id is not null;

-- Until now, every match was for the whole bill.
insert into bill_payments
  (workspace_id, bill_id, transaction_id, amount, actor_kind, actor_id, import_id, at, score, reasons)
select m.workspace_id, m.bill_id, m.transaction_id, b.total_amount, m.actor_kind, m.actor_id, m.import_id, m.at, m.score,
  m.reasons
from bill_matches m
join bills b on b.workspace_id = m.workspace_id and b.id = m.bill_id
where b.total_amount is not null and b.matched_transaction_id = m.transaction_id;

-- The differences that people accept. Null is no limit of that kind; without a row, nothing is tolerated.
create table settlement_settings (
  workspace_id text collate "C" not null primary key references workspaces,
  tolerance_percent numeric check (tolerance_percent between 0 and 100),
  tolerance_amount numeric check (tolerance_amount >= 0),
  charge_max numeric check (charge_max >= 0)
);

-- For a suggestion that does not settle its bill by an equal amount: what it would record.
alter table suggestions add column settlement jsonb;

-- The cash discounts that a bill's document offers.
alter table bill_details add column discounts jsonb not null default '[]';

-- Charges that a statement says are included in a transaction's amount, in its currency. Most have none.
create table transaction_charges (
  workspace_id text collate "C" not null,
  transaction_id text collate "C" not null,
  statement_id text collate "C" not null,
  amount numeric not null,
  primary key (workspace_id, transaction_id, statement_id)
);
create index transaction_charges_by_statement on transaction_charges (workspace_id, statement_id);

-- Finds the pending transaction that is booked with another amount. Few sightings are of pending ones.
create index sightings_by_end_to_end on sightings (workspace_id, account_id, end_to_end_id)
  where day is null and end_to_end_id is not null;
