-- People, their sessions and what they belong to. A person may belong to several workspaces, so a person and a session
-- are of the service; a membership is of its workspace. No password, session, link or recovery code can be read from
-- here: a password is a scrypt hash, the others are SHA-256 of at least 80 random bits, and the authenticator's secret
-- is encrypted under the password.

create table users (
  user_id text collate "C" primary key,
  email text not null,
  -- Two spellings of one address are one account.
  email_key text collate "C" not null,
  name text not null,
  password_hash text not null,
  -- The authenticator's secret, encrypted; null where the person has none.
  totp_locked text,
  -- The step of the last code used: no code counts twice.
  totp_step bigint not null default 0,
  created_at timestamptz(3) not null,
  constraint users_email_unique unique (email_key)
);

create table recovery_codes (
  user_id text collate "C" not null references users on delete cascade,
  code_hash text collate "C" not null,
  primary key (user_id, code_hash)
);

create table sessions (
  token_hash text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  created_at timestamptz(3) not null,
  -- To the minute, so that most requests of a session write nothing.
  last_seen_at timestamptz(3) not null
);
create index sessions_by_user on sessions (user_id, last_seen_at);
create index sessions_by_use on sessions (last_seen_at);
create index sessions_by_age on sessions (created_at);

create table memberships (
  workspace_id text collate "C" not null references workspaces,
  user_id text collate "C" not null references users,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id)
);
create index memberships_by_user on memberships (user_id, workspace_id);

-- Links that work once. The first person of a workspace sets it up, later ones are invited, and one who lost the
-- password gets a link from whoever runs the service.
create table links (
  token_hash text collate "C" primary key,
  id text collate "C" not null,
  kind text not null check (kind in ('setup', 'invite', 'reset')),
  workspace_id text collate "C" references workspaces,
  role text check (role in ('owner', 'admin', 'member')),
  email text,
  user_id text collate "C" references users on delete cascade,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint links_say_what_for check (
    case kind
      when 'reset' then user_id is not null
      when 'invite' then workspace_id is not null and role is not null and email is not null
      else workspace_id is not null and role is not null
    end
  )
);
create index links_by_workspace on links (workspace_id, created_at, id);
create index links_by_expiry on links (expires_at);

-- What keys are used for. Gathered in memory and added up here every few seconds.
alter table api_keys
  add column successor_of text collate "C",
  add column last_address text,
  add column last_client text;

create table key_requests (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  day date not null,
  status smallint not null,
  requests bigint not null,
  primary key (workspace_id, key_id, day, status),
  foreign key (workspace_id, key_id) references api_keys
);

create table key_scope_uses (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  scope text collate "C" not null,
  last_used_at timestamptz(3) not null,
  primary key (workspace_id, key_id, scope),
  foreign key (workspace_id, key_id) references api_keys
);

-- The audit log is read newest first, whole or by who or what.
create index audit_records_by_actor on audit_records (workspace_id, actor_id, at, id);
create index audit_records_by_action on audit_records (workspace_id, action, at, id);
