-- Networks a key may be used from, in their canonical form; null for every network.
alter table api_keys
  add column networks text[] check (cardinality(networks) between 1 and 50);

-- Networks a key was used from. The first use from each one leaves an audit record.
create table key_networks (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  network text collate "C" not null,
  first_used_at timestamptz(3) not null,
  primary key (workspace_id, key_id, network),
  foreign key (workspace_id, key_id) references api_keys
);
-- The oldest ones are dropped once a key has too many.
create index key_networks_by_age on key_networks (workspace_id, key_id, first_used_at, network);
