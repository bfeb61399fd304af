-- The sightings of a large import, a dozen in each row, until they are entered in `sightings`. Its indexes take a
-- quarter of the time that PostgreSQL needs for an import, and nothing that the API shows depends on them. Each list is the
-- text of a PostgreSQL array.
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
  primary key (workspace_id, first_transaction_id)
);
