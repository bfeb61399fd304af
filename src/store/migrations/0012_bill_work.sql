-- What people do with a bill, beyond its status: the values that they typed, who did, and for when it is scheduled.
create table bill_work (
  workspace_id text collate "C" not null,
  bill_id text collate "C" not null,
  -- By field: the value, who typed it and when. Values from the document are in bill_details.sources.
  typed jsonb not null default '{}',
  -- Everyone who typed a value, also if someone else changed it again. With four eyes, none of them can approve the bill.
  fixed_by text[] not null default '{}',
  -- The last day that it was scheduled for; it counts while the status is `scheduled`.
  scheduled_for date,
  -- When a person last changed its status or values.
  worked_at timestamptz(3) not null,
  primary key (workspace_id, bill_id),
  foreign key (workspace_id, bill_id) references bills (workspace_id, id)
);

create table bill_comments (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  bill_id text collate "C" not null,
  user_id text collate "C" not null,
  at timestamptz(3) not null,
  comment text not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, bill_id) references bills (workspace_id, id)
);
create index bill_comments_by_bill on bill_comments (workspace_id, bill_id, at, id);

-- Who enters or fixes a bill cannot approve it.
alter table workspaces add column four_eyes boolean not null default false;

-- What the document says besides the bill's values: buyer, net amount, taxes and lines. Null for documents that were
-- read before this was kept; those are read again when someone looks at them.
alter table bill_details add column content jsonb;

-- The history of a bill.
create index audit_records_by_subject on audit_records (workspace_id, subject_id, at, id);

-- Unpaid bills by due date, for the list of what needs a person.
create index bills_to_pay on bills (workspace_id, due_date, id)
  where due_date is not null and matched_transaction_id is null and status not in ('paid', 'rejected', 'archived');
