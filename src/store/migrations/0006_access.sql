-- Sessions that people can list and end one by one, and browsers that have signed in before.

alter table sessions
  -- What pages call the session by; the hash of its token stays here.
  add column id text collate "C",
  -- Where it was last used from, and in which browser; unknown for sessions from before.
  add column address text,
  add column client text,
  -- The known device that it began on, which is forgotten when the session is revoked.
  add column device_hash text collate "C";
update sessions set id = 'ses_' || upper(replace(gen_random_uuid()::text, '-', ''));
alter table sessions alter column id set not null;
create unique index sessions_by_id on sessions (user_id, id);

-- A browser that has signed in to an account before has tries of its own, so that nobody else can use them up. Its
-- cookie holds 256 random bits, of which this is the SHA-256.
create table known_devices (
  token_hash text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null
);
create index known_devices_by_user on known_devices (user_id, last_seen_at);
create index known_devices_by_age on known_devices (created_at);

-- Someone who tried to sign in and failed is not the person whose account it was.
alter table audit_records drop constraint audit_records_actor_kind_check;
alter table audit_records add constraint audit_records_actor_kind_check
  check (actor_kind in ('key', 'person', 'command', 'visitor'));
