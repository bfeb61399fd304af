-- Endpoints that Florin notifies of changes. Each one is a follower of the change feed that Florin moves: its place in
-- the feed, and at most one message under way. No secret can be read from here: they are derived from FLORIN_SECRET,
-- which is not in the database.
create table webhooks (
  workspace_id text collate "C" not null references workspaces,
  id text collate "C" not null,
  name text not null,
  url text not null,
  resources text[] not null check (cardinality(resources) between 1 and 6),
  -- Null for every company.
  company_id text collate "C",
  include text not null check (include in ('nothing', 'objects')),
  state text not null check (state in ('active', 'disabled')),
  disabled_reason text check (disabled_reason in ('person', 'gone', 'failing', 'secret_changed')),
  disabled_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  -- The secret's number. For a day after the rotation, the one before it signs too.
  generation integer not null,
  rotated_at timestamptz(3),
  -- Shows whether FLORIN_SECRET is still the one that the secret was derived from.
  secret_check text not null,
  -- Everything up to this place was delivered, in this epoch of the workspace. Without an instant, nothing was.
  epoch text collate "C" not null,
  place_at timestamptz(3),
  place_resource text collate "C" not null,
  place_id text collate "C" not null,
  -- The workspace clock when the place was last at the end of the feed; null if it may not be there.
  seen_clock timestamptz(3),
  -- Counts what makes a message that is being built useless: other resources, another place.
  revision integer not null,
  -- The message under way, stored before it is first sent, so that each repetition has the same id and bytes.
  message_id text collate "C",
  message_type text,
  message_body text,
  -- Where the endpoint is once the message was delivered.
  message_epoch text collate "C",
  message_place_at timestamptz(3),
  message_place_resource text collate "C",
  message_place_id text collate "C",
  message_seen_clock timestamptz(3),
  failed_attempts integer not null,
  failing_since timestamptz(3),
  -- Nothing is sent before this.
  next_at timestamptz(3) not null,
  last_delivery_at timestamptz(3),
  -- The process that works on this endpoint, until when.
  leased_by text collate "C",
  leased_until timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, company_id) references companies,
  constraint webhooks_whole_message check (
    num_nonnulls(message_id, message_type, message_body, message_epoch,
      message_place_resource, message_place_id) in (0, 6)
  ),
  constraint webhooks_say_why_disabled check (
    (state = 'disabled') = (disabled_reason is not null) and (state = 'disabled') = (disabled_at is not null)
  )
);

-- Attempts of the last 30 days. Never what the receiver replied, except the status.
create table webhook_attempts (
  workspace_id text collate "C" not null,
  webhook_id text collate "C" not null,
  at timestamptz(3) not null,
  id text collate "C" not null,
  message_id text collate "C" not null,
  type text not null,
  status integer,
  error text,
  duration_ms integer not null,
  primary key (workspace_id, webhook_id, at, id),
  foreign key (workspace_id, webhook_id) references webhooks on delete cascade
);
